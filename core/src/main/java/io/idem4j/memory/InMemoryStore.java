package io.idem4j.memory;

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
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Records of one process, lost when it ends. Thread-safe; keys are spread over stripes with a lock each, so there is no
 * global one. Expired records go as calls come: each claim also removes a few of its own stripe and of one other.
 */
public final class InMemoryStore implements IdempotencyStore, WatchableStore, ListableStore {
    private static final StoreTraits TRAITS = new StoreTraits("memory", false, true, false, Long.MAX_VALUE);
    private static final int STRIPES = 64;
    private static final int SWEPT_PER_CLAIM = 64;
    private static final int PURGED_PER_LOCK = 1_000;

    private final InstantSource clock;
    private final Stripe[] stripes;
    private final Watchers watchers = new Watchers();
    private final AtomicInteger sweeper = new AtomicInteger();

    /** On the system's clock. */
    public InMemoryStore() {
        this(InstantSource.system());
    }

    /** On a clock that a test moves. */
    public InMemoryStore(InstantSource clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
        this.stripes = Stream.generate(() -> new Stripe(clock)).limit(STRIPES).toArray(Stripe[]::new);
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        Stripe stripe = stripe(request.key());
        ClaimResult result = stripe.claim(request);
        stripe.sweep(SWEPT_PER_CLAIM);
        stripes[Math.floorMod(sweeper.getAndIncrement(), STRIPES)].sweep(SWEPT_PER_CLAIM);
        return result;
    }

    @Override
    public WriteResult complete(ClaimToken claim, Completion completion) {
        return told(claim.key(), stripe(claim.key()).complete(claim, completion));
    }

    @Override
    public WriteResult release(ClaimToken claim) {
        return told(claim.key(), stripe(claim.key()).release(claim));
    }

    @Override
    public WriteResult renew(ClaimToken claim, Duration leaseFor, Duration keepFor) {
        IdempotencyStore.checkRenewal(leaseFor, keepFor);
        WriteResult result = stripe(claim.key()).renew(claim, leaseFor, keepFor);
        return leaseFor.isZero() ? told(claim.key(), result) : result;
    }

    @Override
    public Optional<StoredRecord> find(IdempotencyKey key) {
        return stripe(key).find(key);
    }

    @Override
    public WriteResult forget(StoredRecord seen) {
        return told(seen.key(), stripe(seen.key()).forget(seen));
    }

    @Override
    public int purge(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit: must be at least 1");
        }
        int purged = 0;
        for (Stripe stripe : stripes) {
            int batch;
            do {
                batch = stripe.purge(Math.min(limit - purged, PURGED_PER_LOCK));
                purged += batch;
            } while (batch == PURGED_PER_LOCK && purged < limit);
        }
        return purged;
    }

    @Override
    public StoreTraits traits() {
        return TRAITS;
    }

    @Override
    public Watch watch(IdempotencyKey key, Runnable changed) {
        return watchers.add(key, changed);
    }

    @Override
    public List<StoredRecord> unsettled(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit: must be at least 1");
        }
        List<StoredRecord> lapsed = new ArrayList<>();
        for (Stripe stripe : stripes) {
            lapsed.addAll(stripe.lapsed());
        }
        Instant now = clock.instant();
        return lapsed.stream()
                .sorted(Comparator.comparing((StoredRecord seen) -> Objects.requireNonNullElse(seen.leaseUntil(), now)))
                .limit(limit)
                .toList();
    }

    private WriteResult told(IdempotencyKey key, WriteResult result) {
        if (result == WriteResult.APPLIED) {
            watchers.tell(key);
        }
        return result;
    }

    private Stripe stripe(IdempotencyKey key) {
        int hash = key.hashCode();
        return stripes[Math.floorMod(hash ^ (hash >>> 16), STRIPES)];
    }
}
