package io.idem4j.memory;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The records of some keys under one lock; every method is one atomic step. The clock is read inside the lock (S-19). */
final class Stripe {
    private static final int SHRINK_BELOW = 8;
    private static final int SMALL = 1_024;

    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final TreeSet<Entry> byExpiry = new TreeSet<>(Entry.BY_EXPIRY);
    private Map<IdempotencyKey, Entry> entries = new HashMap<>();
    private int peak;
    private long made;

    Stripe(InstantSource clock) {
        this.clock = clock;
    }

    ClaimResult claim(ClaimRequest request) {
        return locked(() -> {
            Instant now = clock.instant();
            Entry entry = entries.get(request.key());
            if (entry == null || entry.isExpired(now)) {
                begin(entry, request, now);
                return new ClaimResult.Acquired(1);
            }
            boolean repeat = entry.isInProgressUnder(request.token());
            if (!entry.fits(request) || (!repeat && !entry.yieldsTo(request, now))) {
                return new ClaimResult.Existing(entry.snapshot(now));
            }
            if (!repeat) {
                entry.takeOver(request);
            }
            extend(entry, now, request.leaseFor(), request.keepFor());
            return new ClaimResult.Acquired(entry.attempt());
        });
    }

    private void begin(@Nullable Entry expired, ClaimRequest request, Instant now) {
        if (expired != null) {
            remove(expired);
        }
        Entry entry = new Entry(request, made++, now);
        entries.put(request.key(), entry);
        byExpiry.add(entry);
        peak = Math.max(peak, entries.size());
    }

    WriteResult complete(ClaimToken claim, Completion completion) {
        return locked(() -> {
            Entry entry = entries.get(claim.key());
            if (entry == null || !entry.isUnder(claim.token())) {
                return WriteResult.FENCED;
            }
            if (entry.status() == RecordStatus.IN_PROGRESS) {
                Instant now = clock.instant();
                byExpiry.remove(entry);
                entry.settle(completion, now);
                byExpiry.add(entry);
            }
            return WriteResult.APPLIED;
        });
    }

    WriteResult release(ClaimToken claim) {
        return locked(() -> {
            Entry entry = entries.get(claim.key());
            if (entry != null && !entry.isInProgressUnder(claim.token())) {
                return WriteResult.FENCED;
            }
            if (entry != null) {
                remove(entry);
            }
            return WriteResult.APPLIED;
        });
    }

    WriteResult renew(ClaimToken claim, Duration leaseFor, Duration keepFor) {
        return locked(() -> {
            Entry entry = entries.get(claim.key());
            if (entry == null || !entry.isInProgressUnder(claim.token())) {
                return WriteResult.FENCED;
            }
            extend(entry, clock.instant(), leaseFor, keepFor);
            return WriteResult.APPLIED;
        });
    }

    Optional<StoredRecord> find(IdempotencyKey key) {
        return locked(() -> {
            Instant now = clock.instant();
            Entry entry = entries.get(key);
            return entry == null || entry.isExpired(now) ? Optional.empty() : Optional.of(entry.snapshot(now));
        });
    }

    WriteResult forget(StoredRecord seen) {
        return locked(() -> {
            Entry entry = entries.get(seen.key());
            if (entry == null) {
                return WriteResult.APPLIED;
            }
            if (entry.status() != seen.status() || !Objects.equals(entry.token(), seen.token())) {
                return WriteResult.FENCED;
            }
            remove(entry);
            return WriteResult.APPLIED;
        });
    }

    int purge(int limit) {
        return locked(() -> removeExpired(limit));
    }

    /** As purge, but only if nobody else is here. */
    void sweep(int limit) {
        if (lock.tryLock()) {
            try {
                removeExpired(limit);
            } finally {
                lock.unlock();
            }
        }
    }

    List<StoredRecord> lapsed() {
        return locked(() -> {
            Instant now = clock.instant();
            List<StoredRecord> lapsed = new ArrayList<>();
            for (Entry entry : entries.values()) {
                if (entry.isLapsed(now) && !entry.isExpired(now)) {
                    lapsed.add(entry.snapshot(now));
                }
            }
            return lapsed;
        });
    }

    private int removeExpired(int limit) {
        if (byExpiry.isEmpty()) {
            return 0;
        }
        Instant now = clock.instant();
        int removed = 0;
        while (removed < limit && !byExpiry.isEmpty() && byExpiry.first().isExpired(now)) {
            remove(byExpiry.first());
            removed++;
        }
        if (removed > 0 && peak > SMALL && entries.size() < peak / SHRINK_BELOW) {
            entries = new HashMap<>(entries);
            peak = entries.size();
        }
        return removed;
    }

    private void extend(Entry entry, Instant now, @Nullable Duration leaseFor, Duration keepFor) {
        byExpiry.remove(entry);
        entry.extend(now, leaseFor, keepFor);
        byExpiry.add(entry);
    }

    private void remove(Entry entry) {
        byExpiry.remove(entry);
        entries.remove(entry.key());
    }

    private <R> R locked(Supplier<R> step) {
        lock.lock();
        try {
            return step.get();
        } finally {
            lock.unlock();
        }
    }
}
