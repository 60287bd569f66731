package io.idem4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.ExpiredRecords;
import io.idem4j.tck.StoreUnderTest;
import io.idem4j.tck.TestClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The kit accepts every kind of store that keeps the clauses, and leaves nothing out in silence. */
class KitTest {
    @Test
    void a_store_on_an_injected_clock_passes_and_every_test_applies() {
        KitRun run = KitRun.whole(() -> reference(Duration.ZERO));
        assertThat(run.failures()).isEmpty();
        assertThat(run.gaps()).isEmpty();
        assertThat(run.passed()).hasSizeGreaterThan(100);
    }

    @Test
    void a_store_with_a_margin_between_clocks_passes_and_every_test_applies() {
        KitRun run = KitRun.whole(() -> reference(BrokenStore.SKEW));
        assertThat(run.failures()).isEmpty();
        assertThat(run.gaps()).isEmpty();
    }

    private static StoreUnderTest reference(Duration skew) {
        TestClock clock = new TestClock();
        return new ReferenceHarness(new ReferenceStore(clock, skew), clock, skew);
    }

    @Test
    void a_store_on_its_own_clock_passes_and_only_what_needs_an_injected_one_does_not_apply() {
        ServerStore shared = new ServerStore();
        KitRun run = KitRun.whole(() -> shared.open(ExpiredRecords.STAY));
        assertThat(run.failures()).isEmpty();
        assertThat(run.gaps().values()).containsOnly("not applicable: the store has a clock of its own");
    }

    @Test
    void a_store_that_expires_records_by_itself_passes() {
        ServerStore shared = new ServerStore() {
            @Override
            public int purge(int limit) {
                return 0;
            }
        };
        KitRun run = KitRun.whole(() -> {
            shared.dropExpired();
            return shared.open(ExpiredRecords.GO_BY_THEMSELVES);
        });
        assertThat(run.failures()).isEmpty();
        assertThat(run.gaps().values()).contains("not applicable: the store removes expired records in its own time");
    }

    @Test
    void without_a_hook_the_tests_that_need_it_are_reported_with_the_reason() {
        KitRun run = KitRun.whole(() -> new BareHarness(new TestClock()));
        assertThat(run.failures()).isEmpty();
        assertThat(run.gaps().values())
                .contains(
                        "not applicable: the harness counts no round trips",
                        "not applicable: the harness counts no writes",
                        "not applicable: no other library writes to this store",
                        "not applicable: the harness can't make the store fail",
                        "not applicable: the harness can't hold a call before its write");
    }

    @Test
    void a_harness_that_gives_a_clock_to_a_store_with_its_own_is_told_so() {
        KitRun run = KitRun.group(() -> new MisleadingHarness(new ServerStore()), "S10");
        assertThat(run.passed()).isEmpty();
        assertThat(run.failures().values())
                .allSatisfy(failure -> assertThat(failure).hasMessageContaining("traits().serverClock()"));
    }

    private record BareHarness(ReferenceStore store, TestClock clock) implements StoreUnderTest {
        BareHarness(TestClock clock) {
            this(new ReferenceStore(clock, Duration.ZERO), clock);
        }
    }

    private record MisleadingHarness(ServerStore store) implements StoreUnderTest {
        @Override
        public TestClock clock() {
            return new TestClock();
        }
    }
}
