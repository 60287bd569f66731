package io.idem4j.spring.boot.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The guide's table of properties has what the metadata has, and each has a description. */
class PropertiesTableTest {
    private static final Pattern ROW = Pattern.compile("^\\| `(idem4j\\.[^`]+)` \\|", Pattern.MULTILINE);

    private static JsonNode metadata() {
        return JsonMapper.shared().readTree(Path.of("target/classes/META-INF/spring-configuration-metadata.json"));
    }

    private static Set<String> properties() {
        return metadata()
                .get("properties")
                .valueStream()
                .map(property -> property.get("name").asString())
                .filter(name -> name.startsWith("idem4j."))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void the_guide_names_every_property_and_no_other() throws IOException {
        String guide = Files.readString(Path.of("../docs/spring.md"));
        Set<String> named =
                ROW.matcher(guide).results().map(row -> row.group(1)).collect(Collectors.toCollection(TreeSet::new));

        assertThat(named).isEqualTo(properties());
    }

    @Test
    void every_property_has_a_description_and_a_type() {
        assertThat(metadata().get("properties").valueStream().toList())
                .isNotEmpty()
                .allSatisfy(property -> {
                    assertThat(property.path("description").asString(""))
                            .as(property.toString())
                            .isNotBlank();
                    assertThat(property.path("type").asString(""))
                            .as(property.toString())
                            .isNotBlank();
                });
    }
}
