package io.idem4j.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** S-03. */
abstract class S03OneSnapshot extends ClauseTests {
    S03OneSnapshot(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-03")
    void a_claim_on_a_settled_record_gets_all_of_it() {
        for (RecordStatus status : SETTLED) {
            Holder holder = live(claim().key(Keys.fresh()).owner("exec-1").fingerprint("f-1"));
            StoredRecord before = found(holder.request().key());
            StoreClock.Window settling =
                    time().around(() -> holder.complete(status, dataOf(status), Duration.ofHours(7)));

            StoredRecord record = recordOf(
                    store().claim(claim().key(before.key()).takingOver().request()));

            assertThat(record.status()).isEqualTo(status);
            assertThat(record.data()).isEqualTo(dataOf(status));
            assertThat(record.token()).isEqualTo(holder.request().token());
            assertThat(record.owner()).isEqualTo("exec-1");
            assertThat(record.fingerprint()).isEqualTo(holder.request().fingerprint());
            assertThat(record.attempt()).isEqualTo(1);
            assertThat(record.createdAt()).isEqualTo(before.createdAt());
            settling.assertAt(record.completedAt(), Duration.ZERO, "completedAt");
            settling.assertAt(record.expiresAt(), Duration.ofHours(7), "expiresAt");
            Records.assertSame(found(before.key()), record);
        }
    }

    @Test
    @Clause("S-03")
    void a_claim_never_sees_the_status_of_one_moment_with_the_data_of_another() {
        try (Crew crew = new Crew(6)) {
            for (int round = 0; round < size(200); round++) {
                Holder holder = live(claim().key(Keys.fresh()));
                List<List<StoredRecord>> seen = crew.together(i -> i == 0 ? settle(holder) : watch(holder));
                for (List<StoredRecord> records : seen) {
                    records.forEach(S03OneSnapshot::assertOfOneMoment);
                }
            }
        }
    }

    private static Callable<List<StoredRecord>> settle(Holder holder) {
        return () -> {
            assertThat(holder.complete(DATA)).isEqualTo(WriteResult.APPLIED);
            return List.of();
        };
    }

    private Callable<List<StoredRecord>> watch(Holder holder) {
        return () -> {
            List<StoredRecord> seen = new ArrayList<>();
            TestClaim duplicate = claim().key(holder.request().key()).takingOver();
            for (int i = 0; i < 5; i++) {
                seen.add(recordOf(store().claim(duplicate.request())));
                seen.add(found(holder.request().key()));
            }
            return seen;
        };
    }

    private static void assertOfOneMoment(StoredRecord record) {
        boolean settled = record.status() == RecordStatus.COMPLETED;
        assertThat(record.data())
                .as("data of a record that is %s", record.status())
                .isEqualTo(settled ? DATA : null);
        assertThat(record.completedAt() != null)
                .as("a record that is %s has completedAt", record.status())
                .isEqualTo(settled);
    }

    @Test
    @Clause("S-03")
    void a_takeover_that_began_before_the_holder_completed_gets_the_completed_record() {
        Interleaving interleaving = subject().interleaving().orNotApplicable();
        Holder holder = lapsed();

        ClaimResult result = interleaving.during(
                key(),
                store -> store.claim(claim().takingOver().request()),
                store -> assertThat(holder.on(store).complete(DATA)).isEqualTo(WriteResult.APPLIED));

        assertThat(recordOf(result).data()).isEqualTo(DATA);
        assertThat(found().data()).isEqualTo(DATA);
    }

    @Test
    @Clause("S-03")
    void a_takeover_that_began_before_the_holder_renewed_does_not_happen() {
        Interleaving interleaving = subject().interleaving().orNotApplicable();
        Holder holder = lapsed();

        ClaimResult result = interleaving.during(
                key(),
                store -> store.claim(claim().takingOver().request()),
                store -> assertThat(holder.on(store).renew()).isEqualTo(WriteResult.APPLIED));

        assertThat(recordOf(result).token()).isEqualTo(holder.request().token());
        assertThat(holder.complete(DATA)).isEqualTo(WriteResult.APPLIED);
    }
}
