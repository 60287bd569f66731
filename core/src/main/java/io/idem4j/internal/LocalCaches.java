package io.idem4j.internal;

import io.idem4j.IdempotencyKey;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The caches of all operations, so that an operator's step in this process reaches them; an unused one may go. */
final class LocalCaches {
    private final List<WeakReference<LocalCache>> caches = new CopyOnWriteArrayList<>();

    LocalCache add(int maxEntries, Duration maxAge, Ticker ticker) {
        caches.removeIf(each -> each.refersTo(null));
        LocalCache cache = new LocalCache(maxEntries, maxAge, ticker);
        caches.add(new WeakReference<>(cache));
        return cache;
    }

    void forget(IdempotencyKey key) {
        for (WeakReference<LocalCache> each : caches) {
            LocalCache cache = each.get();
            if (cache != null) {
                cache.forget(key);
            }
        }
    }
}
