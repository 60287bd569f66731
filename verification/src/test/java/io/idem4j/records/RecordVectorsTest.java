package io.idem4j.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.Clause;
import io.idem4j.tck.NeedsProgram;
import io.idem4j.tck.OnStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/**
 * The life-cycle scenarios that were recorded of Powertools for TypeScript, played with this library on the same server: the same
 * items and the same outcomes, but for the deviations that are listed with their reasons.
 */
@OnStore("dynamodb")
@NeedsProgram({"node", "npm"})
class RecordVectorsTest {
    private static final String FILE = "records.jsonl";
    private static final Map<String, String> ERRORS = Map.of(
            "IdempotencyAlreadyInProgressError", "InProgress",
            "IdempotencyValidationError", "Mismatch",
            "IdempotencyInvalidStatusError", "Inconsistent",
            "IdempotencyInconsistentStateError", "Inconsistent",
            "IdempotencyPersistenceLayerError", "StoreFailed");

    private static final Tables TABLES = new Tables();

    @AfterAll
    static void end() {
        TABLES.close();
    }

    private record Deviation(String file, String name, String clause, String reason) {}

    static List<JsonNode> scenarios() {
        try (InputStream in = RecordVectorsTest.class.getResourceAsStream("/vectors/" + FILE);
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines().map(Values.JSON::readTree).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Deviation> deviations() {
        List<Deviation> listed = new ArrayList<>();
        for (JsonNode entry : Values.JSON.readTree(Path.of("deviations.json").toFile())) {
            Deviation deviation = Values.JSON.treeToValue(entry, Deviation.class);
            if (deviation.file().equals(FILE)) {
                listed.add(deviation);
            }
        }
        return listed;
    }

    @TestFactory
    @Clause("K-22")
    Stream<DynamicTest> items_and_outcomes_are_those_of_the_reference_but_for_the_deviations() {
        List<String> deviating = deviations().stream().map(Deviation::name).toList();
        return scenarios().stream()
                .map(scenario -> DynamicTest.dynamicTest(
                        "'" + scenario.get("name").asString() + "'",
                        () -> check(
                                scenario,
                                deviating.contains(scenario.get("name").asString()))));
    }

    private static void check(JsonNode scenario, boolean deviates) {
        try (Replica replica = new Replica(scenario, TABLES)) {
            List<Object> expected = expected(scenario, replica);
            List<Object> found = replica.play();
            if (deviates) {
                assertThat(found)
                        .as("%s no longer deviates: take it out of verification/deviations.json", scenario.get("name"))
                        .isNotEqualTo(expected);
            } else {
                assertThat(found).isEqualTo(expected);
            }
        }
    }

    private static List<Object> expected(JsonNode scenario, Replica replica) {
        List<Object> expected = new ArrayList<>();
        scenario.get("steps").forEach(step -> expected(step, replica, expected));
        return expected;
    }

    private static void expected(JsonNode step, Replica replica, List<Object> expected) {
        if (!step.has("call")) {
            return;
        }
        Map<String, Object> told = new TreeMap<>();
        told.put("outcome", outcome(step.get("outcome")));
        told.put("asks_the_store", !step.get("requests").isEmpty());
        told.put("handler_calls", step.get("handler_calls").asInt());
        List<Object> during = new ArrayList<>();
        step.path("during").forEach(inner -> expected(inner, replica, during));
        told.put("during", during);
        told.put("items_after", items(step.get("items_after"), replica));
        if (step.get("handler_calls").asInt() > 0) {
            told.put("items_in_handler", items(step.get("items_in_handler"), replica));
        }
        expected.add(told);
    }

    private static Object items(JsonNode items, Replica replica) {
        return items.valueStream()
                .map(item -> replica.shared(Values.item(item)))
                .sorted(Comparator.comparing(Object::toString))
                .toList();
    }

    private static Object outcome(JsonNode outcome) {
        if (outcome.has("returned")) {
            return Replica.returned(outcome.get("returned"));
        }
        String error = outcome.path("error").asString("");
        return ERRORS.containsKey(error) ? ERRORS.get(error) : "threw " + outcome;
    }

    @Test
    void each_deviation_names_a_scenario_a_clause_and_a_reason_and_none_twice() throws IOException {
        String specification = Files.readString(Path.of("..", "SPEC.md"));
        List<String> names = scenarios().stream()
                .map(scenario -> scenario.get("name").asString())
                .toList();
        assertThat(names).hasSizeGreaterThan(100).doesNotHaveDuplicates();
        assertThat(deviations()).isNotEmpty().allSatisfy(deviation -> {
            assertThat(names).contains(deviation.name());
            assertThat(specification).contains("**" + deviation.clause() + "**");
            assertThat(deviation.reason()).endsWith(".");
        });
        assertThat(deviations().stream().map(Deviation::name)).doesNotHaveDuplicates();
    }
}
