package io.idem4j.jdbc;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.jdbc.NamedSql.Values;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Locks the row, decides here, writes: H2 has no statement that can decide and tell. A claim looks without a lock first.
 * The clock is read once the lock is held (S-19).
 */
final class H2Steps implements Steps {
    private static final String DUPLICATE_KEY = "23505";
    private static final String LOCK_TIMEOUT = "HYT00";

    private final H2Sql sql;
    private final H2Transactions transactions;
    private final InstantSource clock;

    H2Steps(H2Sql sql, H2Transactions transactions, InstantSource clock) {
        this.sql = sql;
        this.transactions = transactions;
        this.clock = clock;
    }

    @Override
    public H2Steps joining() {
        return new H2Steps(sql, transactions.joining(), clock);
    }

    @Override
    public @Nullable ClaimResult claim(Connection connection, ClaimRequest request) throws SQLException {
        Optional<ClaimResult> result = transactions.in(connection, c -> Optional.ofNullable(claimIn(c, request)));
        return result.orElse(null);
    }

    private @Nullable ClaimResult claimIn(Connection connection, ClaimRequest request) throws SQLException {
        StoredRecord seen = select(connection, sql.find, request.key());
        if (seen != null && attempt(seen, request) == 0) {
            return new ClaimResult.Existing(seen);
        }
        return seen == null ? insert(connection, request) : takeOver(connection, request);
    }

    private @Nullable ClaimResult insert(Connection connection, ClaimRequest request) throws SQLException {
        Values values =
                keyed(request.key()).text("token", request.token().value()).time("now", time(clock.instant()));
        try {
            execute(connection, sql.insert, values);
        } catch (SQLException e) {
            if (DUPLICATE_KEY.equals(SqlErrors.state(e))) {
                return null;
            }
            throw e;
        }
        Instant now = clock.instant();
        take(connection, request, 1, request.fingerprint(), now, now);
        return new ClaimResult.Acquired(1);
    }

    private @Nullable ClaimResult takeOver(Connection connection, ClaimRequest request) throws SQLException {
        StoredRecord locked = select(connection, sql.lock, request.key());
        if (locked == null) {
            return null;
        }
        int attempt = attempt(locked, request);
        if (attempt == 0) {
            return new ClaimResult.Existing(locked);
        }
        Instant now = locked.observedAt();
        Instant began = locked.createdAt();
        if (locked.isExpired() || began == null) {
            take(connection, request, attempt, request.fingerprint(), now, now);
        } else {
            take(connection, request, attempt, locked.fingerprint(), began, now);
        }
        return new ClaimResult.Acquired(attempt);
    }

    /** The attempt that the claim would be; 0: it may not have the record. */
    private static int attempt(StoredRecord seen, ClaimRequest request) {
        if (seen.isExpired()) {
            return 1;
        }
        Fingerprint fingerprint = request.fingerprint();
        if (seen.status() != RecordStatus.IN_PROGRESS
                || (fingerprint != null && !fingerprint.equals(seen.fingerprint()))) {
            return 0;
        }
        if (request.token().equals(seen.token())) {
            return seen.attempt();
        }
        boolean silent =
                seen.isLapsed() || (request.owner() != null && request.owner().equals(seen.owner()));
        return silent && seen.attempt() < request.takeOverBelow() ? seen.attempt() + 1 : 0;
    }

    private void take(
            Connection connection,
            ClaimRequest request,
            int attempt,
            @Nullable Fingerprint fingerprint,
            Instant createdAt,
            Instant now)
            throws SQLException {
        Duration lease = request.leaseFor();
        Values values = keyed(request.key())
                .text("token", request.token().value())
                .text("owner", request.owner())
                .text("fingerprint", fingerprint == null ? null : fingerprint.value())
                .number("attempt", attempt)
                .time("leaseUntil", lease == null ? null : after(now, lease))
                .time("expiresAt", after(now, request.keepFor()))
                .time("createdAt", time(createdAt))
                .text("claimedBy", request.claimedBy());
        execute(connection, sql.take, values);
    }

    @Override
    public Seen complete(Connection connection, ClaimToken claim, Completion completion) throws SQLException {
        return ifHeld(connection, claim, (c, locked) -> {
            Values values = keyed(claim.key())
                    .text("status", completion.status().name())
                    .text("data", completion.data())
                    .time("now", time(locked.observedAt()))
                    .time("expiresAt", after(locked.observedAt(), completion.retention()));
            execute(c, sql.complete, values);
        });
    }

