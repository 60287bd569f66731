package io.idem4j.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.Tier;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class ProtocolModelTest {
    private static final Scenario RETRY = Scenario.of(Mode.RETRY);
    private static final Scenario TWO_ATTEMPTS = Scenario.of(Mode.TWO_ATTEMPTS);
    private static final Scenario RECOVER = Scenario.of(Mode.RECOVER);
    private static final Scenario AT_MOST_ONCE = Scenario.of(Mode.AT_MOST_ONCE);

    /** The known numbers of states that are visited: those of all scenarios in the full tier. */
    private static final int MOST_STATES = Tier.size(5_000_000);

    /** How many states each has: another number is another protocol, which somebody should have meant. */
    private static Map<Scenario, Integer> scenarios() {
        Map<Scenario, Integer> states = new LinkedHashMap<>();
        states.put(RETRY, 258_202);
        states.put(RETRY.withTwoPayloads(), 217_809);
        states.put(RETRY.failingOpen(), 338_387);
        states.put(RETRY.withOneExecutionTwice(), 251_714);
        states.put(RETRY.withOperator(), 4_746_634);
        states.put(TWO_ATTEMPTS, 151_259);
        states.put(TWO_ATTEMPTS.withOperator(), 2_561_160);
        states.put(RECOVER.withClients(2), 79_535);
        states.put(RECOVER.withClients(2).withOneExecutionTwice(), 17_380);
        states.put(RECOVER.withClients(2).withOperator(), 1_204_901);
        states.put(RECOVER, 1_349_750);
        states.put(AT_MOST_ONCE, 37_622);
        states.put(AT_MOST_ONCE.withOneExecutionTwice(), 63_227);
        states.put(AT_MOST_ONCE.withClients(2).withOperator(), 127_510);
        states.put(AT_MOST_ONCE.withOperator(), 619_487);
        return states;
    }

    @TestFactory
    Stream<DynamicTest> every_invariant_holds_in_every_state() {
        return scenarios().entrySet().stream()
                .filter(each -> each.getValue() <= MOST_STATES)
                .map(each -> DynamicTest.dynamicTest(
                        each.getKey().name(), () -> assertHolds(each.getKey(), each.getValue())));
    }

    private static void assertHolds(Scenario scenario, int states) {
        Explorer.Found found =
                new Explorer(new Model(scenario, Store.table(), Rules.KEPT), EnumSet.allOf(Invariant.class)).explore();

        System.out.printf("Protocol, %s: %,d states%n", scenario.name(), found.states());
        assertThat(found.broken()).as(() -> String.join("\n", found.lines())).isEmpty();
        assertThat(found.states()).as("states of " + scenario.name()).isEqualTo(states);
    }
}
