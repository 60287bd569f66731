package io.idem4j.examples.orders;

import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.stereotype.Component;

/** The keys that this process was asked for last, so that the page can show their records. Thread-safe. */
@Component
class RecentKeys implements IdempotencyListener {
    private static final int MOST = 50;

    private final Lock lock = new ReentrantLock();
    private final Set<IdempotencyKey> keys = new LinkedHashSet<>();

    @Override
    public void onEvent(Event event) {
        if (event.key() != null) {
            add(event.key());
        }
    }

    private void add(IdempotencyKey key) {
        lock.lock();
        try {
            keys.remove(key);
            keys.add(key);
            if (keys.size() > MOST) {
                keys.remove(keys.iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Oldest first. */
    List<IdempotencyKey> all() {
        lock.lock();
        try {
            return List.copyOf(keys);
        } finally {
            lock.unlock();
        }
    }
}
