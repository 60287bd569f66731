package io.idem4j.migrate;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyListener.Event;
import io.idem4j.memory.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/** A service that was written for another library: its events are JSON, and it counts what it did. */
abstract class Migrated {
    record Order(String id, String customer, String item, int quantity) {}

    record Receipt(String number, String item) {}

    record Response(int status, String body) {}

    static final class Orders {
        private final List<Order> placed = new ArrayList<>();

        Receipt place(Order order) {
            placed.add(order);
            return new Receipt("R" + placed.size(), order.item());
        }

        int placed() {
            return placed.size();
        }
    }

    final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    final InMemoryStore store = new InMemoryStore(now::get);
    final List<Event> events = new CopyOnWriteArrayList<>();
    final Idempotency idempotency =
            Idempotency.builder(store).clock(now::get).listener(events::add).build();
    final Orders orders = new Orders();
    final Order order = new Order("7f1c", "ann", "book", 2);

    void pass(Duration time) {
        now.set(now.get().plus(time));
    }
}
