package io.idem4j.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The body of a held response: kept here up to its bound. What is longer, or is to be read while it is written, goes to the
 * client as it comes, and is not kept. Not thread-safe, as the container's own stream.
 */
final class HeldOutput extends ServletOutputStream {
    private final HttpServletResponse response;
    private final int longest;
    private final Runnable beforeSending;
    private final BooleanSupplier sentAtOnce;
    private final BooleanSupplier passesBy;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();

    /** To the client as it comes, from here on. */
    private boolean direct;
    /** What was sent directly is more than is kept. */
    private boolean lost;
    /** What comes now is dropped. */
    private boolean closed;

    private boolean flushed;
    private @Nullable IOException broken;

    HeldOutput(
            HttpServletResponse response,
            int longest,
            Runnable beforeSending,
            BooleanSupplier sentAtOnce,
            BooleanSupplier passesBy) {
        this.response = response;
        this.longest = longest;
        this.beforeSending = beforeSending;
        this.sentAtOnce = sentAtOnce;
        this.passesBy = passesBy;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (closed) {
            return;
        }
        boolean fits = !lost && length <= longest - held.size();
        if (!direct && (!fits || sentAtOnce.getAsBoolean() || passesBy.getAsBoolean())) {
            goDirect(fits && !sentAtOnce.getAsBoolean());
        } else if (!fits) {
            lost = true;
        }
        if (!lost) {
            held.write(bytes, from, length);
        }
        if (direct) {
            toClient(bytes, from, length);
        }
    }

    /** Known to be lost before anything is written, which may fail. */
    private void goDirect(boolean keepsCopy) throws IOException {
        direct = true;
        lost = !keepsCopy;
        beforeSending.run();
        if (held.size() > 0) {
            byte[] before = held.toByteArray();
            toClient(before, 0, before.length);
        }
    }

    private void toClient(byte[] bytes, int from, int length) throws IOException {
        try {
            response.getOutputStream().write(bytes, from, length);
        } catch (IOException e) {
            broken = e;
            throw e;
        }
    }

    @Override
    public void flush() throws IOException {
        if (closed) {
            return;
        }
        flushed = true;
        if (!direct && sentAtOnce.getAsBoolean()) {
            goDirect(false);
        }
        if (direct) {
            try {
                response.flushBuffer();
            } catch (IOException e) {
                broken = e;
                throw e;
            }
        }
    }

    @Override
    public void close() {
        flushed = true;
        closed = true;
    }

    /** The end: nothing comes after what the writer has left. */
    void close(@Nullable PrintWriter writer) {
        if (writer != null) {
            writer.flush();
        }
        closed = true;
    }

    boolean isFlushed() {
        return flushed;
    }

    void clear() {
        held.reset();
    }

    void discardFurther() {
        closed = true;
    }

    void discard() {
        closed = true;
        direct = true;
    }

    void reopen() {
        held.reset();
        closed = false;
        flushed = false;
    }

    /** Null if it was not kept. */
    byte @Nullable [] held() {
        return lost ? null : held.toByteArray();
    }

    /** What ended a write to the client; null: none has failed. */
    @Nullable IOException broken() {
        return broken;
    }

    /** What was held back; nothing if it went to the client as it came. */
    void send() throws IOException {
        if (direct || held.size() == 0) {
            return;
        }
        direct = true;
        if (Answers.hasNoBody(response.getStatus())) {
            return;
        }
        response.setContentLength(held.size());
        held.writeTo(response.getOutputStream());
    }

    @Override
    public boolean isReady() {
        try {
            return !direct || response.getOutputStream().isReady();
        } catch (IOException e) {
            return true;
        }
    }

    /** Non-blocking output is read while it is written. */
    @Override
    public void setWriteListener(WriteListener listener) {
        try {
            goDirect(false);
            response.getOutputStream().setWriteListener(listener);
        } catch (IOException e) {
            listener.onError(e);
        }
    }
}
