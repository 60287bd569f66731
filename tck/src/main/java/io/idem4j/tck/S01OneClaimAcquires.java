package io.idem4j.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.WriteResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** S-01. */
abstract class S01OneClaimAcquires extends ClauseTests {
    S01OneClaimAcquires(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-01")
    void the_first_claim_acquires_and_the_second_gets_its_record() {
        Holder first = live(claim().owner("exec-1").fingerprint("f-1").by("host-1"));

        StoredRecord record = recordOf(claimAnew());

        assertThat(first.attempt()).isEqualTo(1);
        assertThat(record.key()).isEqualTo(key());
        assertThat(record.status()).isEqualTo(RecordStatus.IN_PROGRESS);
        assertThat(record.token()).isEqualTo(first.request().token());
        assertThat(record.owner()).isEqualTo("exec-1");
        assertThat(record.fingerprint()).isEqualTo(first.request().fingerprint());
        assertThat(record.claimedBy()).isEqualTo("host-1");
        assertThat(record.attempt()).isEqualTo(1);
        assertThat(record.completedAt()).isNull();
        assertThat(record.data()).isNull();
    }

    @Test
    @Clause("S-01")
    void of_claims_at_the_same_time_one_acquires_and_the_others_get_its_record() {
        Races.run(
                size(2_000),
                () -> WithThreads.claims(Keys.fresh()),
                (claims, thread) -> store().claim(claims.get(thread).request()),
                (claims, results) -> Races.assertOneAcquired(claims, results, 1));
    }

    @Test
    @Clause("S-01")
    void a_claim_that_began_before_another_acquired_gets_the_record_of_that_one() {
        Interleaving interleaving = subject().interleaving().orNotApplicable();
        TestClaim held = claim().takingOver();
        TestClaim other = claim().takingOver();

        ClaimResult result = interleaving.during(
                key(), store -> store.claim(held.request()), store -> attemptOf(store.claim(other.request())));

        assertThat(recordOf(result).token()).isEqualTo(other.request().token());
        assertThat(found().token()).isEqualTo(other.request().token());
    }

    @Test
    @Clause("S-01")
    void a_claim_whose_obstacle_goes_away_meanwhile_is_answered_all_the_same() {
        Interleaving interleaving = subject().interleaving().orNotApplicable();
        Holder holder = live();
        TestClaim held = claim();

        ClaimResult result = interleaving.during(
                key(),
                store -> store.claim(held.request()),
                store -> holder.on(store).release());

        if (result instanceof ClaimResult.Existing existing) {
            assertThat(existing.record().token()).isEqualTo(holder.request().token());
        } else {
            assertThat(attemptOf(result)).isEqualTo(1);
            assertThat(found().token()).isEqualTo(held.request().token());
        }
    }

    @Test
    @Clause("S-01")
    void ids_that_differ_in_any_part_or_character_never_meet() {
        List<IdempotencyKey> keys = DistinctKeys.all();
        List<Holder> holders = new ArrayList<>();
        for (IdempotencyKey each : keys) {
            holders.add(live(claim().key(each)));
        }
        for (int i = 0; i < keys.size(); i++) {
            assertThat(holders.get(i).complete("\"" + i + "\"")).isEqualTo(WriteResult.APPLIED);
        }
        for (int i = 0; i < keys.size(); i++) {
            StoredRecord record = found(keys.get(i));
            assertThat(record.data()).as("data of %s", keys.get(i).id()).isEqualTo("\"" + i + "\"");
            assertThat(record.key()).as("key of the record").isEqualTo(keys.get(i));
        }
    }
}
