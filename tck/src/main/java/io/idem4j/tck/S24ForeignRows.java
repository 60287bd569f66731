package io.idem4j.tck;

import static io.idem4j.spi.WriteResult.APPLIED;
import static io.idem4j.spi.WriteResult.FENCED;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** S-24. */
abstract class S24ForeignRows extends ClauseTests {
    private static final String THEIRS = "{\"theirs\":true}";

    S24ForeignRows(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-24")
    void a_claim_of_another_library_is_met_as_one_and_fences_us() {
        plant(RecordStatus.IN_PROGRESS, time().now().plusSeconds(600), null);

        StoredRecord record = recordOf(claimAnew());

        assertThat(record.status()).isEqualTo(RecordStatus.IN_PROGRESS);
        assertThat(record.token()).isNull();
        assertThat(record.attempt()).isEqualTo(1);
        assertFenced(new Holder(store(), claim().request(), 1));
    }

    @Test
    @Clause("S-24")
    void a_lapsed_claim_of_another_library_is_taken_over_as_attempt_2() {
        plant(RecordStatus.IN_PROGRESS, time().now().minusSeconds(60), null);
        recordOf(store().claim(claim().request()));
        Holder next = live(claim().takingOver());
        assertThat(next.attempt()).isEqualTo(2);
        assertThat(next.complete(DATA)).isEqualTo(APPLIED);
    }

    @Test
    @Clause("S-24")
    void a_claim_of_another_library_without_a_lease_is_live() {
        plant(RecordStatus.IN_PROGRESS, null, null);
        assertThat(recordOf(claimAnew()).isLapsed()).isFalse();
    }

    @Test
    @Clause("S-24")
    void a_completion_of_another_library_is_replayed_and_fences_us() {
        plant(RecordStatus.COMPLETED, null, THEIRS);
        StoredRecord replay = recordOf(claimAnew());
        assertThat(replay.status()).isEqualTo(RecordStatus.COMPLETED);
        assertThat(replay.data()).isEqualTo(THEIRS);
        assertThat(replay.completedAt()).isNull();
        assertFenced(new Holder(store(), claim().request(), 1));
    }

    @Test
    @Clause("S-24")
    void a_completion_of_another_library_over_our_claim_is_not_taken_for_ours() {
        ForeignRows rows = subject().foreignRows().orNotApplicable();
        TestClaim claim = claim();
        Holder holder = live(claim);
        rows.complete(key(), THEIRS, time().now().plus(Duration.ofHours(1)));

        assertFenced(holder);
        assertThat(recordOf(store().claim(claim.request())).data()).isEqualTo(THEIRS);
        assertThat(found().data()).isEqualTo(THEIRS);
    }

    private void plant(RecordStatus status, @Nullable Instant lease, @Nullable String data) {
        subject()
                .foreignRows()
                .orNotApplicable()
                .plant(key(), status, lease, time().now().plus(Duration.ofHours(1)), data);
    }

    private void assertFenced(Holder holder) {
        StoredRecord before = found();
        assertThat(holder.complete(DATA)).as("complete").isEqualTo(FENCED);
        assertThat(holder.release()).as("release").isEqualTo(FENCED);
        assertThat(holder.renew()).as("renew").isEqualTo(FENCED);
        assertUnchanged(before);
    }
}
