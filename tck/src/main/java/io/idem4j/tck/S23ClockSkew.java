package io.idem4j.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.RecordStatus;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** S-23. */
abstract class S23ClockSkew extends ClauseTests {
    S23ClockSkew(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-23")
    void a_lapsed_claim_is_taken_over_only_after_the_skew() {
        TestClock clock = ownClock();
        live();
        Instant end = known(found().leaseUntil());

        clock.set(end.plus(subject().clockSkew()));
        assertThat(recordOf(claimAnew()).attempt()).isEqualTo(1);

        clock.set(time().justPast(end));
        assertThat(attemptOf(claimAnew())).isEqualTo(2);
    }

    @Test
    @Clause("S-23")
    void an_expired_record_is_claimed_only_after_the_skew() {
        TestClock clock = ownClock();
        completed();
        Instant end = known(found().expiresAt());

        clock.set(end.plus(subject().clockSkew()));
        assertThat(recordOf(claimAnew()).status()).isEqualTo(RecordStatus.COMPLETED);

        clock.set(time().justPast(end));
        assertThat(attemptOf(claimAnew())).isEqualTo(1);
    }

    @Test
    @Clause("S-23")
    void ending_a_lease_counts_the_skew_in() {
        ownClock();
        live().endLease();
        Instant latest = time().now().minus(subject().clockSkew());
        assertThat(found().leaseUntil()).isBefore(latest);
        assertThat(attemptOf(claimAnew())).isEqualTo(2);
    }

    @Test
    @Clause("S-23")
    void a_lease_that_is_over_by_a_faster_clock_is_not_over_within_the_skew() {
        TestClock clock = ownClock();
        Holder holder = live(claim().lease(Duration.ofMinutes(1)));
        clock.advance(Duration.ofMinutes(1).plus(subject().clockSkew()));
        recordOf(claimAnew());
        clock.advance(subject().clockSkew().negated());
        assertThat(holder.renew()).isEqualTo(WriteResult.APPLIED);
    }

    private TestClock ownClock() {
        if (store().traits().serverClock()) {
            throw Hook.gap("the store has a clock of its own");
        }
        return time().exact();
    }
}
