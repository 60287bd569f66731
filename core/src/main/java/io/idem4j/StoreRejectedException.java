package io.idem4j;

import org.jspecify.annotations.Nullable;

/** Nothing was written, and a repeat can't help: missing table, column or permission, which the message names. */
public non-sealed class StoreRejectedException extends StoreException {
    private static final long serialVersionUID = 1L;

    /** For stores; {@code key} may be null where no single key is concerned. */
    public StoreRejectedException(@Nullable IdempotencyKey key, String message, @Nullable Throwable cause) {
        super(key, message, cause);
    }
}
