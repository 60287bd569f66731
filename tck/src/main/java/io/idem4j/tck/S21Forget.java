package io.idem4j.tck;

import static io.idem4j.spi.WriteResult.APPLIED;
import static io.idem4j.spi.WriteResult.FENCED;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** S-21. */
abstract class S21Forget extends ClauseTests {
    S21Forget(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-21")
    void what_was_seen_is_deleted_in_every_state() {
        assertForgotten(live(claim().key(Keys.fresh())));
        assertForgotten(live(claim().key(Keys.fresh()).lease(null)));
        assertForgotten(lapsed(claim().key(Keys.fresh())));
        for (RecordStatus status : SETTLED) {
            assertForgotten(settled(claim().key(Keys.fresh()), status, Holder.RETENTION));
        }
    }

    private void assertForgotten(Holder holder) {
        StoredRecord seen = found(holder.request().key());
        assertThat(store().forget(seen)).isEqualTo(APPLIED);
        assertThat(store().find(seen.key())).isEmpty();
        assertThat(holder.complete(DATA)).as("complete after forget").isEqualTo(FENCED);
        assertThat(live(claim().key(seen.key())).attempt()).isEqualTo(1);
    }

    @Test
    @Clause("S-21")
    void what_is_absent_counts_as_forgotten() {
        Holder holder = live();
        StoredRecord seen = found();
        assertThat(holder.release()).isEqualTo(APPLIED);
        assertThat(store().forget(seen)).isEqualTo(APPLIED);
        assertAbsent();
    }

    @Test
    @Clause("S-21")
    void a_record_that_was_completed_since_stays() {
        for (RecordStatus status : SETTLED) {
            Holder holder = lapsed(claim().key(Keys.fresh()));
            StoredRecord seen = found(holder.request().key());
            assertThat(holder.complete(status, dataOf(status), Holder.RETENTION))
                    .isEqualTo(APPLIED);
            StoredRecord before = found(seen.key());

            assertThat(store().forget(seen)).as("forget %s", status).isEqualTo(FENCED);

            assertUnchanged(before);
        }
    }

    @Test
    @Clause("S-21")
    void a_record_that_was_taken_over_since_stays() {
        lapsed();
        StoredRecord seen = found();
        live(claim().takingOver());
        StoredRecord before = found();
        assertThat(store().forget(seen)).isEqualTo(FENCED);
        assertUnchanged(before);
    }

    @Test
    @Clause("S-21")
    void the_record_of_another_life_stays() {
        Holder first = completed();
        StoredRecord seen = found();
        assertThat(store().forget(seen)).isEqualTo(APPLIED);
        Holder second = completed();
        assertThat(store().forget(seen)).isEqualTo(FENCED);
        assertThat(found().token())
                .isEqualTo(second.request().token())
                .isNotEqualTo(first.request().token());
    }

    @Test
    @Clause("S-21")
    void a_renewal_since_does_not_matter() {
        Holder holder = live();
        StoredRecord seen = found();
        time().pass(time().brief());
        assertThat(holder.renew()).isEqualTo(APPLIED);
        assertThat(store().forget(seen)).isEqualTo(APPLIED);
        assertAbsent();
    }

    @Test
    @Clause({"S-21", "S-24"})
    void a_row_of_another_library_is_told_by_its_lease_and_expiry() {
        ForeignRows rows = subject().foreignRows().orNotApplicable();
        Instant now = time().now();
        rows.plant(key(), RecordStatus.COMPLETED, null, now.plusSeconds(600), DATA);
        StoredRecord seen = found();
        rows.plant(key(), RecordStatus.COMPLETED, null, now.plusSeconds(700), DATA);
        StoredRecord again = found();

        assertThat(store().forget(seen)).isEqualTo(FENCED);
        assertUnchanged(again);
        assertThat(store().forget(again)).isEqualTo(APPLIED);
        assertAbsent();
    }
}
