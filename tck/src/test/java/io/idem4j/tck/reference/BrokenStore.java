package io.idem4j.tck.reference;

import io.idem4j.tck.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A copy of the reference store with one rule taken out, and the clause that this breaks. */
record BrokenStore(String clause, String what, Maker maker) {
    /** Margin between clocks of every copy, so that S-23 can be broken. */
    static final Duration SKEW = Duration.ofSeconds(1);

    interface Maker {
        ReferenceStore make(TestClock clock, Duration skew);
    }

    static List<BrokenStore> all() {
        return Stream.of(
                        BrokenClaims.all(),
                        BrokenTakeovers.all(),
                        BrokenRepeats.all(),
                        BrokenWrites.all(),
                        BrokenTimes.all(),
                        BrokenOutside.all())
                .flatMap(List::stream)
                .toList();
    }

    ReferenceHarness open() {
        TestClock clock = new TestClock();
        return new ReferenceHarness(maker.make(clock, SKEW), clock, SKEW);
    }

    @Override
    public String toString() {
        return clause + ": " + what;
    }
}
