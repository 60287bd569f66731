package io.idem4j.tck;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.StoreTraits;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** In front of a store: each call is made a value and sent. {@code purge} and {@code traits} are passed on as they are. */
abstract class CallStore implements IdempotencyStore {
    final IdempotencyStore store;

    CallStore(IdempotencyStore store) {
        this.store = Objects.requireNonNull(store, "store");
    }

    /** Carried out on {@link #store}, or not; throws what the caller is to get. */
    abstract StoreAnswer send(StoreCall call);

    @Override
    public final ClaimResult claim(ClaimRequest request) {
        return ((StoreAnswer.Claimed) send(new StoreCall.Claim(request))).result();
    }

    @Override
    public final WriteResult complete(ClaimToken claim, Completion completion) {
        return written(new StoreCall.Complete(claim, completion));
    }

    @Override
    public final WriteResult release(ClaimToken claim) {
        return written(new StoreCall.Release(claim));
    }

    @Override
    public final WriteResult renew(ClaimToken claim, Duration leaseFor, Duration keepFor) {
        return written(new StoreCall.Renew(claim, leaseFor, keepFor));
    }

    @Override
    public final Optional<StoredRecord> find(IdempotencyKey key) {
        return ((StoreAnswer.Found) send(new StoreCall.Find(key))).record();
    }

    @Override
    public final WriteResult forget(StoredRecord seen) {
        return written(new StoreCall.Forget(seen));
    }

    private WriteResult written(StoreCall call) {
        return ((StoreAnswer.Written) send(call)).result();
    }

    @Override
    public final int purge(int limit) {
        return store.purge(limit);
    }

    @Override
    public final StoreTraits traits() {
        return store.traits();
    }
}
