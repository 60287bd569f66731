package io.idem4j;

/** The invocation has no time left: nothing ran, and what was claimed was given back (E-08). */
public final class NoTimeLeftException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** Thrown by the engine. */
    public NoTimeLeftException(IdempotencyKey key) {
        super(key, "the invocation has no time left: nothing ran; it may be sent again", null);
    }
}
