package io.idem4j.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** S-04. */
abstract class S04ExpiredIsAbsent extends ClauseTests {
    S04ExpiredIsAbsent(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-04")
    void a_claim_acquires_over_an_expired_record_as_if_there_were_none() {
        expired(claim().owner("exec-1").fingerprint("f-1"));
        assertNewLife();
    }

    @Test
    @Clause("S-04")
    void a_claim_acquires_over_an_expired_record_that_had_no_lease_end() {
        live(claim().lease(null).keep(time().brief()));
        time().pass(time().brief().plus(subject().precision()));
        assertNewLife();
    }

    @Test
    @Clause("S-04")
    void a_claim_acquires_over_an_expired_record_whatever_its_status() {
        for (RecordStatus status : SETTLED) {
            settledAndExpired(status);
            Holder next = assertNewLife();
            assertThat(next.release()).isEqualTo(WriteResult.APPLIED);
        }
    }

    private Holder assertNewLife() {
        TestClaim next = claim().owner("exec-2").fingerprint("f-2").by("host-2");
        ClaimResult[] result = new ClaimResult[1];
        StoreClock.Window claiming = time().around(() -> result[0] = store().claim(next.request()));

        assertThat(attemptOf(result[0])).isEqualTo(1);
        StoredRecord record = found();
        assertThat(record.status()).isEqualTo(RecordStatus.IN_PROGRESS);
        assertThat(record.token()).isEqualTo(next.request().token());
        assertThat(record.owner()).isEqualTo("exec-2");
        assertThat(record.fingerprint()).isEqualTo(next.request().fingerprint());
        assertThat(record.claimedBy()).isEqualTo("host-2");
        assertThat(record.attempt()).isEqualTo(1);
        assertThat(record.data()).isNull();
        assertThat(record.completedAt()).isNull();
        claiming.assertAt(record.createdAt(), Duration.ZERO, "createdAt");
        return new Holder(store(), next.request(), 1);
    }

    @Test
    @Clause("S-04")
    void an_expired_record_is_not_found() {
        expired();
        assertAbsent();
        for (RecordStatus status : SETTLED) {
            Holder holder = settled(claim().key(Keys.fresh()), status, time().brief());
            time().pass(time().brief().plus(subject().precision()));
            assertThat(store().find(holder.request().key()))
                    .as("expired %s", status)
                    .isEmpty();
        }
    }

    @Test
    @Clause("S-04")
    void at_the_very_instant_at_which_it_expires_a_record_bars_a_claim_and_then_not() {
        settled(claim(), RecordStatus.COMPLETED, time().brief());
        Instant end = endOf(found());

        time().approach(time().lastInstant(end), () -> claimAnew() instanceof ClaimResult.Acquired);

        assertThat(found().attempt()).isEqualTo(1);
        assertThat(found().createdAt()).isAfterOrEqualTo(end.minus(subject().precision()));
    }

    @Test
    @Clause("S-04")
    void at_the_very_instant_at_which_it_expires_a_record_is_found_and_then_not() {
        settled(claim(), RecordStatus.COMPLETED, time().brief());
        Instant end = endOf(found());

        time().approach(end, () -> store().find(key()).isEmpty());

        assertThat(time().now()).isAfterOrEqualTo(end.minus(subject().precision()));
    }

    private static Instant endOf(StoredRecord record) {
        return known(record.expiresAt());
    }
}
