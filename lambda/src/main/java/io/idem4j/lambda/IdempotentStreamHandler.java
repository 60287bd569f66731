package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.idem4j.IdempotentOperation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Objects;

/**
 * Handles a raw event once for its key, which a selection of idem4j-json finds in its bytes. What the handler writes is held back
 * until it is recorded, and a duplicate gets the same bytes. Immutable and thread-safe; each setter returns a new one.
 */
public final class IdempotentStreamHandler implements RequestStreamHandler {
    private final GuardedAction<byte[], byte[]> step;

    private IdempotentStreamHandler(GuardedAction<byte[], byte[]> step) {
        this.step = step;
    }

    /** The handler, made idempotent. It is given its own stream for reading the event, and one to write to. */
    public static IdempotentStreamHandler of(
            IdempotentOperation<byte[], byte[]> operation, RequestStreamHandler handler) {
        Objects.requireNonNull(handler, "handler");
        return new IdempotentStreamHandler(GuardedAction.of(operation, (byte[] event, Context context) -> {
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            handler.handleRequest(new ByteArrayInputStream(event), output, context);
            return output.toByteArray();
        }));
    }

    /** With no more than this left of the invocation nothing is started; default {@link Invocation#DEFAULT_MARGIN}. */
    public IdempotentStreamHandler margin(Duration margin) {
        return new IdempotentStreamHandler(step.margin(margin));
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        byte[] result = step.execute(input.readAllBytes(), context);
        output.write(result == null ? new byte[0] : result);
    }
}
