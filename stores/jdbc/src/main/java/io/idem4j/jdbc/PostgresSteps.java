package io.idem4j.jdbc;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyException;
import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.jdbc.NamedSql.Values;
import io.idem4j.jdbc.PostgresSql.Step;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One statement for each step, in autocommit: one round trip, and no setting to restore but autocommit itself, which the
 * driver keeps to itself. Where the pool's default isolation is not READ COMMITTED, the statement travels between BEGIN
 * and COMMIT in the same round trip; where it joins the caller's transaction, in a savepoint of it.
 */
final class PostgresSteps implements Steps {
    private static final String SERIALIZATION_FAILURE = "40001";
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final int FREE = Rows.OBSERVED_AT + 1;
    private static final int ATTEMPT = FREE + 1;
    private static final int LATE = ATTEMPT + 1;
    /** So that the end of the lease is just before any later reading of the clock. */
    private static final long ENDED = -1;

    private final PostgresSql sql;
    private final SettledKeys settled = new SettledKeys();
    private final boolean joins;
    private volatile boolean bracketed;

    private PostgresSteps(PostgresSql sql, boolean bracketed, boolean joins) {
        this.sql = sql;
        this.bracketed = bracketed;
        this.joins = joins;
    }

    /** In transactions of its own. */
    static PostgresSteps own(PostgresSql sql, int defaultIsolation) {
        return new PostgresSteps(sql, defaultIsolation != Connection.TRANSACTION_READ_COMMITTED, false);
    }

    /** In the caller's transaction. */
    @Override
    public PostgresSteps joining() {
        return new PostgresSteps(sql, false, true);
    }

    @Override
    public @Nullable ClaimResult claim(Connection connection, ClaimRequest request) throws SQLException {
        IdempotencyKey key = request.key();
        long since = System.nanoTime();
        if (settled.has(key)) {
            Optional<StoredRecord> seen = find(connection, key);
            if (seen.isPresent() && settled.note(seen.get(), since)) {
                return new ClaimResult.Existing(seen.get());
            }
            settled.remove(key);
        }
        Values values = values(request);
        Claimed claimed = run(connection, sql.claim, values, statement -> claimed(statement, key));
        if (claimed.late()) {
            try {
                Claimed again = run(connection, sql.claim, values, statement -> claimed(statement, key));
                if (again.result() instanceof ClaimResult.Acquired || isOver(request.leaseFor(), since)) {
                    claimed = again;
                }
            } catch (SQLException e) {
                return claimed.result();
            }
        }
        if (claimed.result() instanceof ClaimResult.Existing existing) {
            settled.note(existing.record(), since);
        }
        return claimed.result();
    }

    /**
     * Whether a lease counted from here is over. Until then a claim that its repeat no longer finds was forgotten in
     * between, as it may be right after any claim.
     */
    private static boolean isOver(@Nullable Duration lease, long since) {
        return lease != null && System.nanoTime() - since >= lease.toNanos();
    }

    /**
     * How a claim went.
     *
     * @param late acquired, but its times are from before its insertion had to wait; a repeat under the same token starts
     *     the lease again (S-12, S-19), and if that fails the claim stands as it is
     */
    private record Claimed(@Nullable ClaimResult result, boolean late) {}

    private static Claimed claimed(PreparedStatement statement, IdempotencyKey key) throws SQLException {
        ResultSet row = statement.getResultSet();
        row.next();
        int attempt = row.getInt(ATTEMPT);
        if (attempt > 0) {
            return new Claimed(new ClaimResult.Acquired(attempt), row.getBoolean(LATE));
        }
        return new Claimed(row.getBoolean(FREE) ? null : new ClaimResult.Existing(record(row, key)), false);
    }

    private static Values values(ClaimRequest request) {
        Fingerprint fingerprint = request.fingerprint();
        Duration lease = request.leaseFor();
        return keyed(request.key())
                .text("token", request.token().value())
                .text("owner", request.owner())
                .text("fingerprint", fingerprint == null ? null : fingerprint.value())
                .text("claimedBy", request.claimedBy())
                .number("below", request.takeOverBelow())
                .number("lease", lease == null ? null : Long.valueOf(Spans.micros(lease)))
                .number("keep", Long.valueOf(Spans.micros(request.keepFor())));
    }

    @Override
    public Seen complete(Connection connection, ClaimToken claim, Completion completion) throws SQLException {
        Values values = keyed(claim.key())
                .text("token", claim.token().value())
                .text("status", completion.status().name())
                .text("data", completion.data())
                .number("retention", Long.valueOf(Spans.micros(completion.retention())));
        long since = System.nanoTime();
        Seen seen = write(connection, sql.complete, claim.key(), values);
        if (seen.changed()) {
            settled.note(claim.key(), completion.retention(), since);
        }
        return seen;
    }

    @Override
    public Seen release(Connection connection, ClaimToken claim) throws SQLException {
        Values values = keyed(claim.key()).text("token", claim.token().value());
        return write(connection, sql.release, claim.key(), values);
    }

    @Override
    public Seen renew(Connection connection, ClaimToken claim, Duration leaseFor, Duration keepFor)
            throws SQLException {
        Values values = keyed(claim.key())
                .text("token", claim.token().value())
                .number("lease", Long.valueOf(leaseFor.isZero() ? ENDED : Spans.micros(leaseFor)))
                .number("keep", Long.valueOf(Spans.micros(keepFor)));
        return write(connection, leaseFor.isZero() ? sql.endLease : sql.renew, claim.key(), values);
    }

