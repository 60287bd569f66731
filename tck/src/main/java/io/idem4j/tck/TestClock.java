package io.idem4j.tck;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until a test moves it. Thread-safe. */
public final class TestClock implements InstantSource {
    private final AtomicReference<Instant> now;

    /** Starts at a whole second of 2030. */
    public TestClock() {
        this(Instant.parse("2030-01-01T00:00:00Z"));
    }

    /** Starts at this instant. */
    public TestClock(Instant start) {
        this.now = new AtomicReference<>(start);
    }

    @Override
    public Instant instant() {
        return Objects.requireNonNull(now.get());
    }

    /** Moves on, or back where negative. */
    public void advance(Duration by) {
        now.updateAndGet(instant -> instant.plus(by));
    }

    /** Sets the clock. */
    public void set(Instant instant) {
        now.set(instant);
    }

    @Override
    public String toString() {
        return "TestClock[" + now.get() + "]";
    }
}
