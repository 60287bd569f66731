package io.idem4j.client;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * How long to wait before another attempt: twice as long each time up to a longest, of which a random half is left out, so that
 * clients that failed together do not come back together; on top of that what the server asked for.
 */
record Backoff(Duration first, Duration longest, DoubleSupplier random) {
    private static final int MOST_DOUBLINGS = 30;

    Duration after(int attempt, Duration asked) {
        long doubled = first.toMillis() << Math.min(attempt - 1, MOST_DOUBLINGS);
        long bounded = doubled < first.toMillis() ? longest.toMillis() : Math.min(doubled, longest.toMillis());
        double half = bounded / 2.0;
        Duration own = Duration.ofMillis(Math.round(half + half * random.getAsDouble()));
        return asked.isZero() ? own : asked.plusMillis(Math.round(Math.min(half, 1_000) * random.getAsDouble()));
    }
}
