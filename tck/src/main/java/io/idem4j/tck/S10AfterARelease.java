package io.idem4j.tck;

import static io.idem4j.spi.WriteResult.APPLIED;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.StoredRecord;
import org.junit.jupiter.api.Test;

/** S-10. */
abstract class S10AfterARelease extends ClauseTests {
    S10AfterARelease(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-10")
    void the_next_claim_acquires_with_attempt_1_and_its_own_fingerprint() {
        assertThat(live(claim().fingerprint("f-1")).release()).isEqualTo(APPLIED);

        Holder next = live(claim().fingerprint("f-2"));

        assertThat(next.attempt()).isEqualTo(1);
        StoredRecord record = found();
        assertThat(record.attempt()).isEqualTo(1);
        assertThat(record.fingerprint()).isEqualTo(next.request().fingerprint());
    }

    @Test
    @Clause("S-10")
    void the_next_claim_has_attempt_1_also_when_the_released_one_was_a_takeover() {
        lapsed();
        assertThat(live(claim().takingOver()).release()).isEqualTo(APPLIED);

        assertThat(live(claim().takingOver()).attempt()).isEqualTo(1);
    }

    @Test
    @Clause("S-10")
    void the_next_claim_completes_and_is_replayed() {
        assertThat(live().release()).isEqualTo(APPLIED);
        assertThat(live().complete(DATA)).isEqualTo(APPLIED);
        assertThat(recordOf(claimAnew()).data()).isEqualTo(DATA);
    }
}
