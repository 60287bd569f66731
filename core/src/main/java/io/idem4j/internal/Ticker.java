package io.idem4j.internal;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * How long something took in this process: by the monotonic clock, and by the configured clock where that says more, so
 * that a test's clock can move the engine's bounds and no clock that stands still can make them endless.
 */
record Ticker(@Nullable InstantSource clock) {

    /** A moment to count from. */
    record Mark(long nanos, @Nullable Instant instant) {}

    /** The moment by the configured clock, else the system's. */
    Instant instant() {
        return clock == null ? Instant.now() : clock.instant();
    }

    Mark mark() {
        return new Mark(System.nanoTime(), clock == null ? null : clock.instant());
    }

    Duration since(Mark mark) {
        Duration monotonic = Duration.ofNanos(System.nanoTime() - mark.nanos());
        if (clock == null || mark.instant() == null) {
            return monotonic;
        }
        Duration configured = Duration.between(mark.instant(), clock.instant());
        return configured.compareTo(monotonic) > 0 ? configured : monotonic;
    }

    /** What is left of a span counted from a mark; never negative. */
    Duration left(Mark from, Duration span) {
        Duration left = span.minus(since(from));
        return left.isNegative() ? Duration.ZERO : left;
    }

    static Duration min(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
