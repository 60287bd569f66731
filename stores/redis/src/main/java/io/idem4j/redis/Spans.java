package io.idem4j.redis;

import java.time.Duration;

/** Durations in milliseconds. */
final class Spans {
    /** Ten thousand years; Lua's numbers are exact far beyond. */
    private static final Duration LONGEST = Duration.ofDays(3_652_500);

    private static final int NANOS_PER_MILLI = 1_000_000;

    private Spans() {}

    /** Rounded up, so that a claim lasts at least as long as was asked, and what outlasts another still does. */
    static long millis(Duration span) {
        Duration bounded = span.compareTo(LONGEST) < 0 ? span : LONGEST;
        return bounded.plusNanos(NANOS_PER_MILLI - 1L).toMillis();
    }
}
