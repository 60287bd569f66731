package io.idem4j.jdbc;

import java.time.Duration;

/**
 * What is sent to PostgreSQL, one statement for each step.
 *
 * <p>A claim looks first, because {@code ON CONFLICT DO UPDATE} locks the row, and so writes, even where its condition
 * is false. What it saw only decides whether to write at all: the condition of the update is read from the row as it is
 * once its lock is held, which may be newer. {@code created_at} of the row that would be inserted is the moment of the
 * look: one clock reading for every comparison. Times that are stored come from the clock as it is when they are
 * written; only a new row's are those of the look, and {@code late} says that its insertion had to wait since, which the
 * hesitation of a busy server is not taken for.
 *
 * <p>{@code lock_timeout} is set inside the statement, for its own transaction, so that it costs no round trip.
 * {@code now()} is the start of that transaction; it stands where an index has to be used.
 */
final class PostgresSql {
    final Step claim;
    final Step complete;
    final Step release;
    final Step renew;
    final Step endLease;
    final Step forget;
    final Step find;
    final Step purge;
    final Step unsettled;

    PostgresSql(TableName name, Duration lockWait) {
        Template template = new Template(name.qualified(), lockWait.toMillis(), PostgresSignal.of(name));
        claim = template.sql("""
                WITH look AS MATERIALIZED (
                  SELECT r.*, n.now, r.principal IS NULL OR r.expires_at < n.now
                      OR (r.status = 'IN_PROGRESS'
                        AND (CAST(:fingerprint AS text) IS NULL OR r.fingerprint = :fingerprint)
                        AND (r.token = :token
                          OR (r.attempt < :below AND (r.lease_until < n.now OR r.owner = :owner)))) IS TRUE AS free
                  FROM (SELECT clock_timestamp() AS now) n
                  LEFT JOIN {table} r ON {key}
                ), written AS (
                  INSERT INTO {table} AS r (principal, scope, idempotency_key, status, token, owner, fingerprint,
                      attempt, lease_until, expires_at, created_at, claimed_by)
                  SELECT :principal, :scope, :key, 'IN_PROGRESS', :token, :owner, :fingerprint,
                      1, l.now + {lease}, l.now + {keep}, l.now, :claimedBy
                  FROM look l CROSS JOIN {lockTimeout}
                  WHERE l.free
                  ON CONFLICT (principal, scope, idempotency_key) DO UPDATE SET
                      status = 'IN_PROGRESS',
                      token = excluded.token,
                      owner = excluded.owner,
                      claimed_by = excluded.claimed_by,
                      completed_at = NULL,
                      data = NULL,
                      attempt = CASE WHEN r.expires_at < excluded.created_at THEN 1
                          WHEN r.token = excluded.token THEN r.attempt ELSE r.attempt + 1 END,
                      fingerprint = CASE WHEN r.expires_at < excluded.created_at
                          THEN excluded.fingerprint ELSE r.fingerprint END,
                      created_at = CASE WHEN r.expires_at < excluded.created_at
                          THEN clock_timestamp() ELSE r.created_at END,
                      lease_until = clock_timestamp() + {lease},
                      expires_at = clock_timestamp() + {keep}
                    WHERE r.expires_at < excluded.created_at
                      OR (r.status = 'IN_PROGRESS'
                        AND (excluded.fingerprint IS NULL OR r.fingerprint = excluded.fingerprint)
                        AND (r.token = excluded.token
                          OR (r.attempt < :below
                            AND (r.lease_until < excluded.created_at OR r.owner = excluded.owner))))
                  RETURNING r.attempt, r.created_at
                )
                SELECT {columns:l}, l.now, l.free, w.attempt,
                    w.created_at = l.now AND clock_timestamp() > l.now + interval '200 milliseconds' AS late
                FROM look l LEFT JOIN written w ON true
                """);
        complete = template.told("""
                UPDATE {table} AS r SET
                    status = :status,
                    data = :data,
                    (completed_at, expires_at) = (SELECT n.now, n.now + {retention} FROM {nowOfRow})
                FROM {lockTimeout}
                WHERE {holder}
                """);
        String lease = """
                UPDATE {table} AS r SET
                    (lease_until, expires_at) = (SELECT n.now + {lease}, n.now + {keep} FROM {nowOfRow})
                FROM {lockTimeout}
                WHERE {holder}
                """;
        renew = template.write(lease, "");
        endLease = template.told(lease);
        release = template.told("DELETE FROM {table} AS r USING {lockTimeout} WHERE {holder}");
        forget = template.told("""
                DELETE FROM {table} AS r USING {lockTimeout}
                WHERE {key} AND r.status = :status AND r.token = :token
                """);
        find = template.sql("SELECT {columns:r}, clock_timestamp() FROM {table} r WHERE {key}");
        purge = template.sql("""
                DELETE FROM {table} WHERE expires_at < now() AND ctid = ANY (ARRAY(
                    SELECT ctid FROM {table} WHERE expires_at < now()
                    ORDER BY expires_at LIMIT :limit FOR UPDATE SKIP LOCKED))
                """);
        unsettled = template.sql("""
                SELECT {columns:r}, now() FROM {table} r
                WHERE r.status = 'IN_PROGRESS' AND r.lease_until < now() AND r.expires_at >= now()
                ORDER BY r.lease_until LIMIT :limit
                """);
    }

