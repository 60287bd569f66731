package io.idem4j.jdbc;

import java.time.Duration;

/** Durations as a database can add them to its clock. */
final class Spans {
    /** Past anything that a caller can tell from for ever, and within the years that each database knows. */
    private static final Duration LONGEST = Duration.ofDays(365_250L * 100);

    private Spans() {}

    static Duration bounded(Duration span) {
        return span.compareTo(LONGEST) < 0 ? span : LONGEST;
    }

    /** Rounded up, so that a claim lasts at least as long as was asked, and what outlasts another still does. */
    static long micros(Duration span) {
        Duration bounded = bounded(span);
        long whole = Math.multiplyExact(bounded.getSeconds(), 1_000_000L);
        return whole + (bounded.getNano() + 999) / 1_000;
    }
}
