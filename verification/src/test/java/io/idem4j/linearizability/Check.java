package io.idem4j.linearizability;

import io.idem4j.tck.Tier;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;

/**
 * Calls at the same time, and what one order of them must explain. Stress runs them on real threads; planned ones switch
 * threads at each access of shared memory, for which the store is small enough.
 */
enum Check {
    STORE_UNDER_STRESS {
        @Override
        void run() {
            stress().sequentialSpecification(TableCalls.class).check(MemoryStoreCalls.class);
        }
    },
    STORE_IN_PLANNED_ORDERS {
        @Override
        void run() {
            planned().sequentialSpecification(TableCalls.class).check(MemoryStoreCalls.class);
        }
    },
    ENGINE_UNDER_STRESS {
        @Override
        void run() {
            stress().sequentialSpecification(OnceCalls.class).check(EngineCalls.class);
        }
    },
    WAITING_UNDER_STRESS {
        @Override
        void run() {
            stress().invocationsPerIteration(STRESSED / 10)
                    .sequentialSpecification(WaitingCalls.OneByOne.class)
                    .check(WaitingCalls.class);
        }
    },
    TORN_STORE {
        @Override
        void run() {
            planned()
                    .iterations(30)
                    .minimizeFailedScenario(false)
                    .sequentialSpecification(TableCalls.class)
                    .check(TornStoreCalls.class);
        }
    };

    static final String EXPLAINED = "one order explains every run";
    static final String NOT_EXPLAINED = "Invalid execution results";

    private static final int SCENARIOS = Tier.size(30);
    private static final int PLANNED_SCENARIOS = Tier.size(10);
    private static final int STRESSED = 500;
    private static final int PLANNED = 50;

    abstract void run();

    private static StressOptions stress() {
        return new StressOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(STRESSED)
                .threads(3)
                .actorsPerThread(3);
    }

    private static ModelCheckingOptions planned() {
        return new ModelCheckingOptions()
                .iterations(PLANNED_SCENARIOS)
                .invocationsPerIteration(PLANNED)
                .threads(2)
                .actorsPerThread(3);
    }

    /** Runs the check of that name, and says what came of it. */
    public static void main(String[] arguments) {
        try {
            valueOf(arguments[0]).run();
            System.out.println(EXPLAINED);
        } catch (AssertionError found) {
            System.out.println(found.getMessage());
        }
        System.exit(0);
    }
}
