package io.idem4j.jdbc;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordTooLargeException;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.jdbc.Steps.Seen;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.ListableStore;
import io.idem4j.spi.StoreTraits;
import io.idem4j.spi.WatchableStore;
import io.idem4j.spi.WriteResult;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Records in a table of PostgreSQL, or of H2 for one machine. Thread-safe; keeps no connection between calls.
 *
 * <p>Each call takes one connection, runs one short READ COMMITTED transaction of its own on it, and gives it back with
 * the settings that it had. So the data source must hand out connections that no other transaction is using: not one
 * that joins the caller's. What is to join it does so through {@link #joining} or {@link #completingIn}.
 *
 * <p>Errors are those of {@link IdempotencyStore}. Their causes keep type, SQLSTATE and stack of the driver's failure,
 * but not its words, which may quote keys and results.
 */
public final class JdbcStore implements IdempotencyStore, WatchableStore, ListableStore {
    /** Each such race takes another claim or release of the same key within a round trip. */
    private static final int MOST_RACES = 100;

    private static final int PURGED_AT_ONCE = 1_000;

    private final Calls calls;
    private final SqlErrors errors;
    private final Steps steps;
    private final Watches watches;
    private final StoreTraits traits;

    JdbcStore(Calls calls, SqlErrors errors, Steps steps, Watches watches, StoreTraits traits) {
        this.calls = calls;
        this.errors = errors;
        this.steps = steps;
        this.watches = watches;
        this.traits = traits;
    }

    /** Starts a configuration; everything but the data source has a default. */
    public static JdbcStoreBuilder builder(DataSource dataSource) {
        return new JdbcStoreBuilder(dataSource);
    }

    /** The statements that make the table and its indexes, for a migration; they stand in the jar under a versioned name. */
    public static String schema(Dialect dialect) {
        return dialect.schema();
    }

    /**
     * The same for a table of another name.
     *
     * @param table as in {@link JdbcStoreBuilder#table}
     */
    public static String schema(Dialect dialect, String table) {
        return TableName.parse(table).in(dialect.schema());
    }

    /**
     * A view of the same records in which each call runs in the caller's transaction: claim, business rows and result
     * commit together or leave nothing (T-01), without a lease to tune. Calls of it need that transaction, on the thread
     * that runs them; a call without one is a {@link io.idem4j.StoreRejectedException}, and nothing was written. A
     * duplicate waits for the other transaction at most {@link JdbcStoreBuilder#lockWait}, on the one connection that it
     * brought. Every failure says that nothing was written for good: roll back, and run the whole transaction again.
     *
     * @param connections the caller's; is asked at each call
     */
    public IdempotencyStore joining(TransactionConnections connections) {
        SqlErrors joined = errors.joined();
        return new JdbcStore(
                new Calls(Connections.joining(Objects.requireNonNull(connections, "connections")), joined),
                joined,
                steps.joining(),
                Watches.NONE,
                traits(true));
    }

    /**
     * A view of the same records in which only completions run in the caller's transaction, so that business rows and
     * result commit together; claims, renewals and releases have transactions of their own. For actions that also call the
     * outside world: claim first, outside of any transaction, with {@code begin()}; call; then open the transaction, write
     * and complete. A claim while the caller's transaction is open would take a second connection, and is refused with a
     * {@link io.idem4j.StoreRejectedException}; so is a completion without one. A completion that fails, or is FENCED, is
     * an exception: roll back. What rolls back after a completion leaves the claim to its lease.
     *
     * @param connections the caller's; is asked at each claim and each completion
     */
    public IdempotencyStore completingIn(TransactionConnections connections) {
        return new CompletingStore(this, joining(connections), connections, errors, traits(false));
    }

    private StoreTraits traits(boolean joinsTransaction) {
        return new StoreTraits(
                traits.name(), traits.serverClock(), traits.exactText(), joinsTransaction, true, traits.maxDataBytes());
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        Texts.check(request);
        return calls.writing(request.key(), connection -> {
            try {
                for (int i = 0; i < MOST_RACES; i++) {
                    ClaimResult result = steps.claim(connection, request);
                    if (result != null) {
                        return result;
                    }
                }
            } catch (SQLException e) {
                if (steps.isLockTimeout(e)) {
                    return new ClaimResult.Held();
                }
                throw e;
            }
            throw errors.contended(request.key(), MOST_RACES);
        });
    }

