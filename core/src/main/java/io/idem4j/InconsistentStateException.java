package io.idem4j;

import org.jspecify.annotations.Nullable;

/** The stored record can't be understood (unknown status, no such combination); nothing ran, nothing was written. */
public final class InconsistentStateException extends StoreException {
    private static final long serialVersionUID = 1L;

    /**
     * For stores and the engine.
     *
     * @param what what is wrong with the record, without its key or data
     */
    public InconsistentStateException(@Nullable IdempotencyKey key, String what, @Nullable Throwable cause) {
        super(key, what, cause);
    }
}
