package io.idem4j.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult.Acquired;
import io.idem4j.spi.ClaimResult.Existing;
import io.idem4j.tck.Clause;
import io.idem4j.tck.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/** Machines whose clocks are wrong agree on the service's (S-23). */
class ServiceClockTest extends OnDynamo {
    private static final Instant TRUTH = Instant.parse("2030-01-01T00:00:00.400Z");

    private static String dated(Instant instant) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(instant.atOffset(ZoneOffset.UTC));
    }

    @Test
    void one_answer_leaves_less_than_a_second_and_more_answers_less() {
        for (int wrongBySeconds : new int[] {-7_200, -61, -1, 0, 1, 20, 86_400}) {
            TestClock machine = new TestClock(TRUTH.plusSeconds(wrongBySeconds));
            ServiceClock clock = new ServiceClock(machine, true);
            for (int answer = 0; answer < 20; answer++) {
                Instant truth = machine.instant().minusSeconds(wrongBySeconds);
                clock.learn(machine.instant(), dated(truth));
                assertThat(clock.instant()).isCloseTo(truth, within(1, ChronoUnit.SECONDS));
                machine.advance(Duration.ofMillis(730));
            }
            assertThat(clock.instant())
                    .isCloseTo(machine.instant().minusSeconds(wrongBySeconds), within(50, ChronoUnit.MILLIS));
        }
    }

    @Test
    void a_slow_answer_spoils_nothing() {
        TestClock machine = new TestClock(TRUTH);
        ServiceClock clock = new ServiceClock(machine, true);
        clock.learn(machine.instant(), dated(TRUTH));
        Instant sent = machine.instant();
        machine.advance(Duration.ofSeconds(50));
        clock.learn(sent, dated(TRUTH.plusSeconds(2)));
        assertThat(clock.instant()).isEqualTo(machine.instant());
    }

    @Test
    void an_answer_without_a_date_or_with_nonsense_is_ignored() {
        TestClock machine = new TestClock(TRUTH);
        ServiceClock clock = new ServiceClock(machine, true);
        clock.learn(TRUTH, null);
        clock.learn(TRUTH, "yesterday");
        clock.learn(TRUTH.plusSeconds(5), dated(TRUTH.plusSeconds(500)));
        assertThat(clock.instant()).isEqualTo(TRUTH);
    }

    @Test
    void a_clock_that_was_given_is_taken_as_it_is_unless_told_otherwise() {
        date = dated(clock.instant().plusSeconds(3_600));
        store.claim(claim(key));
        assertThat(store.find(key).orElseThrow().observedAt()).isEqualTo(clock.instant());
    }

    @Test
    @Clause("S-23")
    void a_claimer_whose_clock_is_ahead_does_not_take_a_live_claim_over() {
        TestClock ahead = new TestClock(clock.instant().plusSeconds(600));
        DynamoDbStore wrong = store(builder -> builder.clock(ahead).followServiceClock(true));
        date = dated(clock.instant());
        store.claim(claim(key));

        assertThat(wrong.claim(claim(key))).isInstanceOf(Existing.class);

        DynamoDbStore trusting = store(builder -> builder.clock(ahead));
        assertThat(trusting.claim(claim(key))).isEqualTo(new Acquired(2));
    }

    @Test
    @Clause("S-23")
    void a_holder_whose_clock_is_behind_has_its_whole_lease() {
        TestClock behind = new TestClock(clock.instant().minusSeconds(600));
        DynamoDbStore wrong = store(builder -> builder.clock(behind).followServiceClock(true));
        date = dated(clock.instant());
        wrong.find(key);
        ClaimRequest claim = claim(key);
        wrong.claim(claim);

        clock.advance(LEASE.minusSeconds(2));

        assertThat(store.claim(claim(key))).isInstanceOf(Existing.class);
    }

    @Test
    void a_refused_write_teaches_the_clock_too() {
        TestClock ahead = new TestClock(clock.instant().plusSeconds(600));
        DynamoDbStore wrong = store(builder -> builder.clock(ahead).followServiceClock(true));
        store.claim(claim(key));
        date = dated(clock.instant());
        Existing met = (Existing) wrong.claim(claim(key));
        assertThat(met.record().observedAt()).isCloseTo(clock.instant(), within(1, ChronoUnit.SECONDS));
    }
}
