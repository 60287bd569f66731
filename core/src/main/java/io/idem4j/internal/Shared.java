package io.idem4j.internal;

/** What all views of one {@code Idempotency} share: threads and waiting calls. */
record Shared(LeaseKeeper leases, WaitingRooms rooms) {
    Shared() {
        this(new LeaseKeeper(), new WaitingRooms());
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
