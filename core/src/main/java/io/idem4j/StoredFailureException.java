package io.idem4j;

import org.jspecify.annotations.Nullable;

/** The first execution failed and its failure was stored; it is not run again. */
public final class StoredFailureException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    private final String failureType;
    private final @Nullable String failureMessage;

    /** For outcomes and adapters. */
    public StoredFailureException(IdempotencyKey key, String failureType, @Nullable String failureMessage) {
        super(key, "the operation failed with " + failureType + ", and that failure is its stored result", null);
        this.failureType = failureType;
        this.failureMessage = failureMessage;
    }

    /** Class name of the first failure. */
    public String failureType() {
        return failureType;
    }

    /** Its message, which this exception's own message leaves out; may be null. */
    public @Nullable String failureMessage() {
        return failureMessage;
    }
}
