package io.idem4j.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
    void at_the_very_instant_at_which_its_lease_ends_a_claim_is_live_and_then_not() {
        live(claim().lease(time().brief()));
        Instant end = known(found().leaseUntil());

        time().approach(time().lastInstant(end), () -> claimAnew() instanceof ClaimResult.Acquired);

        assertThat(found().attempt()).isEqualTo(2);
        assertThat(writtenAt(found())).isAfterOrEqualTo(end.minus(subject().precision()));
    }

    /** When the lease of a claim that says nothing of it was set. */
    static Instant writtenAt(StoredRecord record) {
        return known(record.leaseUntil()).minus(TestClaim.LEASE);
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
        live();
        time().pass(time().brief());
        List<StoredRecord> read = new ArrayList<>();
        StoreClock.Window reading = time().around(() -> {
            read.add(found());
            read.add(recordOf(claimAnew()));
        });
        read.forEach(record -> reading.assertAt(record.observedAt(), Duration.ZERO, "observedAt"));
    }
}
