package io.idem4j.engine;

import io.idem4j.IdempotencyKey;
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
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The engine's store: its calls go one way, and what the real store can beside them comes from there. */
class Front implements IdempotencyStore, WatchableStore, ListableStore {
    private final IdempotencyStore calls;
    private final IdempotencyStore real;

    Front(IdempotencyStore calls, IdempotencyStore real) {
        this.calls = calls;
        this.real = real;
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        return calls.claim(request);
    }

    @Override
    public WriteResult complete(ClaimToken claim, Completion completion) {
        return calls.complete(claim, completion);
    }

    @Override
    public WriteResult release(ClaimToken claim) {
        return calls.release(claim);
    }

    @Override
    public WriteResult renew(ClaimToken claim, Duration leaseFor, Duration keepFor) {
        return calls.renew(claim, leaseFor, keepFor);
    }

    @Override
    public Optional<StoredRecord> find(IdempotencyKey key) {
        return calls.find(key);
    }

    @Override
    public WriteResult forget(StoredRecord seen) {
        return calls.forget(seen);
    }

    @Override
    public int purge(int limit) {
        return calls.purge(limit);
    }

    @Override
    public StoreTraits traits() {
        return calls.traits();
    }

    @Override
    public Watch watch(IdempotencyKey key, Runnable changed) {
        return real instanceof WatchableStore watchable ? watchable.watch(key, changed) : () -> {};
    }

    @Override
    public boolean pushes() {
        return real instanceof WatchableStore watchable && watchable.pushes();
    }

    @Override
    public List<StoredRecord> unsettled(int limit) {
        return ((ListableStore) real).unsettled(limit);
    }
}
