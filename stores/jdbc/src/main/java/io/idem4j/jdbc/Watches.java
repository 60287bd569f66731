package io.idem4j.jdbc;

import io.idem4j.IdempotencyKey;
import io.idem4j.spi.WatchableStore.Watch;

/** How waiters in this process are told of records that change in any (N-02). */
interface Watches {
    /** For a database that tells nobody: waiters poll. */
    Watches NONE = new Watches() {
        @Override
        public Watch watch(IdempotencyKey key, Runnable changed) {
            return () -> {};
        }

        @Override
        public boolean pushes() {
            return false;
        }
    };

    Watch watch(IdempotencyKey key, Runnable changed);

    boolean pushes();
}
