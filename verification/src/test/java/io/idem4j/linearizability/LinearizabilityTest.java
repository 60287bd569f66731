package io.idem4j.linearizability;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.tck.Tier;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Whatever threads do at the same time has answers that one order of their calls explains. Stress runs them on real threads;
 * model checking switches threads by plan at each access of shared memory, which the store is small enough for.
 */
class LinearizabilityTest {
    private static final int SCENARIOS = Tier.size(30);
    private static final int STRESSED = 500;
    private static final int PLANNED = 50;

    @Test
    void calls_of_the_memory_store_take_effect_one_by_one_under_stress() {
        stress().sequentialSpecification(TableCalls.class).check(MemoryStoreCalls.class);
    }

    @Test
    void calls_of_the_memory_store_take_effect_one_by_one_in_planned_orders() {
        planned().sequentialSpecification(TableCalls.class).check(MemoryStoreCalls.class);
    }

    @Test
    void claims_of_the_engine_take_effect_one_by_one_under_stress() {
        stress().sequentialSpecification(OnceCalls.class).check(EngineCalls.class);
    }

    @Test
    void waiting_executions_take_effect_one_by_one_under_stress() {
        stress().invocationsPerIteration(STRESSED / 10)
                .sequentialSpecification(WaitingCalls.OneByOne.class)
                .check(WaitingCalls.class);
    }

    @Test
    void a_store_that_reads_before_it_locks_is_found() {
        assertThatThrownBy(() -> planned()
                        .iterations(30)
                        .minimizeFailedScenario(false)
                        .sequentialSpecification(TableCalls.class)
                        .check(TornStoreCalls.class))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Invalid execution results");
    }

    private static StressOptions stress() {
        return new StressOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(STRESSED)
                .threads(3)
                .actorsPerThread(3);
    }

    private static ModelCheckingOptions planned() {
        return new ModelCheckingOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(PLANNED)
                .threads(2)
                .actorsPerThread(3);
    }
}
