package io.idem4j.spi;

import io.idem4j.IdempotencyKey;

/** Optional: tells waiters at once. A hint only: the engine claims again whatever it is told, and polls as well. */
public interface WatchableStore {
    /**
     * Calls {@code changed} when the record may have been settled or released since; more often than needed is allowed.
     * Thread-safe; must not block on the store.
     *
     * @param changed returns quickly, must not throw
     * @return to be closed by the caller, who then is no longer told
     */
    Watch watch(IdempotencyKey key, Runnable changed);

    /** Whether changes are being pushed at this moment; where not, waiters poll. */
    default boolean pushes() {
        return true;
    }

    /** One watched key. */
    interface Watch extends AutoCloseable {
        /** Stops telling; idempotent, does not throw. */
        @Override
        void close();
    }
}
