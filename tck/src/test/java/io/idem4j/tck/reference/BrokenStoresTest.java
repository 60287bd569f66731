package io.idem4j.tck.reference;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The kit rejects a store that breaks a clause, by a test of that clause. */
class BrokenStoresTest {
    @TestFactory
    Stream<DynamicTest> a_store_without_a_rule_fails_a_test_of_its_clause() {
        return BrokenStore.all().stream()
                .map(broken -> DynamicTest.dynamicTest(
                        broken.toString(),
                        () -> assertThat(KitRun.group(
                                                broken::open, broken.clause().replace("-", ""))
                                        .failedClauses())
                                .contains(broken.clause())));
    }

    @Test
    void every_store_clause_has_a_store_that_breaks_it() {
        Set<String> broken = BrokenStore.all().stream().map(BrokenStore::clause).collect(toCollection(TreeSet::new));
        assertThat(broken)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 24)
                        .mapToObj("S-%02d"::formatted)
                        .toList());
    }
}
