package io.idem4j.tck;

import static io.idem4j.spi.WriteResult.APPLIED;
import static io.idem4j.spi.WriteResult.FENCED;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.StoredRecord;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** S-08. */
abstract class S08LateHolders extends ClauseTests {
    S08LateHolders(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-08")
    void a_lapsed_holder_completes_and_its_result_is_replayed() {
        assertThat(lapsed().complete(DATA)).isEqualTo(APPLIED);
        assertThat(recordOf(claimAnew()).data()).isEqualTo(DATA);
    }

    @Test
    @Clause("S-08")
    void a_lapsed_holder_renews_and_is_live_again() {
        Holder holder = lapsed();
        assertThat(holder.renew()).isEqualTo(APPLIED);
        StoredRecord record = recordOf(claimAnew());
        assertThat(record.token()).isEqualTo(holder.request().token());
        assertThat(record.attempt()).isEqualTo(1);
    }

    @Test
    @Clause("S-08")
    void a_lapsed_holder_releases() {
        assertThat(lapsed().release()).isEqualTo(APPLIED);
        assertThat(attemptOf(claimAnew())).isEqualTo(1);
    }

    @Test
    @Clause("S-08")
    void a_lapsed_holder_can_still_act_after_claims_that_took_nothing_over() {
        Holder holder = lapsed();
        recordOf(store().claim(claim().request()));
        assertThat(holder.complete(DATA)).isEqualTo(APPLIED);
    }

    @Test
    @Clause("S-08")
    void a_holder_whose_record_is_expired_but_there_completes_and_is_replayed_for_its_retention() {
        assumeExpiredRecordsStay();
        Holder holder = expired();
        StoreClock.Window completing =
                time().around(() -> assertThat(holder.complete(DATA)).isEqualTo(APPLIED));
        StoredRecord record = recordOf(claimAnew());
        assertThat(record.data()).isEqualTo(DATA);
        completing.assertAt(record.expiresAt(), Holder.RETENTION, "expiresAt");
    }

    @Test
    @Clause("S-08")
    void a_holder_whose_record_is_expired_but_there_renews_and_releases() {
        assumeExpiredRecordsStay();
        Holder holder = expired();
        assertThat(holder.renew(Duration.ofMinutes(5), Duration.ofMinutes(5))).isEqualTo(APPLIED);
        assertThat(recordOf(claimAnew()).token()).isEqualTo(holder.request().token());
        Holder other = expired(claim().key(Keys.fresh()));
        assertThat(other.release()).isEqualTo(APPLIED);
        assertThat(other.complete(DATA)).isEqualTo(FENCED);
    }

    private void assumeExpiredRecordsStay() {
        if (subject().expiredRecords() == ExpiredRecords.GO_BY_THEMSELVES) {
            throw Hook.gap("the store removes expired records in its own time");
        }
    }

    @Test
    @Clause("S-08")
    void nothing_is_left_for_a_late_holder_once_somebody_acquired_the_id() {
        Holder late = expired();
        Holder next = live(claim());
        StoredRecord before = found();
        assertThat(late.complete("\"late\"")).isEqualTo(FENCED);
        assertThat(late.renew()).isEqualTo(FENCED);
        assertThat(late.release()).isEqualTo(FENCED);
        assertUnchanged(before);
        assertThat(next.complete(DATA)).isEqualTo(APPLIED);
    }
}
