package io.idem4j.jdbc;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.ListableStore;
import io.idem4j.spi.StoreTraits;
import io.idem4j.spi.WatchableStore;
import io.idem4j.spi.WriteResult;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Claims outside of the caller's transaction and completes in it. */
final class CompletingStore implements IdempotencyStore, WatchableStore, ListableStore {
    private final JdbcStore own;
    private final IdempotencyStore joining;
    private final TransactionConnections connections;
    private final SqlErrors errors;
    private final StoreTraits traits;

    CompletingStore(
            JdbcStore own,
            IdempotencyStore joining,
            TransactionConnections connections,
            SqlErrors errors,
            StoreTraits traits) {
        this.own = own;
        this.joining = joining;
        this.connections = connections;
        this.errors = errors;
        this.traits = traits;
    }

    /** Not while the thread holds a connection: threads that each hold one and wait for a second never get it. */
    @Override
    public ClaimResult claim(ClaimRequest request) {
        boolean open;
        try {
            open = Connections.inTransaction(connections) != null;
        } catch (SQLException | RuntimeException e) {
            throw errors.connecting(request.key(), e);
        }
        if (open) {
            throw new StoreRejectedException(
                    request.key(),
                    "a claim on a connection of its own while the caller's transaction is open: claim first, with begin(),"
                            + " then open the transaction and complete in it; or use joining(...); nothing was written",
                    null);
        }
        return own.claim(request);
    }

    @Override
    public WriteResult complete(ClaimToken claim, Completion completion) {
        return joining.complete(claim, completion);
    }

    @Override
    public WriteResult release(ClaimToken claim) {
        return own.release(claim);
    }

    @Override
    public WriteResult renew(ClaimToken claim, Duration leaseFor, Duration keepFor) {
        return own.renew(claim, leaseFor, keepFor);
    }

    @Override
    public Optional<StoredRecord> find(IdempotencyKey key) {
        return own.find(key);
    }

    @Override
    public WriteResult forget(StoredRecord seen) {
        return own.forget(seen);
    }

    @Override
    public int purge(int limit) {
        return own.purge(limit);
    }

    @Override
    public List<StoredRecord> unsettled(int limit) {
        return own.unsettled(limit);
    }

    @Override
    public Watch watch(IdempotencyKey key, Runnable changed) {
        return own.watch(key, changed);
    }

    @Override
    public boolean pushes() {
        return own.pushes();
    }

    @Override
    public StoreTraits traits() {
        return traits;
    }
}
