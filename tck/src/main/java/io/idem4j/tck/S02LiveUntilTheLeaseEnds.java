package io.idem4j.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** S-02. */
abstract class S02LiveUntilTheLeaseEnds extends ClauseTests {
    S02LiveUntilTheLeaseEnds(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-02")
    void a_claim_is_live_while_its_lease_runs() {
        Holder holder = live();

        StoredRecord record = recordOf(claimAnew());

        assertThat(record.token()).isEqualTo(holder.request().token());
        assertThat(record.isLapsed()).isFalse();
        assertThat(record.isExpired()).isFalse();
    }

    @Test
    @Clause("S-02")
    void at_the_very_instant_at_which_the_lease_ends_a_claim_is_live() {
        TestClock clock = time().exact();
        live();
        Instant end = known(found().leaseUntil());

        clock.set(end);
        StoredRecord record = recordOf(claimAnew());

        assertThat(record.isLapsed()).isFalse();
        assertThat(record.observedAt()).isEqualTo(end);
    }

    @Test
    @Clause("S-02")
    void a_claim_is_live_no_longer_once_its_lease_is_over() {
        lapsed();

        assertThat(found().isLapsed()).isTrue();
        assertThat(attemptOf(claimAnew())).isEqualTo(2);
    }

    @Test
    @Clause("S-02")
    void a_claim_without_a_lease_end_is_live_until_it_expires() {
        live(claim().lease(null).keep(TestClaim.KEEP));
        if (time().isInjected()) {
            time().pass(TestClaim.KEEP.minus(Duration.ofMinutes(1)));
        }
        StoredRecord record = recordOf(claimAnew());
        assertThat(record.leaseUntil()).isNull();
        assertThat(record.isLapsed()).isFalse();
    }

    @Test
    @Clause("S-02")
    void a_claim_without_a_lease_end_ends_when_it_expires() {
        Duration brief = time().brief();
        live(claim().lease(null).keep(brief));
        time().pass(brief.plus(subject().precision()));

        assertThat(attemptOf(claimAnew())).isEqualTo(1);
    }

    @Test
    @Clause("S-02")
    void a_claim_is_live_no_longer_once_completed_released_or_forgotten() {
        Holder holder = live();
        assertThat(holder.complete(DATA)).isEqualTo(WriteResult.APPLIED);
        assertThat(recordOf(claimAnew()).status()).isEqualTo(RecordStatus.COMPLETED);

        Holder released = live(claim().key(Keys.fresh()));
        assertThat(released.release()).isEqualTo(WriteResult.APPLIED);
        live(claim().key(released.request().key()));

        Holder forgotten = live(claim().key(Keys.fresh()));
        assertThat(store().forget(found(forgotten.request().key()))).isEqualTo(WriteResult.APPLIED);
        live(claim().key(forgotten.request().key()));
    }

    @Test
    @Clause("S-02")
    void what_is_read_carries_the_time_of_the_clock_that_decides() {
        TestClock clock = time().exact();
        live();
        clock.advance(Duration.ofSeconds(61));

        assertThat(Duration.between(found().observedAt(), clock.instant()).abs())
                .isLessThanOrEqualTo(subject().precision());
        assertThat(Duration.between(recordOf(claimAnew()).observedAt(), clock.instant())
                        .abs())
                .isLessThanOrEqualTo(subject().precision());
    }
}
