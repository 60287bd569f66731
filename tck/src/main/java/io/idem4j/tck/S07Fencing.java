package io.idem4j.tck;

import static io.idem4j.spi.WriteResult.APPLIED;
import static io.idem4j.spi.WriteResult.FENCED;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** S-07, row by row. */
abstract class S07Fencing extends ClauseTests {
    S07Fencing(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-07")
    void own_live_claim_complete_writes() {
        assertCompletes(live());
    }

    @Test
    @Clause("S-07")
    void own_lapsed_claim_complete_writes() {
        assertCompletes(lapsed());
    }

    private void assertCompletes(Holder holder) {
        assertThat(holder.complete(DATA)).isEqualTo(APPLIED);
        assertThat(found().status()).isEqualTo(RecordStatus.COMPLETED);
        assertThat(found().data()).isEqualTo(DATA);
    }

    @Test
    @Clause("S-07")
    void own_live_claim_release_deletes() {
        assertThat(live().release()).isEqualTo(APPLIED);
        assertAbsent();
    }

    @Test
    @Clause("S-07")
    void own_lapsed_claim_release_deletes() {
        assertThat(lapsed().release()).isEqualTo(APPLIED);
        assertAbsent();
    }

    @Test
    @Clause("S-07")
    void own_live_claim_renew_sets_the_lease() {
        assertRenews(live());
    }

    @Test
    @Clause("S-07")
    void own_lapsed_claim_renew_sets_the_lease() {
        assertRenews(lapsed());
    }

    private void assertRenews(Holder holder) {
        StoreClock.Window renewing = time().around(
                        () -> assertThat(holder.renew(Duration.ofMinutes(20), Duration.ofHours(2)))
                                .isEqualTo(APPLIED));
        renewing.assertAt(found().leaseUntil(), Duration.ofMinutes(20), "leaseUntil");
        assertThat(found().isLapsed()).isFalse();
    }

    @Test
    @Clause("S-07")
    void own_expired_claim_is_written_to_as_long_as_it_is_there() {
        boolean stays = subject().expiredRecords() != ExpiredRecords.GO_BY_THEMSELVES;
        Holder completing = expired(claim().key(Keys.fresh()));
        assertThat(completing.complete(DATA)).isIn(APPLIED, stays ? APPLIED : FENCED);
        Holder renewing = expired(claim().key(Keys.fresh()));
        assertThat(renewing.renew()).isIn(APPLIED, stays ? APPLIED : FENCED);
        Holder releasing = expired(claim().key(Keys.fresh()));
        assertThat(releasing.release()).isEqualTo(APPLIED);
        assertThat(releasing.complete(DATA)).isEqualTo(FENCED);
    }

    @Test
    @Clause("S-07")
    void own_settled_record_complete_changes_nothing_and_is_applied() {
        for (RecordStatus status : SETTLED) {
            Holder holder = settled(claim().key(Keys.fresh()), status, Holder.RETENTION);
            StoredRecord before = found(holder.request().key());
            for (RecordStatus again : SETTLED) {
                assertThat(holder.complete(again, dataOf(again), Duration.ofHours(3)))
                        .as("complete %s as %s", status, again)
                        .isEqualTo(APPLIED);
                assertUnchanged(before);
            }
        }
    }

    @Test
    @Clause("S-07")
    void own_settled_record_release_changes_nothing_and_is_fenced() {
        for (RecordStatus status : SETTLED) {
            Holder holder = settled(claim().key(Keys.fresh()), status, Holder.RETENTION);
            StoredRecord before = found(holder.request().key());
            assertThat(holder.release()).as("release %s", status).isEqualTo(FENCED);
            assertUnchanged(before);
        }
    }

    @Test
    @Clause("S-07")
    void own_settled_record_renew_changes_nothing_and_is_fenced() {
        for (RecordStatus status : SETTLED) {
            Holder holder = settled(claim().key(Keys.fresh()), status, Holder.RETENTION);
            StoredRecord before = found(holder.request().key());
            assertThat(holder.renew()).as("renew %s", status).isEqualTo(FENCED);
            assertThat(holder.endLease()).as("end the lease of %s", status).isEqualTo(FENCED);
            assertUnchanged(before);
        }
    }

    @Test
    @Clause("S-07")
    void own_settled_and_expired_record_is_answered_by_status_and_token_too() {
        if (subject().expiredRecords() == ExpiredRecords.GO_BY_THEMSELVES) {
            throw Hook.gap("the store removes expired records in its own time");
        }
        Holder holder = settledAndExpired(RecordStatus.COMPLETED);
        assertThat(holder.release()).isEqualTo(FENCED);
        assertThat(holder.renew()).isEqualTo(FENCED);
        assertThat(holder.complete(DATA)).isEqualTo(APPLIED);
        assertAbsent();
    }

    @Test
    @Clause("S-07")
    void a_live_claim_of_another_complete_is_fenced() {
        live();
        StoredRecord before = found();
        assertThat(stranger().complete(DATA)).isEqualTo(FENCED);
        assertUnchanged(before);
    }

    @Test
    @Clause("S-07")
    void a_live_claim_of_another_release_is_fenced() {
        live();
        StoredRecord before = found();
        assertThat(stranger().release()).isEqualTo(FENCED);
        assertUnchanged(before);
    }

    @Test
    @Clause("S-07")
    void a_live_claim_of_another_renew_is_fenced() {
        live();
        StoredRecord before = found();
        assertThat(stranger().renew()).isEqualTo(FENCED);
        assertThat(stranger().endLease()).isEqualTo(FENCED);
        assertUnchanged(before);
    }

    @Test
    @Clause("S-07")
    void a_lapsed_claim_of_another_is_fenced() {
        lapsed();
        assertFencedAndUnchanged(stranger());
    }

    @Test
    @Clause("S-07")
    void a_settled_record_of_another_is_fenced() {
        for (RecordStatus status : SETTLED) {
            Holder holder = settled(claim().key(Keys.fresh()), status, Holder.RETENTION);
            Holder stranger =
                    new Holder(store(), claim().key(holder.request().key()).request(), 1);
            StoredRecord before = found(holder.request().key());
            assertThat(stranger.complete(DATA)).as("complete %s", status).isEqualTo(FENCED);
            assertThat(stranger.release()).as("release %s", status).isEqualTo(FENCED);
            assertThat(stranger.renew()).as("renew %s", status).isEqualTo(FENCED);
            assertUnchanged(before);
        }
    }

    @Test
    @Clause("S-07")
    void a_holder_that_was_taken_over_is_fenced_while_the_other_runs_and_after() {
        Holder old = lapsed();
        Holder next = live(claim().takingOver());
        assertFencedAndUnchanged(old);

        assertThat(next.complete(DATA)).isEqualTo(APPLIED);
        assertFencedAndUnchanged(old);
    }

    @Test
    @Clause("S-07")
    void an_absent_record_is_released_and_neither_completed_nor_renewed() {
        Holder nobody = stranger();
        assertThat(nobody.complete(DATA)).isEqualTo(FENCED);
        assertAbsent();
        assertThat(nobody.renew()).isEqualTo(FENCED);
        assertAbsent();
        assertThat(nobody.release()).isEqualTo(APPLIED);
        assertAbsent();
    }

    private Holder stranger() {
        return new Holder(store(), claim().request(), 1);
    }

    private void assertFencedAndUnchanged(Holder holder) {
        StoredRecord before = found();
        assertThat(holder.complete("\"of the fenced\"")).as("complete").isEqualTo(FENCED);
        assertThat(holder.release()).as("release").isEqualTo(FENCED);
        assertThat(holder.renew()).as("renew").isEqualTo(FENCED);
        assertThat(holder.endLease()).as("end the lease").isEqualTo(FENCED);
        assertUnchanged(before);
    }
}
