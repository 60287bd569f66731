package io.idem4j.tck;

import static io.idem4j.spi.WriteResult.APPLIED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.StoredRecord;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** S-18. */
abstract class S18LeaseAndExpiryTogether extends ClauseTests {
    private static final Duration LEASE = Duration.ofMinutes(20);
    private static final Duration KEEP = Duration.ofMinutes(50);

    S18LeaseAndExpiryTogether(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-18")
    void a_claim_sets_both() {
        assertSetsBoth(() -> live(claim().lease(LEASE).keep(KEEP)));
    }

    @Test
    @Clause("S-18")
    void a_claim_over_an_expired_record_sets_both() {
        expired();
        assertSetsBoth(() -> live(claim().lease(LEASE).keep(KEEP)));
    }

    @Test
    @Clause("S-18")
    void a_repeat_sets_both() {
        TestClaim claim = claim().lease(LEASE).keep(KEEP);
        live(claim);
        time().pass(time().brief());
        assertSetsBoth(() -> live(claim));
    }

    @Test
    @Clause("S-18")
    void a_takeover_sets_both() {
        lapsed();
        assertSetsBoth(() -> live(claim().takingOver().lease(LEASE).keep(KEEP)));
    }

    @Test
    @Clause("S-18")
    void a_renewal_sets_both() {
        Holder holder = live();
        time().pass(time().brief());
        assertSetsBoth(() -> assertThat(holder.renew(LEASE, KEEP)).isEqualTo(APPLIED));
    }

    private void assertSetsBoth(Runnable call) {
        StoreClock.Window writing = time().around(call);
        StoredRecord record = found();
        writing.assertAt(record.leaseUntil(), LEASE, "leaseUntil");
        writing.assertAt(record.expiresAt(), KEEP, "expiresAt");
    }

    @Test
    @Clause("S-18")
    void a_renewal_may_shorten_both() {
        Holder holder = live(claim().lease(LEASE).keep(KEEP));
        Duration less = Duration.ofMinutes(1);
        StoreClock.Window writing = time().around(() -> holder.renew(less, less));
        writing.assertAt(found().leaseUntil(), less, "leaseUntil");
        writing.assertAt(found().expiresAt(), less, "expiresAt");
    }

    @Test
    @Clause("S-18")
    void a_renewal_whose_lease_is_below_zero_or_outlives_its_record_is_refused_and_changes_nothing() {
        Holder holder = live(claim().lease(LEASE).keep(KEEP));
        StoredRecord before = found();
        assertRefused(() -> holder.renew(Duration.ofMillis(-1), KEEP));
        assertRefused(() -> holder.renew(KEEP.plusMillis(1), KEEP));

        assertThat(found().leaseUntil()).isEqualTo(before.leaseUntil());
        assertThat(found().expiresAt()).isEqualTo(before.expiresAt());
    }

    private static void assertRefused(ThrowingCallable renewal) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(renewal)
                .withMessageContaining("leaseFor");
    }

    @Test
    @Clause("S-18")
    void a_live_claim_that_is_renewed_outlives_what_it_was_first_kept_for() {
        Duration brief = time().brief();
        Holder holder = live(claim().lease(brief).keep(brief));
        assertThat(holder.renew(LEASE, KEEP)).isEqualTo(APPLIED);
        time().pass(brief.plus(subject().precision()));

        assertThat(recordOf(claimAnew()).token()).isEqualTo(holder.request().token());
    }

    @Test
    @Clause("S-18")
    void a_claim_kept_no_longer_than_its_lease_does_not_expire_while_it_is_live() {
        live(claim().lease(LEASE).keep(LEASE));
        StoredRecord record = found();
        assertThat(record.expiresAt()).isAfterOrEqualTo(record.leaseUntil());
    }

    @Test
    @Clause("S-18")
    void a_claim_without_a_lease_end_is_kept_all_the_same() {
        StoreClock.Window writing = time().around(() -> live(claim().lease(null).keep(KEEP)));
        assertThat(found().leaseUntil()).isNull();
        writing.assertAt(found().expiresAt(), KEEP, "expiresAt");
    }

    @Test
    @Clause("S-18")
    void a_takeover_without_a_lease_end_has_none() {
        lapsed();
        StoreClock.Window writing =
                time().around(() -> live(claim().takingOver().lease(null).keep(KEEP)));
        assertThat(found().leaseUntil()).isNull();
        writing.assertAt(found().expiresAt(), KEEP, "expiresAt");
    }
}
