package io.idem4j.tck;

import static io.idem4j.spi.WriteResult.APPLIED;
import static io.idem4j.spi.WriteResult.FENCED;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import org.junit.jupiter.api.Test;

/** S-20. */
abstract class S20Owners extends ClauseTests {
    S20Owners(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-20")
    void an_execution_takes_its_own_live_claim_over_and_the_earlier_run_is_fenced() {
        Holder earlier = live(claim().owner("exec-1"));

        Holder later = live(claim().owner("exec-1").takingOver());

        assertThat(later.attempt()).isEqualTo(2);
        assertThat(found().token()).isEqualTo(later.request().token());
        assertThat(earlier.complete(DATA)).isEqualTo(FENCED);
        assertThat(earlier.release()).isEqualTo(FENCED);
        assertThat(earlier.renew()).isEqualTo(FENCED);
        assertThat(later.complete(DATA)).isEqualTo(APPLIED);
    }

    @Test
    @Clause("S-20")
    void an_execution_takes_its_own_claim_over_only_where_it_may() {
        live(claim().owner("exec-1"));
        StoredRecord before = found();

        Records.assertSame(
                recordOf(
                        store().claim(claim().owner("exec-1").takingOverBelow(0).request())),
                before);
        Records.assertSame(
                recordOf(
                        store().claim(claim().owner("exec-1").takingOverBelow(1).request())),
                before);

        assertUnchanged(before);
        assertThat(live(claim().owner("exec-1").takingOverBelow(2)).attempt()).isEqualTo(2);
    }

    @Test
    @Clause("S-20")
    void another_execution_or_none_meets_a_live_claim_as_live() {
        live(claim().owner("exec-1"));
        StoredRecord before = found();
        for (String other : new String[] {"exec-2", "EXEC-1", "exec-1 ", "exec"}) {
            recordOf(store().claim(claim().owner(other).takingOver().request()));
        }
        recordOf(store().claim(claim().takingOver().request()));
        assertUnchanged(before);
    }

    @Test
    @Clause("S-20")
    void claims_without_an_execution_are_not_of_the_same_one() {
        live(claim());
        StoredRecord before = found();
        recordOf(store().claim(claim().takingOver().request()));
        recordOf(store().claim(claim().owner("exec-1").takingOver().request()));
        assertUnchanged(before);
    }

    @Test
    @Clause("S-20")
    void after_a_takeover_the_record_is_of_the_one_who_took_over() {
        lapsed(claim().owner("exec-1"));
        Holder second = live(claim().owner("exec-2").takingOver());

        recordOf(store().claim(claim().owner("exec-1").takingOver().request()));
        assertThat(live(claim().owner("exec-2").takingOver()).attempt()).isEqualTo(3);
        assertThat(second.complete(DATA)).isEqualTo(FENCED);
    }

    @Test
    @Clause("S-20")
    void an_execution_gets_its_own_settled_record() {
        for (RecordStatus status : SETTLED) {
            Holder holder = settled(claim().key(Keys.fresh()).owner("exec-1"), status, Holder.RETENTION);
            StoredRecord before = found(holder.request().key());
            TestClaim again = claim().key(before.key()).owner("exec-1").takingOver();
            assertThat(recordOf(store().claim(again.request())).status()).isEqualTo(status);
            assertUnchanged(before);
        }
    }

    @Test
    @Clause("S-20")
    void an_execution_takes_its_own_claim_without_a_lease_end_over() {
        live(claim().owner("exec-1").lease(null));
        assertThat(live(claim().owner("exec-1").takingOver()).attempt()).isEqualTo(2);
    }
}