    /**
     * A statement by itself, in a READ COMMITTED transaction that travels with it, and in a savepoint of the caller's
     * transaction, to which it leaves the caller's {@code lock_timeout}.
     */
    record Step(NamedSql plain, NamedSql bracketed, NamedSql joined) {
        /** What stands before the statement's own result. */
        static final int BEFORE_JOINED = 2;

        static final String UNDO_JOINED = "ROLLBACK TO SAVEPOINT idem4j; RELEASE SAVEPOINT idem4j";

        private static final String KEPT = "'idem4j.lock_timeout'";

        private Step(String text) {
            this(
                    NamedSql.of(text),
                    NamedSql.of("BEGIN ISOLATION LEVEL READ COMMITTED; " + text.stripTrailing() + "; COMMIT"),
                    NamedSql.of("SAVEPOINT idem4j; SELECT set_config(" + KEPT
                            + ", current_setting('lock_timeout'), true); "
                            + text.stripTrailing() + "; SELECT set_config('lock_timeout', current_setting(" + KEPT
                            + "), true); RELEASE SAVEPOINT idem4j"));
        }
    }

    private record Template(String table, long lockWaitMillis, PostgresSignal signal) {
        /** One reading of the clock, which depends on the row so that it is not made before the row is locked. */
        private static final String NOW_OF_ROW = "(SELECT clock_timestamp() AS now WHERE r.token IS NOT NULL) n";

        private static final String SPAN = "CAST(:%s AS bigint) * interval '1 microsecond'";

        Step sql(String text) {
            return new Step(text.replace("{holder}", "{key} AND r.status = 'IN_PROGRESS' AND r.token = :token")
                    .replace("{key}", "r.principal = :principal AND r.scope = :scope AND r.idempotency_key = :key")
                    .replace("{columns:l}", Rows.columnsOf("l"))
                    .replace("{columns:r}", Rows.columnsOf("r"))
                    .replace("{nowOfRow}", NOW_OF_ROW)
                    .replace("{lease}", SPAN.formatted("lease"))
                    .replace("{keep}", SPAN.formatted("keep"))
                    .replace("{retention}", SPAN.formatted("retention"))
                    .replace("{lockTimeout}", "set_config('lock_timeout', '" + lockWaitMillis + "', true)")
                    .replace("{table}", table));
        }

        /** As {@link #write}; waiters are told of what it changed. */
        Step told(String change) {
            return write(change, ", " + signal.notifyIf("EXISTS (SELECT FROM done)"));
        }

        /** Tells whether it changed the row, and the row as it was when the statement began. */
        Step write(String change, String more) {
            return sql("WITH done AS (" + change + " RETURNING 1) SELECT EXISTS (SELECT FROM done), r.status, r.token"
                    + more + " FROM (SELECT) one LEFT JOIN {table} r ON {key}");
        }
    }
}
