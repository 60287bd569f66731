package io.idem4j.jdbc;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Keys that this process lately saw settled, until they expire: for these a plain look is likely to answer, and is
 * cheaper for the server than a statement that could also write. A hint only. A key leaves before its record expires, by
 * the local monotonic clock, and when it is forgotten here; a claim that trusted a hint wrongly takes one statement more.
 */
final class SettledKeys {
    private static final int SLOTS = 4_096;
    private static final Duration LONGEST = Duration.ofHours(1);

    private final AtomicReferenceArray<@Nullable Hint> slots = new AtomicReferenceArray<>(SLOTS);

    private record Hint(IdempotencyKey key, long until) {}

    boolean has(IdempotencyKey key) {
        Hint hint = slots.get(slot(key));
        return hint != null && hint.until - System.nanoTime() > 0 && hint.key.equals(key);
    }

    /**
     * Remembers the key if its record is settled and not expired.
     *
     * @param since {@code System.nanoTime()} before the record was asked for
     * @return whether it was
     */
    boolean note(StoredRecord seen, long since) {
        boolean settled = seen.status() != RecordStatus.IN_PROGRESS && !seen.isExpired();
        if (settled && seen.expiresAt() != null) {
            note(seen.key(), Duration.between(seen.observedAt(), seen.expiresAt()), since);
        }
        return settled;
    }

    void note(IdempotencyKey key, Duration expiresIn, long since) {
        Duration kept = expiresIn.compareTo(LONGEST) < 0 ? expiresIn : LONGEST;
        slots.set(slot(key), new Hint(key, since + kept.toNanos()));
    }

    void remove(IdempotencyKey key) {
        slots.set(slot(key), null);
    }

    private static int slot(IdempotencyKey key) {
        int hash = key.hashCode();
        return (hash ^ (hash >>> 16)) & (SLOTS - 1);
    }
}
