package io.idem4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.StoreUnderTest;
import io.idem4j.tck.TestClock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The kit's threads find a store that looks in one step and writes in another. */
class RacyStoresTest {
    @Test
    void threads_find_a_store_whose_steps_are_two() {
        KitRun run = KitRun.group(RacyStoresTest::racy, "WithThreadsGroup");

        assertThat(run.failures())
                .containsKeys(
                        "one_of_many_claims_takes_a_lapsed_record_over",
                        "whatever_threads_do_can_be_put_in_an_order_that_the_table_allows");
        assertThat(run.failedClauses()).contains("S-01", "S-05", "S-06");
    }

    @Test
    void claims_at_the_same_time_find_it_too() {
        assertThat(KitRun.group(RacyStoresTest::racy, "S01").failures())
                .containsKey("of_claims_at_the_same_time_one_acquires_and_the_others_get_its_record");
    }

    private static StoreUnderTest racy() {
        TestClock clock = new TestClock();
        ReferenceStore store = new ReferenceStore(clock, Duration.ZERO) {
            @Override
            @Nullable Row newest(Call call) {
                return call.looked();
            }

            @Override
            void pauseAfterTheLook() {
                Thread.yield();
            }
        };
        return new ReferenceHarness(store, clock, Duration.ZERO);
    }
}
