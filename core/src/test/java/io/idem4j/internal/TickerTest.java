package io.idem4j.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class TickerTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

    @Test
    void a_configured_clock_can_say_that_more_has_passed() {
        Ticker ticker = new Ticker(now::get);
        Ticker.Mark mark = ticker.mark();
        now.set(Instant.EPOCH.plusSeconds(60));

        assertThat(ticker.since(mark)).isGreaterThanOrEqualTo(Duration.ofSeconds(60));
        assertThat(ticker.left(mark, Duration.ofSeconds(60))).isZero();
        assertThat(ticker.left(mark, Duration.ofSeconds(90))).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(30));
    }

    @Test
    void a_configured_clock_that_stands_or_goes_back_does_not_stop_the_monotonic_one() {
        Ticker ticker = new Ticker(now::get);
        Ticker.Mark mark = ticker.mark();
        now.set(Instant.EPOCH.minusSeconds(3_600));
        while (ticker.since(mark).isZero()) {
            Thread.onSpinWait();
        }

        assertThat(ticker.since(mark)).isPositive();
        assertThat(ticker.left(mark, Duration.ofNanos(1))).isZero();
    }

    @Test
    void what_is_left_is_never_negative() {
        Ticker ticker = new Ticker(null);

        assertThat(ticker.left(ticker.mark(), Duration.ZERO)).isZero();
        assertThat(ticker.left(ticker.mark(), Duration.ofDays(36_500))).isPositive();
    }
}
