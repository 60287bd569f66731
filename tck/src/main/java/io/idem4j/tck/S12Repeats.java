package io.idem4j.tck;

import static io.idem4j.spi.WriteResult.APPLIED;
import static io.idem4j.spi.WriteResult.FENCED;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** S-12: every call sent again, at once and late. */
abstract class S12Repeats extends ClauseTests {
    S12Repeats(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-12")
    void a_repeated_claim_acquires_again_with_the_same_attempt() {
        TestClaim claim = claim();
        assertThat(live(claim).attempt()).isEqualTo(1);
        assertThat(live(claim).attempt()).isEqualTo(1);
        assertThat(found().attempt()).isEqualTo(1);
    }

    @Test
    @Clause("S-12")
    void a_repeated_claim_restarts_the_lease() {
        TestClaim claim = claim().lease(Duration.ofMinutes(10));
        live(claim);
        time().pass(time().brief());

        StoreClock.Window again = time().around(() -> live(claim));

        again.assertAt(found().leaseUntil(), Duration.ofMinutes(10), "leaseUntil");
        again.assertAt(found().expiresAt(), TestClaim.KEEP, "expiresAt");
    }

    @Test
    @Clause("S-12")
    void a_repeated_claim_acquires_again_when_it_has_lapsed_and_is_no_takeover() {
        TestClaim claim = claim().takingOverBelow(0);
        Holder holder = lapsed(claim);
        TestClaim same = new TestClaim(holder.request());
        StoredRecord before = found();

        assertThat(live(same.lease(TestClaim.LEASE)).attempt()).isEqualTo(1);

        assertThat(found().isLapsed()).isFalse();
        assertThat(found().attempt()).isEqualTo(1);
        assertThat(found().createdAt()).isEqualTo(before.createdAt());
    }

    @Test
    @Clause("S-12")
    void a_repeated_takeover_keeps_its_attempt() {
        lapsed(claim().fingerprint("f-1"));
        TestClaim taking = claim().takingOverBelow(2);
        assertThat(live(taking).attempt()).isEqualTo(2);
        assertThat(live(taking).attempt()).isEqualTo(2);
        assertThat(found().attempt()).isEqualTo(2);
    }

    @Test
    @Clause("S-12")
    void a_repeated_claim_of_an_execution_does_not_take_itself_over() {
        TestClaim claim = claim().owner("exec-1").takingOver();
        live(claim);
        assertThat(live(claim).attempt()).isEqualTo(1);
    }

    @Test
    @Clause("S-12")
    void a_claim_that_arrives_after_its_token_completed_gets_that_record() {
        for (RecordStatus status : SETTLED) {
            TestClaim claim = claim().key(Keys.fresh()).takingOver();
            Holder holder = settled(claim, status, Holder.RETENTION);
            StoredRecord before = found(holder.request().key());

            Records.assertSame(recordOf(store().claim(claim.request())), before);

            assertUnchanged(before);
        }
    }

    @Test
    @Clause("S-12")
    void a_claim_that_arrives_after_it_was_taken_over_gets_the_record_of_the_other() {
        TestClaim late = claim();
        Holder first = lapsed(late);
        Holder next = live(claim().takingOver());
        StoredRecord before = found();

        assertThat(recordOf(store().claim(first.request())).token())
                .isEqualTo(next.request().token());

        assertUnchanged(before);
    }

    @Test
    @Clause("S-12")
    void a_claim_that_arrives_after_its_release_acquires_afresh() {
        TestClaim claim = claim();
        assertThat(live(claim).release()).isEqualTo(APPLIED);
        assertThat(live(claim).attempt()).isEqualTo(1);
    }

    @Test
    @Clause("S-12")
    void a_claim_that_arrives_after_its_release_while_another_runs_gets_the_record_of_the_other() {
        TestClaim late = claim();
        assertThat(live(late).release()).isEqualTo(APPLIED);
        Holder next = live();
        assertThat(recordOf(store().claim(late.request())).token())
                .isEqualTo(next.request().token());
    }

    @Test
    @Clause("S-12")
    void a_claim_that_arrives_after_it_expired_acquires_afresh() {
        Holder holder = expired();
        StoreClock.Window again = time().around(() ->
                assertThat(attemptOf(store().claim(holder.request()))).isEqualTo(1));
        if (time().isInjected()) {
            again.assertAt(found().createdAt(), Duration.ZERO, "createdAt");
        }
    }

    @Test
    @Clause("S-12")
    void a_repeated_complete_is_applied_and_changes_nothing_even_with_other_data() {
        Holder holder = completed();
        StoredRecord before = found();
        time().pass(time().brief());

        assertThat(holder.complete(DATA)).isEqualTo(APPLIED);
        assertThat(holder.complete(RecordStatus.FAILED, "\"other\"", Duration.ofDays(9)))
                .isEqualTo(APPLIED);

        assertUnchanged(before);
    }

    @Test
    @Clause("S-12")
    void a_repeated_complete_is_fenced_once_another_claim_was_made() {
        Holder holder = settledAndExpired(RecordStatus.COMPLETED);
        Holder next = live();
        StoredRecord before = found();
        assertThat(holder.complete(DATA)).isEqualTo(FENCED);
        assertUnchanged(before);
        assertThat(next.complete("\"next\"")).isEqualTo(APPLIED);
        assertThat(holder.complete(DATA)).isEqualTo(FENCED);
        assertThat(found().data()).isEqualTo("\"next\"");
    }

    @Test
    @Clause("S-12")
    void a_complete_that_arrives_after_the_record_was_forgotten_does_not_bring_it_back() {
        Holder holder = completed();
        assertThat(store().forget(found())).isEqualTo(APPLIED);
        assertThat(holder.complete(DATA)).isEqualTo(FENCED);
        assertAbsent();
    }

    @Test
    @Clause("S-12")
    void a_complete_that_arrives_after_the_release_is_fenced() {
        Holder holder = live();
        assertThat(holder.release()).isEqualTo(APPLIED);
        assertThat(holder.complete(DATA)).isEqualTo(FENCED);
        assertAbsent();
    }

    @Test
    @Clause("S-12")
    void a_repeated_release_is_applied_until_another_claim_was_made_and_then_fenced() {
        Holder holder = live();
        assertThat(holder.release()).isEqualTo(APPLIED);
        assertThat(holder.release()).isEqualTo(APPLIED);
        live();
        StoredRecord before = found();
        assertThat(holder.release()).isEqualTo(FENCED);
        assertUnchanged(before);
    }

    @Test
    @Clause("S-12")
    void a_release_or_renewal_that_arrives_after_the_completion_changes_nothing() {
        Holder holder = completed();
        StoredRecord before = found();
        assertThat(holder.release()).isEqualTo(FENCED);
        assertThat(holder.renew()).isEqualTo(FENCED);
        assertUnchanged(before);
    }

    @Test
    @Clause("S-12")
    void a_repeated_renewal_sets_the_lease_again_and_a_late_one_is_fenced() {
        Holder holder = live();
        assertThat(holder.renew()).isEqualTo(APPLIED);
        time().pass(time().brief());
        StoreClock.Window again = time().around(() -> assertThat(holder.renew()).isEqualTo(APPLIED));
        again.assertAt(found().leaseUntil(), TestClaim.LEASE, "leaseUntil");
        assertThat(holder.release()).isEqualTo(APPLIED);
        assertThat(holder.renew()).isEqualTo(FENCED);
        assertAbsent();
    }

    @Test
    @Clause("S-12")
    void a_repeated_forget_is_applied_until_another_claim_was_made_and_then_fenced() {
        completed();
        StoredRecord seen = found();
        assertThat(store().forget(seen)).isEqualTo(APPLIED);
        assertThat(store().forget(seen)).isEqualTo(APPLIED);
        live();
        assertThat(store().forget(seen)).isEqualTo(FENCED);
        assertThat(found().status()).isEqualTo(RecordStatus.IN_PROGRESS);
    }
}