    @Override
    public WriteResult complete(ClaimToken claim, Completion completion) {
        Texts.check(claim, completion, traits.maxDataBytes());
        Token token = claim.token();
        return write(claim.key(), connection -> completing(connection, claim, completion), seen -> {
            if (seen.changed()) {
                return WriteResult.APPLIED;
            }
            if (seen.isInProgressUnder(token)) {
                return null;
            }
            return seen.isUnder(token) ? WriteResult.APPLIED : WriteResult.FENCED;
        });
    }

    private Seen completing(Connection connection, ClaimToken claim, Completion completion) throws SQLException {
        try {
            return steps.complete(connection, claim, completion);
        } catch (SQLException e) {
            String data = completion.data();
            if (data != null && SqlErrors.isTooLarge(e)) {
                long bytes = data.getBytes(StandardCharsets.UTF_8).length;
                throw new RecordTooLargeException(claim.key(), bytes, bytes - 1);
            }
            throw e;
        }
    }

    @Override
    public WriteResult release(ClaimToken claim) {
        Texts.check(claim.key());
        return write(claim.key(), connection -> steps.release(connection, claim), seen -> {
            if (seen.changed() || seen.isAbsent()) {
                return WriteResult.APPLIED;
            }
            return seen.isInProgressUnder(claim.token()) ? null : WriteResult.FENCED;
        });
    }

    @Override
    public WriteResult renew(ClaimToken claim, Duration leaseFor, Duration keepFor) {
        Texts.check(claim.key());
        IdempotencyStore.checkRenewal(leaseFor, keepFor);
        return write(claim.key(), connection -> steps.renew(connection, claim, leaseFor, keepFor), seen -> {
            if (seen.changed()) {
                return WriteResult.APPLIED;
            }
            return seen.isInProgressUnder(claim.token()) ? null : WriteResult.FENCED;
        });
    }

    @Override
    public Optional<StoredRecord> find(IdempotencyKey key) {
        Texts.check(key);
        return calls.reading(key, connection -> steps.find(connection, key)).filter(record -> !record.isExpired());
    }

    @Override
    public WriteResult forget(StoredRecord seen) {
        IdempotencyKey key = seen.key();
        Texts.check(key);
        Token token = seen.token();
        if (token == null) {
            return calls.reading(key, connection -> steps.find(connection, key)).isPresent()
                    ? WriteResult.FENCED
                    : WriteResult.APPLIED;
        }
        return write(key, connection -> steps.forget(connection, key, seen.status(), token), met -> {
            if (met.changed() || met.isAbsent()) {
                return WriteResult.APPLIED;
            }
            return met.status() == seen.status() && met.isUnder(token) ? null : WriteResult.FENCED;
        });
    }

    /** {@inheritDoc} Batches of at most 1,000, each in a transaction of its own. */
    @Override
    public int purge(int limit) {
        requirePositive(limit);
        int purged = 0;
        int batch;
        int deleted;
        do {
            batch = Math.min(limit - purged, PURGED_AT_ONCE);
            int size = batch;
            deleted = calls.writing(null, connection -> steps.purge(connection, size));
            purged += deleted;
        } while (deleted == batch && purged < limit);
        return purged;
    }

    @Override
    public List<StoredRecord> unsettled(int limit) {
        requirePositive(limit);
        return calls.reading(null, connection -> steps.unsettled(connection, limit));
    }

    /** {@inheritDoc} On PostgreSQL by LISTEN on one connection for all keys; on H2 waiters poll. */
    @Override
    public Watch watch(IdempotencyKey key, Runnable changed) {
        return watches.watch(key, changed);
    }

    @Override
    public boolean pushes() {
        return watches.pushes();
    }

    @Override
    public StoreTraits traits() {
        return traits;
    }

    /** Null from {@code answer}: the row changed between what the write met and what it tells; again. */
    private WriteResult write(IdempotencyKey key, Calls.Step<Seen> step, Function<Seen, @Nullable WriteResult> answer) {
        return calls.writing(key, connection -> {
            for (int i = 0; i < MOST_RACES; i++) {
                WriteResult result = answer.apply(step.on(connection));
                if (result != null) {
                    return result;
                }
            }
            throw errors.contended(key, MOST_RACES);
        });
    }

    private static void requirePositive(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit: must be at least 1");
        }
    }
}
