package io.idem4j.tck;

import static io.idem4j.spi.WriteResult.APPLIED;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** S-22. */
abstract class S22EndingTheLease extends ClauseTests {
    S22EndingTheLease(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-22")
    void the_claim_is_lapsed_at_once_and_stays() {
        Holder holder = live();

        assertThat(holder.endLease()).isEqualTo(APPLIED);

        StoredRecord record = recordOf(store().claim(claim().request()));
        assertThat(record.isLapsed()).isTrue();
        assertThat(record.status()).isEqualTo(RecordStatus.IN_PROGRESS);
        assertThat(record.token()).isEqualTo(holder.request().token());
        assertThat(record.attempt()).isEqualTo(1);
    }

    @Test
    @Clause("S-22")
    void the_next_claim_takes_over_at_once() {
        assertThat(live().endLease()).isEqualTo(APPLIED);
        assertThat(attemptOf(claimAnew())).isEqualTo(2);
    }

    @Test
    @Clause("S-22")
    void the_claim_is_kept_for_as_long_as_the_renewal_says() {
        Holder holder = live();
        StoreClock.Window ending = time().around(() -> holder.renew(Duration.ZERO, Duration.ofHours(5)));
        ending.assertAt(found().expiresAt(), Duration.ofHours(5), "expiresAt");
    }

    @Test
    @Clause("S-22")
    void a_claim_without_a_lease_end_gets_one() {
        assertThat(live(claim().lease(null)).endLease()).isEqualTo(APPLIED);
        assertThat(found().isLapsed()).isTrue();
        assertThat(attemptOf(claimAnew())).isEqualTo(2);
    }

    @Test
    @Clause("S-22")
    void the_holder_can_still_complete() {
        Holder holder = live();
        assertThat(holder.endLease()).isEqualTo(APPLIED);
        assertThat(holder.complete(DATA)).isEqualTo(APPLIED);
        assertThat(recordOf(claimAnew()).data()).isEqualTo(DATA);
    }

    @Test
    @Clause("S-22")
    void ending_it_again_changes_nothing_for_others() {
        Holder holder = live();
        assertThat(holder.endLease()).isEqualTo(APPLIED);
        assertThat(holder.endLease()).isEqualTo(APPLIED);
        assertThat(found().isLapsed()).isTrue();
        assertThat(found().attempt()).isEqualTo(1);
    }
}
