package io.idem4j.tck;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.IdempotencyStore;
import java.time.Duration;

/** A call of a store as a value: can be kept, repeated, sent late, and looked up in the {@link RecordTable}. Immutable. */
public sealed interface StoreCall {
    /** The record concerned. */
    IdempotencyKey key();

    /** Makes the call. Throws what the store throws. */
    StoreAnswer on(IdempotencyStore store);

    /** {@link IdempotencyStore#claim}. */
    record Claim(ClaimRequest request) implements StoreCall {
        @Override
        public IdempotencyKey key() {
            return request.key();
        }

        @Override
        public StoreAnswer on(IdempotencyStore store) {
            return new StoreAnswer.Claimed(store.claim(request));
        }
    }

    /** {@link IdempotencyStore#complete}. */
    record Complete(ClaimToken claim, Completion completion) implements StoreCall {
        @Override
        public IdempotencyKey key() {
            return claim.key();
        }

        @Override
        public StoreAnswer on(IdempotencyStore store) {
            return new StoreAnswer.Written(store.complete(claim, completion));
        }
    }

    /** {@link IdempotencyStore#release}. */
    record Release(ClaimToken claim) implements StoreCall {
        @Override
        public IdempotencyKey key() {
            return claim.key();
        }

        @Override
        public StoreAnswer on(IdempotencyStore store) {
            return new StoreAnswer.Written(store.release(claim));
        }
    }

    /** {@link IdempotencyStore#renew}. */
    record Renew(ClaimToken claim, Duration leaseFor, Duration keepFor) implements StoreCall {
        @Override
        public IdempotencyKey key() {
            return claim.key();
        }

        @Override
        public StoreAnswer on(IdempotencyStore store) {
            return new StoreAnswer.Written(store.renew(claim, leaseFor, keepFor));
        }
    }

    /** {@link IdempotencyStore#find}. */
    record Find(IdempotencyKey key) implements StoreCall {
        @Override
        public StoreAnswer on(IdempotencyStore store) {
            return new StoreAnswer.Found(store.find(key));
        }
    }

    /** {@link IdempotencyStore#forget}. */
    record Forget(StoredRecord seen) implements StoreCall {
        @Override
        public IdempotencyKey key() {
            return seen.key();
        }

        @Override
        public StoreAnswer on(IdempotencyStore store) {
            return new StoreAnswer.Written(store.forget(seen));
        }
    }
}
