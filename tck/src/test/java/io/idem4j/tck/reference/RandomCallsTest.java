package io.idem4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Random calls beside the table find broken rules by themselves. */
class RandomCallsTest {
    /** What needs keys that look alike, failures, sizes, counters, other libraries or a call held before its write. */
    private static final Set<String> NOT_BY_CALLS_ALONE =
            Set.of("S-01", "S-03", "S-13", "S-15", "S-16", "S-17", "S-19", "S-24");

    /** How many records go is not looked at, nor are there rows without a token. */
    private static final Set<String> NOT_LOOKED_AT = Set.of(
            "purges without looking again",
            "purges without bound",
            "purges nothing",
            "forgets any row without a token");

    @TestFactory
    Stream<DynamicTest> random_calls_find_a_store_without_a_rule() {
        return BrokenStore.all().stream()
                .filter(broken -> !NOT_BY_CALLS_ALONE.contains(broken.clause()))
                .filter(broken -> !NOT_LOOKED_AT.contains(broken.what()))
                .map(broken -> DynamicTest.dynamicTest(
                        broken.toString(),
                        () -> assertThat(KitRun.group(broken::open, "WithRandomCallsGroup")
                                        .failures())
                                .isNotEmpty()));
    }
}
