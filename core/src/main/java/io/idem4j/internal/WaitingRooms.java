package io.idem4j.internal;

import io.idem4j.IdempotencyKey;
import io.idem4j.spi.IdempotencyStore;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The rooms in which duplicates wait, one for each key of a store, and who runs an action for a key in this process. */
final class WaitingRooms {
    private final ConcurrentMap<Place, WaitingRoom> rooms = new ConcurrentHashMap<>();
    private final ConcurrentMap<Place, Thread> runners = new ConcurrentHashMap<>();
    private volatile boolean closed;

    private record Place(IdempotencyStore store, IdempotencyKey key) {}

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
        rooms.compute(new Place(store, key), (place, current) -> {
            boolean empty = room.exit();
            return current == room && empty ? null : current;
        });
        room.closeIfEmpty();
    }

    /** A holder in this process has ended its claim: a hint that needs no store. */
    void tell(IdempotencyStore store, IdempotencyKey key) {
        WaitingRoom room = rooms.isEmpty() ? null : rooms.get(new Place(store, key));
        if (room != null) {
            room.tell();
        }
    }

    /** This thread runs the action of a key, so that it can't wait for it; answers who did before. */
    @Nullable Thread enter(IdempotencyStore store, IdempotencyKey key) {
        return runners.put(new Place(store, key), Thread.currentThread());
    }

    void exit(IdempotencyStore store, IdempotencyKey key, @Nullable Thread before) {
        Place place = new Place(store, key);
        if (before == null) {
            runners.remove(place, Thread.currentThread());
        } else {
            runners.replace(place, Thread.currentThread(), before);
        }
    }

    boolean isOwn(IdempotencyStore store, IdempotencyKey key) {
        return runners.get(new Place(store, key)) == Thread.currentThread();
    }

    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
        rooms.values().forEach(WaitingRoom::close);
    }
}
