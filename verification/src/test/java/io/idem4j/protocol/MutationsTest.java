package io.idem4j.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A model that finds nothing proves nothing: each rule taken out is found, by one of the shortest ways. */
class MutationsTest {
    @TestFactory
    Stream<DynamicTest> a_rule_taken_out_is_found() throws IOException {
        Map<String, String> traces = traces();
        return Mutation.all().stream()
                .map(each -> DynamicTest.dynamicTest(each.toString(), () -> assertFound(each, traces)));
    }

    private static void assertFound(Mutation mutation, Map<String, String> traces) {
        Explorer.Found found = explored(mutation);
        String trace = String.join("\n", found.lines());

        System.out.printf("%s%n%s%n%s%n%n", mutation, mutation.breaks(), trace);
        assertThat(found.broken()).containsExactly(mutation.breaks());
        assertThat(trace).isEqualTo(traces.get(mutation.toString()));
    }

    /** The release of a settled record needs a caller that releases after its complete; that alone loses no result. */
    @Test
    void a_release_after_a_complete_loses_no_result_where_the_store_keeps_what_is_settled() {
        Mutation both = Mutation.all().stream()
                .filter(each -> each.what().startsWith("release deletes what is settled"))
                .findAny()
                .orElseThrow();

        assertThat(explored(new Mutation(
                                both.clause(), both.what(), both.around(), Store.table(), both.engine(), both.breaks()))
                        .broken())
                .isEmpty();
    }

    private static Explorer.Found explored(Mutation mutation) {
        Model model = new Model(mutation.around(), mutation.store(), mutation.engine());
        return new Explorer(model, EnumSet.of(mutation.breaks())).explore();
    }

    /** As a reader finds them: under each mutation its trace. */
    private static Map<String, String> traces() throws IOException {
        Map<String, String> traces = new TreeMap<>();
        try (InputStream file = MutationsTest.class.getResourceAsStream("traces.txt")) {
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            for (String part : text.strip().split("\n\n")) {
                String[] headAndTrace = part.split("\n", 3);
                traces.put(headAndTrace[0], headAndTrace[2]);
            }
        }
        return traces;
    }
}
