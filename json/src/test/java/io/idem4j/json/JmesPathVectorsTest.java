package io.idem4j.json;

import io.idem4j.tck.Clause;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/** What paths select, as recorded from the reference, but for the deviations. */
class JmesPathVectorsTest {
    private static final String FILE = "jmespath.jsonl";

    @TestFactory
    @Clause({"K-15", "K-16", "K-17"})
    Stream<DynamicTest> resultsAreThoseOfTheReferenceButForTheDeviations() {
        return Vectors.tests(FILE, vector -> Deviations.check(FILE, vector, expected(vector), found(vector)));
    }

    private static String expected(JsonNode vector) {
        if (vector.has("error")) {
            return "error";
        }
        return vector.has("result_is")
                ? Vectors.text(vector, "result_is")
                : CanonicalJson.standard().text(Vectors.text(vector, "result_json"));
    }

    private static String found(JsonNode vector) {
        JmesFunctions functions = vector.has("functions") ? JmesFunctions.BUILT_IN : PowertoolsFunctions.STANDARD;
        try {
            JsonNode input = JsonTrees.EXACT.parse(Vectors.text(vector, "input_json"));
            return CanonicalJson.standard()
                    .text(new JmesPath(Vectors.text(vector, "expression"), () -> functions).search(input));
        } catch (JmesPathException e) {
            return "error";
        }
    }
}
