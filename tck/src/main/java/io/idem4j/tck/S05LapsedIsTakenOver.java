package io.idem4j.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.WriteResult;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** S-05. */
abstract class S05LapsedIsTakenOver extends ClauseTests {
    S05LapsedIsTakenOver(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-05")
    void a_lapsed_claim_is_taken_over_by_a_claim_that_allows_it() {
        lapsed();

        Holder next = live(claim().takingOverBelow(2));

        assertThat(next.attempt()).isEqualTo(2);
        assertThat(found().token()).isEqualTo(next.request().token());
        assertThat(found().isLapsed()).isFalse();
    }

    @Test
    @Clause("S-05")
    void a_claim_that_takes_nothing_over_gets_the_lapsed_record() {
        Holder holder = lapsed();
        StoredRecord before = found();

        StoredRecord record = recordOf(store().claim(claim().takingOverBelow(0).request()));

        assertThat(record.isLapsed()).isTrue();
        assertThat(record.token()).isEqualTo(holder.request().token());
        assertUnchanged(before);
    }

    @Test
    @Clause("S-05")
    void a_record_is_taken_over_only_while_its_attempt_is_below_the_bound() {
        Holder first = lapsed();
        assertThat(recordOf(store().claim(claim().takingOverBelow(1).request())).token())
                .isEqualTo(first.request().token());

        Holder second = live(claim().takingOverBelow(2));
        assertThat(second.endLease()).isEqualTo(WriteResult.APPLIED);
        assertThat(recordOf(store().claim(claim().takingOverBelow(2).request())).attempt())
                .isEqualTo(2);

        assertThat(live(claim().takingOverBelow(3)).attempt()).isEqualTo(3);
    }

    @Test
    @Clause("S-05")
    void a_lapsed_claim_is_taken_over_at_once_after_its_end_and_not_before() {
        live(claim().lease(time().brief()));
        Instant end = known(found().leaseUntil());

        time().approach(time().lastInstant(end), () -> claimAnew() instanceof ClaimResult.Acquired);

        assertThat(found().attempt()).isEqualTo(2);
        assertThat(S02LiveUntilTheLeaseEnds.writtenAt(found()))
                .isAfterOrEqualTo(end.minus(subject().precision()));
    }

    @Test
    @Clause("S-05")
    void a_claim_that_took_over_is_live() {
        lapsed();
        Holder next = live(claim().takingOver());

        assertThat(recordOf(claimAnew()).token()).isEqualTo(next.request().token());
    }
}
