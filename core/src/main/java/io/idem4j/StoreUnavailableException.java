package io.idem4j;

import org.jspecify.annotations.Nullable;

/** The store could not be reached: nothing was written, a repeat may help. */
public final class StoreUnavailableException extends StoreException {
    private static final long serialVersionUID = 1L;

    /** For stores; {@code key} may be null where no single key is concerned. */
    public StoreUnavailableException(@Nullable IdempotencyKey key, String message, @Nullable Throwable cause) {
        super(key, message, cause);
    }
}
