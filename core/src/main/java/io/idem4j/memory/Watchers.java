package io.idem4j.memory;

import io.idem4j.IdempotencyKey;
import io.idem4j.spi.WatchableStore.Watch;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Who wants to know of which key. */
final class Watchers {
    private final ConcurrentMap<IdempotencyKey, List<Entry>> byKey = new ConcurrentHashMap<>();

    /** Compared by identity: the same callback may watch twice. */
    private static final class Entry {
        final Runnable changed;

        Entry(Runnable changed) {
            this.changed = changed;
        }
    }

    Watch add(IdempotencyKey key, Runnable changed) {
        Entry entry = new Entry(changed);
        byKey.merge(
                key,
                List.of(entry),
                (some, one) -> Stream.concat(some.stream(), one.stream()).toList());
        return () -> byKey.computeIfPresent(key, (same, entries) -> without(entries, entry));
    }

    private static @Nullable List<Entry> without(List<Entry> entries, Entry entry) {
        List<Entry> rest = entries.stream().filter(other -> other != entry).toList();
        return rest.isEmpty() ? null : rest;
    }

    void tell(IdempotencyKey key) {
        if (!byKey.isEmpty()) {
            byKey.getOrDefault(key, List.of()).forEach(entry -> entry.changed.run());
        }
    }
}
