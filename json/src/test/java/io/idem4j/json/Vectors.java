package io.idem4j.json;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Recorded facts about the reference, one JSON object a line. */
final class Vectors {
    static final JsonMapper MAPPER = new JsonMapper();

    private Vectors() {}

    static List<JsonNode> of(String file) {
        return of("vectors", file);
    }

    static List<JsonNode> of(String folder, String file) {
        try (InputStream in = Vectors.class.getResourceAsStream("/" + folder + "/" + file);
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines().map(MAPPER::readTree).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Stream<DynamicTest> tests(String file, Consumer<JsonNode> test) {
        return tests("vectors", file, test);
    }

    static Stream<DynamicTest> tests(String folder, String file, Consumer<JsonNode> test) {
        return of(folder, file).stream()
                .map(vector -> DynamicTest.dynamicTest("'" + text(vector, "name") + "'", () -> test.accept(vector)));
    }

    /** One of the recorded inputs. */
    static String input(String file, String name, String field) {
        return of(file).stream()
                .filter(vector -> text(vector, "name").equals(name))
                .map(vector -> text(vector, field))
                .findFirst()
                .orElseThrow();
    }

    static String text(JsonNode vector, String field) {
        return vector.get(field).stringValue();
    }
}
