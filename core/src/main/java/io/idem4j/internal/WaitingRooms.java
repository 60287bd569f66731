package io.idem4j.internal;

import io.idem4j.IdempotencyKey;
import io.idem4j.spi.IdempotencyStore;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The rooms in which duplicates wait, one for each key of a store, and which threads of this process run an action for a
 * key. Who comes and goes is counted inside the map's own steps, which take no other lock.
 */
final class WaitingRooms {
    private final ConcurrentMap<Place, WaitingRoom> rooms = new ConcurrentHashMap<>();
    private final ConcurrentMap<Runner, Integer> runners = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** Both spell out what a record has by itself: its own is linked at run time, which a first call waits tens of milliseconds for. */
    private record Place(IdempotencyStore store, IdempotencyKey key) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Place place && store.equals(place.store) && key.equals(place.key);
        }

        @Override
        public int hashCode() {
            return 31 * store.hashCode() + key.hashCode();
        }
    }

    private record Runner(Place place, Thread thread) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Runner runner && place.equals(runner.place) && thread.equals(runner.thread);
        }

        @Override
        public int hashCode() {
            return 31 * place.hashCode() + thread.hashCode();
        }
    }

    /** To be left by {@link #leave}. */
    WaitingRoom join(IdempotencyStore store, IdempotencyKey key) {
        WaitingRoom joined = rooms.compute(new Place(store, key), (place, room) -> {
            WaitingRoom open = room == null || room.isSettled() ? new WaitingRoom() : room;
            open.enter();
            return open;
        });
        if (closed) {
            joined.close();
        }
        return joined;
    }

    void leave(IdempotencyStore store, IdempotencyKey key, WaitingRoom room) {
        AtomicBoolean empty = new AtomicBoolean();
        rooms.compute(new Place(store, key), (place, current) -> {
            empty.set(room.exit());
            return current == room && empty.get() ? null : current;
        });
        if (empty.get()) {
            room.unwatch();
        }
    }

    /** A holder in this process has ended its claim: a hint that needs no store. */
    void tell(IdempotencyStore store, IdempotencyKey key) {
        WaitingRoom room = rooms.isEmpty() ? null : rooms.get(new Place(store, key));
        if (room != null) {
            room.tell();
        }
    }

    /** From here to its close this thread runs the action of a key, so that it can't wait for it. */
    RunningCall.Running enter(IdempotencyStore store, IdempotencyKey key) {
        Runner runner = new Runner(new Place(store, key), Thread.currentThread());
        runners.merge(runner, 1, Integer::sum);
        return () -> runners.computeIfPresent(runner, (same, times) -> times == 1 ? null : times - 1);
    }

    boolean isOwn(IdempotencyStore store, IdempotencyKey key) {
        return runners.containsKey(new Runner(new Place(store, key), Thread.currentThread()));
    }

    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
        rooms.values().forEach(WaitingRoom::close);
    }
}
