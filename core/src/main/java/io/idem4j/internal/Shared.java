package io.idem4j.internal;

/** What all views of one {@code Idempotency} share: threads, waiting calls and local caches. */
record Shared(LeaseKeeper leases, WaitingRooms rooms, LocalCaches caches) {
    Shared() {
        this(new LeaseKeeper(), new WaitingRooms(), new LocalCaches());
    }

    void requireOpen() {
        if (rooms.isClosed()) {
            throw new IllegalStateException("this Idempotency is closed");
        }
    }

    void close() {
        leases.close();
        rooms.close();
    }
}