    @Override
    public Seen forget(Connection connection, IdempotencyKey key, RecordStatus status, Token token)
            throws SQLException {
        settled.remove(key);
        Values values = keyed(key).text("status", status.name()).text("token", token.value());
        return write(connection, sql.forget, key, values);
    }

    @Override
    public Optional<StoredRecord> find(Connection connection, IdempotencyKey key) throws SQLException {
        return run(connection, sql.find, keyed(key), statement -> {
            ResultSet row = statement.getResultSet();
            return row.next() ? Optional.of(record(row, key)) : Optional.<StoredRecord>empty();
        });
    }

    @Override
    public int purge(Connection connection, int limit) throws SQLException {
        return run(connection, sql.purge, new Values().number("limit", limit), Statement::getUpdateCount);
    }

    @Override
    public List<StoredRecord> unsettled(Connection connection, int limit) throws SQLException {
        return run(connection, sql.unsettled, new Values().number("limit", limit), statement -> {
            ResultSet rows = statement.getResultSet();
            List<StoredRecord> records = new ArrayList<>();
            while (rows.next()) {
                records.add(record(rows, null));
            }
            return records;
        });
    }

    @Override
    public boolean isLockTimeout(SQLException failure) {
        return LOCK_NOT_AVAILABLE.equals(SqlErrors.state(failure));
    }

    private Seen write(Connection connection, Step change, IdempotencyKey key, Values values) throws SQLException {
        return run(connection, change, values, statement -> {
            ResultSet row = statement.getResultSet();
            row.next();
            String status = row.getString(2);
            if (row.getBoolean(1)) {
                return Seen.CHANGED;
            }
            return status == null ? Seen.ABSENT : new Seen(false, Rows.status(key, status), row.getString(3));
        });
    }

    private static Values keyed(IdempotencyKey key) {
        return new Values()
                .text("principal", key.principal())
                .text("scope", key.scope())
                .text("key", key.value())
                .number("hash", PostgresSignal.hash(key));
    }

    private static StoredRecord record(ResultSet row, @Nullable IdempotencyKey key) throws SQLException {
        return Rows.record(row, key, Objects.requireNonNull(Rows.instant(row, Rows.OBSERVED_AT)));
    }

    /** Reads what the statement answered; nothing is left to ask the server. */
    private interface Answer<T extends @Nullable Object> {
        T read(PreparedStatement statement) throws SQLException;
    }

    private <T extends @Nullable Object> T run(Connection connection, Step step, Values values, Answer<T> answer)
            throws SQLException {
        if (joins) {
            return joined(connection, step, values, answer);
        }
        boolean autocommit = connection.getAutoCommit();
        if (!autocommit) {
            connection.setAutoCommit(true);
        }
        try {
            return bracketed ? bracketed(connection, step, values, answer) : plain(connection, step, values, answer);
        } finally {
            if (!autocommit) {
                Quietly.run(() -> connection.setAutoCommit(false));
            }
        }
    }

    private <T extends @Nullable Object> T plain(Connection connection, Step step, Values values, Answer<T> answer)
            throws SQLException {
        try {
            return execute(step.plain().prepare(connection, values), 0, answer);
        } catch (SQLException e) {
            if (!SERIALIZATION_FAILURE.equals(SqlErrors.state(e))) {
                throw e;
            }
        }
        // READ COMMITTED never fails so: the default is another, and nothing was written.
        bracketed = true;
        return bracketed(connection, step, values, answer);
    }

    private static <T extends @Nullable Object> T joined(
            Connection connection, Step step, Values values, Answer<T> answer) throws SQLException {
        return framed(connection, step.joined(), Step.BEFORE_JOINED, Step.UNDO_JOINED, values, answer);
    }

    private static <T extends @Nullable Object> T bracketed(
            Connection connection, Step step, Values values, Answer<T> answer) throws SQLException {
        return framed(connection, step.bracketed(), 1, "ROLLBACK", values, answer);
    }

    /** A row that makes no sense is found when all statements have run, so that nothing is left to undo. */
    private static <T extends @Nullable Object> T framed(
            Connection connection, NamedSql sql, int before, String undo, Values values, Answer<T> answer)
            throws SQLException {
        try {
            return execute(sql.prepare(connection, values), before, answer);
        } catch (SQLException e) {
            tell(connection, undo, e);
            throw e;
        }
    }

    private static <T extends @Nullable Object> T execute(PreparedStatement statement, int skipped, Answer<T> answer)
            throws MaybeWrittenException {
        try {
            statement.execute();
            for (int i = 0; i < skipped; i++) {
                statement.getMoreResults();
            }
            return answer.read(statement);
        } catch (IdempotencyException e) {
            throw e;
        } catch (SQLException | RuntimeException e) {
            throw new MaybeWrittenException(e);
        } finally {
            Quietly.close(statement);
        }
    }

    /** The driver knows nothing of a transaction or savepoint that travelled with a statement. */
    private static void tell(Connection connection, String undo, SQLException because) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(undo);
        } catch (SQLException e) {
            because.addSuppressed(e);
        }
    }
}