    @Override
    public Seen release(Connection connection, ClaimToken claim) throws SQLException {
        return ifHeld(connection, claim, (c, locked) -> execute(c, sql.delete, keyed(claim.key())));
    }

    /** A zero lease ended one nanosecond ago, so that it is lapsed at once (S-22). */
    @Override
    public Seen renew(Connection connection, ClaimToken claim, Duration leaseFor, Duration keepFor)
            throws SQLException {
        return ifHeld(connection, claim, (c, locked) -> {
            Instant now = locked.observedAt();
            OffsetDateTime leaseUntil = leaseFor.isZero() ? time(now.minusNanos(1)) : after(now, leaseFor);
            Values values = keyed(claim.key()).time("leaseUntil", leaseUntil).time("expiresAt", after(now, keepFor));
            execute(c, sql.renew, values);
        });
    }

    @Override
    public Seen forget(Connection connection, IdempotencyKey key, RecordStatus status, Token token)
            throws SQLException {
        return change(
                connection,
                key,
                locked -> locked.status() == status && token.equals(locked.token()),
                (c, locked) -> execute(c, sql.delete, keyed(key)));
    }

    private interface Change {
        void on(Connection connection, StoredRecord locked) throws SQLException;
    }

    private Seen ifHeld(Connection connection, ClaimToken claim, Change change) throws SQLException {
        return change(
                connection,
                claim.key(),
                locked -> locked.status() == RecordStatus.IN_PROGRESS
                        && claim.token().equals(locked.token()),
                change);
    }

    private Seen change(Connection connection, IdempotencyKey key, Predicate<StoredRecord> allowed, Change change)
            throws SQLException {
        return transactions.in(connection, c -> {
            StoredRecord locked = select(c, sql.lock, key);
            if (locked == null) {
                return Seen.ABSENT;
            }
            if (!allowed.test(locked)) {
                Token token = locked.token();
                return new Seen(false, locked.status(), token == null ? null : token.value());
            }
            change.on(c, locked);
            return Seen.CHANGED;
        });
    }

    @Override
    public Optional<StoredRecord> find(Connection connection, IdempotencyKey key) throws SQLException {
        return transactions.in(connection, c -> Optional.ofNullable(select(c, sql.find, key)));
    }

    @Override
    public int purge(Connection connection, int limit) throws SQLException {
        return transactions.in(connection, c -> {
            OffsetDateTime now = time(clock.instant());
            Values values = new Values().number("limit", limit).time("now", now);
            List<Values> keys = new ArrayList<>();
            try (PreparedStatement statement = sql.expired.prepare(c, values);
                    ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    keys.add(new Values()
                            .text("principal", rows.getString(1))
                            .text("scope", rows.getString(2))
                            .text("key", rows.getString(3))
                            .time("now", now));
                }
            }
            int purged = 0;
            for (Values key : keys) {
                purged += execute(c, sql.purge, key);
            }
            return purged;
        });
    }

    @Override
    public List<StoredRecord> unsettled(Connection connection, int limit) throws SQLException {
        return transactions.in(connection, c -> {
            Instant now = clock.instant();
            Values values = new Values().number("limit", limit).time("now", time(now));
            List<StoredRecord> records = new ArrayList<>();
            try (PreparedStatement statement = sql.unsettled.prepare(c, values);
                    ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    records.add(Rows.record(rows, null, now));
                }
            }
            return records;
        });
    }

    @Override
    public boolean isLockTimeout(SQLException failure) {
        return LOCK_TIMEOUT.equals(SqlErrors.state(failure));
    }

    private @Nullable StoredRecord select(Connection connection, NamedSql select, IdempotencyKey key)
            throws SQLException {
        try (PreparedStatement statement = select.prepare(connection, keyed(key));
                ResultSet row = statement.executeQuery()) {
            return row.next() ? Rows.record(row, key, clock.instant()) : null;
        }
    }

    private static int execute(Connection connection, NamedSql change, Values values) throws SQLException {
        try (PreparedStatement statement = change.prepare(connection, values)) {
            return statement.executeUpdate();
        }
    }

    private static Values keyed(IdempotencyKey key) {
        return new Values()
                .text("principal", key.principal())
                .text("scope", key.scope())
                .text("key", key.value());
    }

    private static OffsetDateTime time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    private static OffsetDateTime after(Instant now, Duration span) {
        return time(now.plus(Spans.bounded(span)));
    }
}
