package io.idem4j.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** S-17. */
abstract class S17NoWriteWithoutNeed extends ClauseTests {
    S17NoWriteWithoutNeed(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-17")
    void a_replay_writes_nothing() {
        for (RecordStatus status : SETTLED) {
            Holder holder = settled(claim().key(Keys.fresh()).fingerprint("f-1"), status, Holder.RETENTION);
            TestClaim duplicate = claim().key(holder.request().key()).takingOver();
            assertWritesNothing(() -> recordOf(store().claim(duplicate.request())));
            assertWritesNothing(() -> recordOf(store().claim(holder.request())));
            assertWritesNothing(
                    () -> recordOf(store().claim(duplicate.fingerprint("f-2").request())));
        }
    }

    @Test
    @Clause("S-17")
    void a_refused_claim_writes_nothing() {
        live();
        assertWritesNothing(() -> recordOf(claimAnew()));
    }

    @Test
    @Clause("S-17")
    void a_claim_that_may_not_take_over_writes_nothing() {
        lapsed(claim().fingerprint("f-1"));
        assertWritesNothing(() -> recordOf(store().claim(claim().request())));
        assertWritesNothing(() ->
                recordOf(store().claim(claim().fingerprint("f-2").takingOver().request())));
    }

    @Test
    @Clause("S-17")
    void neither_a_replay_nor_a_refused_claim_changes_the_record() {
        live();
        StoredRecord held = found();
        recordOf(claimAnew());
        assertUnchanged(held);
        for (RecordStatus status : SETTLED) {
            Holder holder = settled(claim().key(Keys.fresh()), status, Holder.RETENTION);
            StoredRecord settled = found(holder.request().key());
            recordOf(store().claim(claim().key(settled.key()).takingOver().request()));
            assertUnchanged(settled);
        }
    }

    @Test
    @Clause("S-17")
    void the_count_of_writes_sees_a_write() {
        LongSupplier writes = subject().writes().orNotApplicable();
        long before = writes.getAsLong();
        live().complete(DATA);
        assertThat(writes.getAsLong() - before)
                .as("writes of a claim and a completion")
                .isPositive();
    }

    private void assertWritesNothing(Runnable call) {
        LongSupplier writes = subject().writes().orNotApplicable();
        long before = writes.getAsLong();
        call.run();
        assertThat(writes.getAsLong() - before).as("writes").isZero();
    }
}
