package io.idem4j.redis;

import io.idem4j.StoredRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Looks through all keys for claims that lapsed. */
final class Unsettled {
    private static final Comparator<StoredRecord> LONGEST_SILENT =
            Comparator.comparing(record -> Objects.requireNonNullElse(record.leaseUntil(), Instant.MAX));
    private static final int ROOM = 1_000;

    private final Calls calls;

    Unsettled(Calls calls) {
        this.calls = calls;
    }

    /** A scan may come by a key twice; no more is kept at a time than is asked for, and some room. */
    List<StoredRecord> longestSilent(int limit) {
        Map<String, StoredRecord> kept = new HashMap<>();
        calls.each(Script.LAPSED, seen -> {
            StoredRecord record = seen.record();
            if (record.isLapsed() && !record.isExpired()) {
                kept.put(record.key().id(), record);
                if (kept.size() >= limit + (long) ROOM) {
                    List<StoredRecord> longest = first(kept, limit);
                    kept.clear();
                    longest.forEach(each -> kept.put(each.key().id(), each));
                }
            }
        });
        return first(kept, limit);
    }

    private static List<StoredRecord> first(Map<String, StoredRecord> kept, int limit) {
        List<StoredRecord> sorted = new ArrayList<>(kept.values());
        sorted.sort(LONGEST_SILENT);
        return List.copyOf(sorted.subList(0, Math.min(limit, sorted.size())));
    }
}
