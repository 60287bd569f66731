package io.idem4j.servlet;

import io.idem4j.http.HttpAnswer;
import io.idem4j.http.HttpRun;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A response that is held back until it is recorded. To the application it behaves as the container's: flushed it counts as
 * committed, after which status and headers stay as they are; after an error or a redirect what is written is dropped.
 */
final class HeldResponse extends ChangingResponse {
    private static final String CONTENT_LANGUAGE = "Content-Language";

    private final HttpRun run;
    private final HeldOutput output;
    private @Nullable PrintWriter writer;
    private boolean streamTaken;
    private boolean committed;
    private int errorStatus;
    private @Nullable String errorMessage;
    private @Nullable Head head;

    private record Head(int status, Map<String, List<String>> headers) {}

    /** How the claim is ended. */
    interface Recorder {
        void record(int status, Map<String, List<String>> headers, byte @Nullable [] body);
    }

    /** {@code passesBy}: whether the filter will not see the end of what is written now. */
    HeldResponse(HttpServletResponse response, HttpRun run, BooleanSupplier passesBy) {
        super(response);
        this.run = run;
        this.output =
                new HeldOutput(response, run.maxResponseBytes(), this::beforeSending, this::isSentAtOnce, passesBy);
    }

    private boolean isSentAtOnce() {
        return run.isStreamed(getContentType());
    }

    /** What was answered, before the container adds its own. */
    private void beforeSending() {
        committed = true;
        if (head == null) {
            head = new Head(response.getStatus(), keptHeaders());
        }
    }

    private Map<String, List<String>> keptHeaders() {
        Map<String, List<String>> kept = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String name : run.keptHeaders()) {
            List<String> values = new ArrayList<>();
            if (name.equalsIgnoreCase("Content-Type")) {
                if (response.getContentType() != null) {
                    values.add(response.getContentType());
                }
            } else {
                values.addAll(response.getHeaders(name));
            }
            if (!values.isEmpty()) {
                kept.put(name, values);
            }
        }
        return kept;
    }

    /** Tells the claim what was answered. */
    void record(Recorder recorder) {
        output.close(writer);
        beforeSending();
        Head answered = head;
        if (answered != null) {
            boolean bodiless = Answers.hasNoBody(answered.status());
            recorder.record(answered.status(), answered.headers(), bodiless ? new byte[0] : output.held());
        }
    }

    /** Sends what was held back. */
    void send() throws IOException {
        output.send();
    }

    /** Nothing of what was held back is sent; the container answers instead. */
    void discard() {
        output.discard();
    }

    /** Whether the application only ran into the end of the connection. */
    boolean isClientGone(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause == output.broken()) {
                return true;
            }
        }
        return false;
    }

    boolean hasError() {
        return errorStatus != 0;
    }

    int errorStatus() {
        return errorStatus;
    }

    @Nullable String errorMessage() {
        return errorMessage;
    }

    /** For the page that answers an error. */
    void reopenForError() {
        response.setStatus(errorStatus);
        errorStatus = 0;
        reopen();
    }

    /** Where there is no such page. */
    void answerError(HttpAnswer answer) throws IOException {
        reopen();
        Answers.head(answer, this);
        output.write(answer.body());
    }

    private void reopen() {
        committed = false;
        streamTaken = false;
        writer = null;
        output.reopen();
    }

    @Override
    public ServletOutputStream getOutputStream() {
        if (writer != null) {
            throw new IllegalStateException("getWriter has been called for this response");
        }
        streamTaken = true;
        return output;
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        if (streamTaken) {
            throw new IllegalStateException("getOutputStream has been called for this response");
        }
        if (writer == null) {
            String encoding = response.getCharacterEncoding();
            response.setCharacterEncoding(encoding);
            writer = new PrintWriter(new OutputStreamWriter(output, encoding));
        }
        return writer;
    }

    @Override
    public void flushBuffer() throws IOException {
        if (writer != null) {
            writer.flush();
        }
        output.flush();
        committed = true;
    }

    @Override
    public boolean isCommitted() {
        return committed || output.isFlushed() || response.isCommitted();
    }

    @Override
    public void resetBuffer() {
        requireOpen();
        if (writer != null) {
            writer.flush();
        }
        output.clear();
    }

    @Override
    public void reset() {
        requireOpen();
        response.reset();
        streamTaken = false;
        writer = null;
        output.clear();
    }

    /** What was written before a forward is dropped, on every container. */
    void resetForForward() {
        resetBuffer();
        streamTaken = false;
        writer = null;
    }

    private void requireOpen() {
        if (isCommitted()) {
            throw new IllegalStateException("the response is committed");
        }
    }

    @Override
    public void sendError(int status, @Nullable String message) {
        resetBuffer();
        errorStatus = status;
        errorMessage = message;
        response.setStatus(status);
        end();
    }

    @Override
    public void sendError(int status) {
        sendError(status, null);
    }

    @Override
    public void sendRedirect(String location) {
        sendRedirect(location, SC_FOUND, true);
    }

    @Override
    public void sendRedirect(String location, boolean clear) {
        sendRedirect(location, SC_FOUND, clear);
    }

    @Override
    public void sendRedirect(String location, int status) {
        sendRedirect(location, status, true);
    }

    @Override
    public void sendRedirect(String location, int status, boolean clear) {
        requireOpen();
        if (clear) {
            resetBuffer();
        }
        response.setStatus(status);
        response.setHeader("Location", location);
        end();
    }

    private void end() {
        response.setContentLengthLong(-1);
        committed = true;
        output.discardFurther();
    }

    @Override
    public void setLocale(Locale locale) {
        super.setLocale(locale);
        if (!isCommitted() && locale != null && response.getHeader(CONTENT_LANGUAGE) == null) {
            response.setHeader(CONTENT_LANGUAGE, locale.toLanguageTag());
        }
    }
}
