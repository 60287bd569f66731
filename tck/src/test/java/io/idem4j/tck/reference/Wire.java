package io.idem4j.tck.reference;

import io.idem4j.IdempotencyKey;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.StoreException;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.tck.StoreFaults.Kind;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The way between the reference store and its rows: counts, fails when told, lets a test come between. */
class Wire {
    final AtomicLong roundTrips = new AtomicLong();
    final AtomicLong writes = new AtomicLong();
    final AtomicReference<@Nullable Runnable> between = new AtomicReference<>();
    volatile @Nullable Kind fault;
    volatile Mapping mapping = Wire::wrapped;

    /** How a failure of the wire becomes one of the store. */
    interface Mapping {
        StoreException wrap(Kind kind, @Nullable IdempotencyKey key);
    }

    <T> T send(@Nullable IdempotencyKey key, Supplier<T> request) {
        Runnable meanwhile = between.getAndSet(null);
        if (meanwhile != null) {
            meanwhile.run();
        }
        Kind failing = fault;
        if (failing == Kind.UNREACHABLE || failing == Kind.REFUSED) {
            throw mapping.wrap(failing, key);
        }
        roundTrips.incrementAndGet();
        T reply = request.get();
        if (failing == Kind.REPLY_LOST) {
            throw mapping.wrap(failing, key);
        }
        return reply;
    }

    void wrote() {
        writes.incrementAndGet();
    }

    static StoreException wrapped(Kind kind, @Nullable IdempotencyKey key) {
        return switch (kind) {
            case UNREACHABLE -> new StoreUnavailableException(key, "no connection", null);
            case REFUSED -> new StoreRejectedException(key, "no such table: idempotency_record", null);
            case REPLY_LOST ->
                new OutcomeUnknownException(key, "the connection broke after the request was sent", null);
        };
    }
}
