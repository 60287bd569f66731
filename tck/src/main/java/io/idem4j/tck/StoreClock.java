package io.idem4j.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The clock that a store's leases run on, as tests see it: moved where it was injected, waited for where it is a server's. */
final class StoreClock {
    private static final Duration BRIEF_ON_SERVER = Duration.ofMillis(40);
    private static final Duration BRIEF_ON_TEST_CLOCK = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final Duration TICK = Duration.ofNanos(1);

    private final StoreUnderTest subject;
    private final @Nullable TestClock injected;
    private @Nullable IdempotencyKey probe;

    StoreClock(StoreUnderTest subject) {
        this.subject = subject;
        this.injected = subject.clock();
        assertThat(subject.store().traits().serverClock())
                .as("traits().serverClock(), where the harness %s a clock", injected == null ? "has not" : "has")
                .isEqualTo(injected == null);
    }

    boolean isInjected() {
        return injected != null;
    }

    /** The injected clock; where the server has its own the calling test is not applicable. */
    TestClock exact() {
        if (injected == null) {
            throw Hook.gap("leases run on the server's clock, which can't be stopped at an instant");
        }
        return injected;
    }

    /** A lease or a retention that a test can outlast. */
    Duration brief() {
        return injected == null ? BRIEF_ON_SERVER : BRIEF_ON_TEST_CLOCK;
    }

    /** The smallest step that the store can tell. */
    Duration tick() {
        Duration precision = subject.precision();
        return precision.compareTo(TICK) > 0 ? precision : TICK;
    }

    /** Later than the end by the least that counts as lapsed or expired. */
    Instant justPast(Instant end) {
        return end.plus(subject.clockSkew()).plus(tick());
    }

    /** The last instant at which a claim takes what ends then for live or unexpired. */
    Instant lastInstant(Instant end) {
        return end.plus(subject.clockSkew());
    }

    Instant now() {
        if (injected != null) {
            return injected.instant();
        }
        if (probe == null) {
            probe = Keys.fresh();
            subject.store()
                    .claim(TestClaim.of(probe)
                            .lease(null)
                            .keep(Duration.ofDays(1))
                            .request());
        }
        return subject.store().find(probe).map(StoredRecord::observedAt).orElseThrow();
    }

    /** Until what ends then is lapsed or expired to everybody. */
    void pass(Instant end) {
        Instant target = justPast(end);
        if (injected != null) {
            if (injected.instant().isBefore(target)) {
                injected.set(target);
            }
            return;
        }
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (now().isBefore(target)) {
            assertThat(System.nanoTime() - deadline)
                    .as("nanoseconds over the %s that the store's clock had to reach %s", PATIENCE, target)
                    .isNegative();
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /**
     * Comes up to an instant and past it. On an injected clock {@code happened} is asked at the very instant, where it must
     * not have, and where the end is past for everybody, where it must; on a server's clock it is asked until it has.
     */
    void approach(Instant end, BooleanSupplier happened) {
        if (injected != null) {
            injected.set(end);
            assertThat(happened.getAsBoolean()).as("at the very instant").isFalse();
            injected.set(justPast(end));
            assertThat(happened.getAsBoolean()).as("past the instant").isTrue();
            return;
        }
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!happened.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline)
                    .as("nanoseconds over the %s within which it had to happen", PATIENCE)
                    .isNegative();
        }
    }

    /** Until this much more is over. */
    void pass(Duration more) {
        pass(now().plus(more));
    }

    /** Runs the call; what the store takes as now is between the two instants. */
    Window around(Runnable call) {
        Instant from = now();
        call.run();
        return new Window(from, now(), subject.precision());
    }

    /** When something was written, as exactly as it can be known. */
    record Window(Instant from, Instant to, Duration precision) {
        void assertAt(@Nullable Instant actual, Duration later, String what) {
            assertThat(actual)
                    .as("%s: %s after it was written", what, later)
                    .isBetween(from.plus(later).minus(precision), to.plus(later).plus(precision));
        }
    }
}
