package io.idem4j.tck;

import static io.idem4j.spi.WriteResult.APPLIED;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** S-14. */
abstract class S14RetentionAndPurge extends ClauseTests {
    /** More purges than this never have anything left to do in a test. */
    private static final int MANY = 100_000;

    S14RetentionAndPurge(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-14")
    void retention_counts_from_completion_and_not_from_the_claim() {
        Holder holder = live();
        time().pass(time().brief());

        StoreClock.Window completing = time().around(() -> holder.complete(DATA));

        completing.assertAt(found().completedAt(), Duration.ZERO, "completedAt");
        completing.assertAt(found().expiresAt(), Holder.RETENTION, "expiresAt");
    }

    @Test
    @Clause("S-14")
    void retention_replaces_what_the_claim_was_kept_for_be_it_longer_or_shorter() {
        for (Duration retention : List.of(Duration.ofMinutes(1), Duration.ofDays(400))) {
            Holder holder = live(claim().key(Keys.fresh()));
            StoreClock.Window completing =
                    time().around(() -> holder.complete(RecordStatus.COMPLETED, DATA, retention));
            completing.assertAt(found(holder.request().key()).expiresAt(), retention, "expiresAt");
        }
    }

    @Test
    @Clause("S-14")
    void purge_leaves_what_is_not_expired() {
        List<StoredRecord> kept = new ArrayList<>();
        kept.add(found(live(claim().key(Keys.fresh())).request().key()));
        kept.add(found(live(claim().key(Keys.fresh()).lease(null)).request().key()));
        kept.add(found(lapsed(claim().key(Keys.fresh())).request().key()));
        for (RecordStatus status : SETTLED) {
            kept.add(found(settled(claim().key(Keys.fresh()), status, Holder.RETENTION)
                    .request()
                    .key()));
        }

        purgeAll(50);

        kept.forEach(this::assertUnchanged);
    }

    @Test
    @Clause("S-14")
    void purge_leaves_a_record_until_the_very_instant_at_which_it_expires() {
        settled(claim(), RecordStatus.COMPLETED, time().brief());
        Instant end = known(found().expiresAt());
        time().approach(end, () -> {
            store().purge(50);
            return store().find(key()).isEmpty();
        });

        assertThat(time().now()).isAfterOrEqualTo(end.minus(subject().precision()));
    }

    @Test
    @Clause("S-14")
    void purge_deletes_what_is_expired_or_nothing_where_the_store_expires_records_by_itself() {
        List<Holder> gone = new ArrayList<>();
        gone.add(expired(claim().key(Keys.fresh())));
        for (RecordStatus status : SETTLED) {
            gone.add(settled(claim().key(Keys.fresh()), status, time().brief()));
        }
        time().pass(time().brief().plus(subject().precision()));

        if (subject().expiredRecords() == ExpiredRecords.GO_BY_THEMSELVES) {
            assertThat(store().purge(50)).isZero();
            return;
        }
        purgeAll(50);

        gone.forEach(holder ->
                assertThat(holder.release()).as("release of an absent record").isEqualTo(APPLIED));
        gone.forEach(holder -> assertThat(holder.complete(DATA))
                .as("complete of an absent record")
                .isEqualTo(WriteResult.FENCED));
    }

    @Test
    @Clause("S-14")
    void purge_deletes_no_more_than_it_was_allowed_and_says_how_many() {
        purgeAll(1_000);
        List<Holder> expired = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            expired.add(live(claim().key(Keys.fresh()).lease(time().brief()).keep(time().brief())));
        }
        time().pass(time().brief().plus(subject().precision()));

        int purged = store().purge(3);

        if (subject().expiredRecords() == ExpiredRecords.GO_BY_THEMSELVES) {
            assertThat(purged).isZero();
            return;
        }
        assertThat(purged).isEqualTo(3);
        long left = expired.stream()
                .filter(holder -> holder.complete(DATA) == APPLIED)
                .count();
        assertThat(left).as("expired records that are still there").isEqualTo(4);
    }

    @Test
    @Clause("S-14")
    void a_purge_that_began_before_a_claim_over_the_expired_record_leaves_that_claim() {
        Interleaving interleaving = subject().interleaving().orNotApplicable();
        purgeAll(1_000);
        expired();
        TestClaim next = claim();

        interleaving.during(key(), store -> store.purge(1_000), store -> attemptOf(store.claim(next.request())));

        assertThat(found().token()).isEqualTo(next.request().token());
    }

    private void purgeAll(int limit) {
        int purges = 0;
        while (store().purge(limit) > 0) {
            assertThat(purges++).as("purges that each found something").isLessThan(MANY);
        }
    }
}
