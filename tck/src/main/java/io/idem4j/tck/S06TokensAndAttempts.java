package io.idem4j.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.StoredRecord;
import io.idem4j.spi.WriteResult;
import org.junit.jupiter.api.Test;

/** S-06. */
abstract class S06TokensAndAttempts extends ClauseTests {
    S06TokensAndAttempts(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-06")
    void an_acquired_claim_is_under_its_own_token_and_nobody_elses() {
        Holder first = lapsed();
        assertThat(found().token()).isEqualTo(first.request().token());

        Holder second = live(claim().takingOver());

        assertThat(found().token())
                .isEqualTo(second.request().token())
                .isNotEqualTo(first.request().token());
    }

    @Test
    @Clause("S-06")
    void the_first_claim_of_a_life_has_attempt_1() {
        assertThat(live().attempt()).isEqualTo(1);
        assertThat(found().attempt()).isEqualTo(1);
    }

    @Test
    @Clause("S-06")
    void a_claim_over_an_expired_record_has_attempt_1_however_often_that_was_taken_over() {
        lapsed();
        assertThat(live(claim().takingOver().lease(time().brief()).keep(time().brief()))
                        .attempt())
                .isEqualTo(2);
        time().pass(time().brief().plus(subject().precision()));

        assertThat(live(claim().takingOver()).attempt()).isEqualTo(1);
        assertThat(found().attempt()).isEqualTo(1);
    }

    @Test
    @Clause("S-06")
    void every_takeover_raises_the_attempt_by_one() {
        live();
        for (int attempt = 2; attempt <= 6; attempt++) {
            endTheLeaseOfWhoeverHolds();
            assertThat(live(claim().takingOver()).attempt()).isEqualTo(attempt);
            assertThat(found().attempt()).isEqualTo(attempt);
        }
    }

    private void endTheLeaseOfWhoeverHolds() {
        StoredRecord record = found();
        Holder holder = new Holder(store(), claim().token(known(record.token())).request(), record.attempt());
        assertThat(holder.endLease()).isEqualTo(WriteResult.APPLIED);
    }

    @Test
    @Clause("S-06")
    void a_takeover_keeps_the_beginning_and_the_fingerprint_of_the_life() {
        lapsed(claim().fingerprint("f-1").owner("exec-1").by("host-1"));
        StoredRecord before = found();

        live(claim().takingOver().owner("exec-2").by("host-2"));

        StoredRecord after = found();
        assertThat(after.createdAt()).isNotNull().isEqualTo(before.createdAt());
        assertThat(after.fingerprint()).isNotNull().isEqualTo(before.fingerprint());
        assertThat(after.owner()).isEqualTo("exec-2");
        assertThat(after.claimedBy()).isEqualTo("host-2");
    }

    @Test
    @Clause("S-06")
    void completing_keeps_attempt_and_beginning() {
        lapsed();
        StoredRecord before = found();
        Holder next = live(claim().takingOver());
        assertThat(next.complete(DATA)).isEqualTo(WriteResult.APPLIED);

        assertThat(found().attempt()).isEqualTo(2);
        assertThat(found().createdAt()).isEqualTo(before.createdAt());
    }
}
