package io.idem4j;

import org.jspecify.annotations.Nullable;

/** A store call failed; the subclass says what is known of the record (S-13). */
public abstract sealed class StoreException extends IdempotencyException
        permits StoreUnavailableException, StoreRejectedException, OutcomeUnknownException, InconsistentStateException {
    private static final long serialVersionUID = 1L;

    StoreException(@Nullable IdempotencyKey key, String message, @Nullable Throwable cause) {
        super(key, message, cause);
    }
}
