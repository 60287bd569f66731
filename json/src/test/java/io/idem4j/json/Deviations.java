package io.idem4j.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Where Idem4j differs from the recorded behaviour on purpose; anywhere else, and only there, a difference is a fault. */
final class Deviations {
    private static final Path FILE = Path.of("..", "verification", "deviations.json");

    record Deviation(String file, String name, String clause, String reason) {}

    private Deviations() {}

    static List<Deviation> of(String file) {
        return StreamSupport.stream(Vectors.MAPPER.readTree(FILE.toFile()).spliterator(), false)
                .map(entry -> Vectors.MAPPER.treeToValue(entry, Deviation.class))
                .filter(entry -> entry.file().equals(file))
                .toList();
    }

    /** Fails on a difference that is not listed, and on an entry that no longer differs. */
    static void check(String file, JsonNode vector, String expected, String found) {
        String name = Vectors.text(vector, "name");
        boolean listed = of(file).stream().anyMatch(entry -> entry.name().equals(name));
        if (listed) {
            assertThat(found)
                    .as("%s no longer deviates: take it out of verification/deviations.json", name)
                    .isNotEqualTo(expected);
        } else {
            assertThat(found).isEqualTo(expected);
        }
    }
}
