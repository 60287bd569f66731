package io.idem4j.linearizability;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.testtools.Worker;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Whatever threads do at the same time has answers that one order of their calls explains. Lincheck rewrites the classes of
 * the JVM that it runs in, so that each check has one of its own and slows no other test down.
 */
class LinearizabilityTest {
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private static List<String> said(Check check) {
        List<String> options = List.of(
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "-Dlincheck.logLevel=ERROR",
                "-Didem4j.tier=" + System.getProperty("idem4j.tier", "quick"));
        try (Worker process = Worker.start(options, Check.class, check.name())) {
            return process.awaitEnd(LONGEST);
        }
    }

    @Test
    void calls_of_the_memory_store_take_effect_one_by_one_under_stress() {
        assertThat(said(Check.STORE_UNDER_STRESS)).containsExactly(Check.EXPLAINED);
    }

    @Test
    void calls_of_the_memory_store_take_effect_one_by_one_in_planned_orders() {
        assertThat(said(Check.STORE_IN_PLANNED_ORDERS)).containsExactly(Check.EXPLAINED);
    }

    @Test
    void claims_of_the_engine_take_effect_one_by_one_under_stress() {
        assertThat(said(Check.ENGINE_UNDER_STRESS)).containsExactly(Check.EXPLAINED);
    }

    @Test
    void waiting_executions_take_effect_one_by_one_under_stress() {
        assertThat(said(Check.WAITING_UNDER_STRESS)).containsExactly(Check.EXPLAINED);
    }

    @Test
    void a_store_that_reads_before_it_locks_is_found() {
        assertThat(said(Check.TORN_STORE))
                .doesNotContain(Check.EXPLAINED)
                .anySatisfy(line -> assertThat(line).contains(Check.NOT_EXPLAINED));
    }
}
