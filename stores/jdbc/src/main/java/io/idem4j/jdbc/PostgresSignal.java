package io.idem4j.jdbc;

import io.idem4j.IdempotencyKey;

/**
 * How a writer learns that a waiter listens, without a column or a write: the waiters' connection holds an advisory lock,
 * shared, for each key that is waited for, and a writer that can't have the same lock for itself notifies. So a write
 * that nobody waits for sends nothing, and does not stand in the queue of commits that notify.
 *
 * <p>No change is missed: a waiter that gets its lock after a writer looked has waited for that writer's transaction to
 * end, and asks the store once it has the lock. Keys with the same hash are told of each other's changes, which costs a
 * question and no more.
 */
record PostgresSignal(int space, String channel) {
    private static final int FACTOR = 31;

    static PostgresSignal of(TableName table) {
        int space = table.qualified().toLowerCase(java.util.Locale.ROOT).hashCode();
        return new PostgresSignal(space, "idem4j_" + Integer.toHexString(space));
    }

    /** The same in every process. */
    static int hash(IdempotencyKey key) {
        return (key.scope().hashCode() * FACTOR + key.principal().hashCode()) * FACTOR
                + key.value().hashCode();
    }

    /** An expression that notifies if {@code changed} holds and a waiter listens; its parameter is the key's hash. */
    String notifyIf(String changed) {
        return "CASE WHEN " + changed + " AND NOT pg_try_advisory_xact_lock(" + space + ", CAST(:hash AS integer))"
                + " THEN pg_notify('" + channel + "', CAST(CAST(:hash AS integer) AS text)) END";
    }
}
