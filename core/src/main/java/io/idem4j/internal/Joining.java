package io.idem4j.internal;

import io.idem4j.IdempotencyPolicy;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.IdempotencyPolicy.OnStoreDown;
import io.idem4j.spi.StoreTraits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What changes where a store's writes commit with the caller's transaction (T-02). Nothing of it may be known to others
 * before that commit, so that results are not cached. Where the claim is among them the transaction is the lease: nobody
 * can see the claim, so that there is nothing to renew; it goes with the transaction, so that there is nothing to keep;
 * and a call that failed has spoilt the transaction, so that there is nothing to repeat.
 */
final class Joining {
    private Joining() {}

    /** A call that runs its action has no place for the transaction: it would be open at the claim, or over at the end. */
    static void requireLambda(StoreTraits traits) {
        if (traits.completesInTransaction() && !traits.joinsTransaction()) {
            throw new IllegalStateException(
                    "the store completes in the caller's transaction: claim with begin(), then open"
                            + " the transaction and complete in it; nothing ran");
        }
    }

    /** An action that ends on another thread is not in the transaction of the one that called. */
    static void requireAnyThread(StoreTraits traits) {
        if (traits.completesInTransaction()) {
            throw new IllegalStateException(
                    "the store writes in the transaction of the calling thread, and runAsync ends on another; nothing ran");
        }
    }

    static <T extends @Nullable Object> CallSpec<T> adapted(CallSpec<T> call, StoreTraits traits) {
        if (!traits.completesInTransaction()) {
            return call;
        }
        CallSpec<T> uncached = call.withResults(call.results().uncached());
        return traits.joinsTransaction() ? uncached.withPolicy(joined(call.policy())) : uncached;
    }

    private static IdempotencyPolicy joined(IdempotencyPolicy policy) {
        return policy.renewFor(Duration.ZERO)
                .waitUpTo(Duration.ZERO)
                .claimWithin(Duration.ZERO)
                .recordWithin(Duration.ZERO)
                .onStoreDown(OnStoreDown.FAIL);
    }

    /** A claim that nobody can see can't be kept for them to see. */
    static OnFailure adapted(OnFailure choice, StoreTraits traits) {
        return traits.joinsTransaction() && choice == OnFailure.KEEP ? OnFailure.RELEASE : choice;
    }
}
