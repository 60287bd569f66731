package io.idem4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.History;
import io.idem4j.tck.HistoryChecker;
import io.idem4j.tck.RecordTable;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The checker of histories accepts what a store that keeps the clauses can do, and finds stores that don't. */
class HistoriesTest {
    private static final int VALID = 1_000;
    private static final int UNTIL_FOUND = 1_000;

    private final HistoryChecker checker = new HistoryChecker(new RecordTable(), Duration.ZERO);

    @Test
    void a_thousand_valid_histories_are_accepted() {
        int unanswered = 0;
        int overlapping = 0;
        for (long seed = 0; seed < VALID; seed++) {
            SimulatedHistory history = new SimulatedHistory(seed, ReferenceStore::new);
            assertThat(checker.fault(history.events(), history.readings()))
                    .as("history of seed %d", seed)
                    .isEmpty();
            unanswered += (int) history.events().stream()
                    .filter(event -> event.answer() == null)
                    .count();
            overlapping += overlaps(history.events());
        }
        assertThat(unanswered).as("calls without an answer").isGreaterThan(VALID);
        assertThat(overlapping).as("calls that overlap").isGreaterThan(VALID);
    }

    private static int overlaps(List<History.Event> events) {
        int overlaps = 0;
        for (int i = 1; i < events.size(); i++) {
            if (events.get(i).began() < events.get(i - 1).ended()) {
                overlaps++;
            }
        }
        return overlaps;
    }

    @TestFactory
    Stream<DynamicTest> histories_of_a_store_without_a_rule_are_found() {
        return Stream.of(
                        "takes a claim for lapsed at the very end of its lease",
                        "finds expired records",
                        "does not raise the attempt",
                        "begins a new life at a takeover",
                        "completes for anybody",
                        "releases for anybody",
                        "renews for anybody",
                        "deletes settled records on release",
                        "reopens settled records on renewal",
                        "fences a holder whose lease is over",
                        "keeps what was released as a lapsed claim",
                        "counts a repeat as a takeover",
                        "reopens a completed record when its claim arrives late",
                        "overwrites with a repeated complete",
                        "brings a forgotten record back with a late complete",
                        "forgets whatever is there")
                .map(what -> DynamicTest.dynamicTest(what, () -> assertFound(what)));
    }

    private void assertFound(String what) {
        BrokenStore broken = BrokenStore.all().stream()
                .filter(store -> store.what().equals(what))
                .findFirst()
                .orElseThrow();
        boolean found = false;
        for (long seed = 0; seed < UNTIL_FOUND && !found; seed++) {
            SimulatedHistory history = new SimulatedHistory(seed, broken.maker());
            found = checker.fault(history.events(), history.readings()).isPresent();
        }
        assertThat(found).as("one of %d histories is rejected", UNTIL_FOUND).isTrue();
    }
}
