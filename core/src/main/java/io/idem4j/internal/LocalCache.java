package io.idem4j.internal;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Settled records of one operation in this process (E-10). It keeps the stored text, so that each caller gets a value of
 * its own. An entry's age counts from before the call that read it, or from before the first sending of the complete that
 * made it, so that none outlives its record.
 */
final class LocalCache {
    private static final float LOAD = 0.75f;
    private static final int INITIAL = 16;

    private final Duration maxAge;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<IdempotencyKey, Kept> entries;
    /** What was read before somebody asked to forget is not kept. */
    private long forgotten = System.nanoTime();

    private record Kept(StoredRecord record, Ticker.Mark from, Duration life) {}

    LocalCache(int maxEntries, Duration maxAge, Ticker ticker) {
        this.maxAge = maxAge;
        this.ticker = ticker;
        this.entries = new LinkedHashMap<>(INITIAL, LOAD, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<IdempotencyKey, Kept> eldest) {
                return size() > maxEntries;
            }
        };
    }

    /** A record as it was read by a call sent at {@code sent}; kept only if it is settled with its result. */
    void keep(StoredRecord record, Ticker.Mark sent) {
        boolean replays = record.status() == RecordStatus.COMPLETED || record.status() == RecordStatus.FAILED;
        if (!replays) {
            return;
        }
        Duration life = record.expiresAt() == null
                ? maxAge
                : Ticker.min(maxAge, Duration.between(record.observedAt(), record.expiresAt()));
        lock.lock();
        try {
            Kept kept = entries.get(record.key());
            boolean older = kept != null && kept.from().nanos() - sent.nanos() > 0;
            if (sent.nanos() - forgotten > 0 && !older) {
                entries.put(record.key(), new Kept(record, sent, life));
            }
        } finally {
            lock.unlock();
        }
    }

    @Nullable StoredRecord find(IdempotencyKey key) {
        lock.lock();
        try {
            Kept entry = entries.get(key);
            if (entry != null && ticker.left(entry.from(), entry.life()).isZero()) {
                entries.remove(key);
                return null;
            }
            return entry == null ? null : entry.record();
        } finally {
            lock.unlock();
        }
    }

    void forget(IdempotencyKey key) {
        lock.lock();
        try {
            entries.remove(key);
            forgotten = System.nanoTime();
        } finally {
            lock.unlock();
        }
    }

    void clear() {
        lock.lock();
        try {
            entries.clear();
            forgotten = System.nanoTime();
        } finally {
            lock.unlock();
        }
    }
}
