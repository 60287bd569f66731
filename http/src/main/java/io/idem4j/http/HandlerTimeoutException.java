package io.idem4j.http;

import io.idem4j.IdempotencyPolicy;

/**
 * What a rule for failures ({@link IdempotencyPolicy#onFailure}) and a crash answer are asked about where the server's patience
 * with an asynchronous request ended before its handler did, which may go on (H-19). Thrown to nobody; has no stack trace.
 */
public final class HandlerTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** For an adapter, when its server says so. */
    public HandlerTimeoutException() {
        super("the handler took longer than the server waits", null, false, false);
    }
}
