package io.idem4j;

import org.jspecify.annotations.Nullable;

/** The store's answer was lost: it may have written; the same call with the same token may be repeated (S-12). */
public final class OutcomeUnknownException extends StoreException {
    private static final long serialVersionUID = 1L;

    /** For stores; {@code key} may be null where no single key is concerned. */
    public OutcomeUnknownException(@Nullable IdempotencyKey key, String message, @Nullable Throwable cause) {
        super(key, message, cause);
    }
}
