package io.idem4j.examples.orders.story;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.idem4j.examples.orders.KeyHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One line of the story: a request and what must come of it.
 *
 * @param times how often it is sent at once; not given: once
 * @param demo how its action goes wrong; not given: it doesn't
 */
record Scene(
        String title,
        String key,
        JsonNode order,
        @Nullable Integer times,
        @Nullable String demo,
        Expect expect) {

    enum Expect {
        /** By this request. */
        @JsonProperty("placed")
        PLACED,
        /** By an earlier one, whose answer this one gets. */
        @JsonProperty("replayed")
        REPLAYED,
        /** By one of several at once. */
        @JsonProperty("once")
        ONCE,
        /** Refused: the key is another order's. */
        @JsonProperty("mismatch")
        MISMATCH,
        /** Its process is killed before it answers, its row not written. */
        @JsonProperty("killed before its insert")
        KILLED_BEFORE_INSERT,
        /** Its process is killed before it answers, its row written. */
        @JsonProperty("killed after its insert")
        KILLED_AFTER_INSERT
    }

    static List<Scene> read(Path file) throws IOException {
        JsonMapper json = new JsonMapper();
        return Files.readAllLines(file).stream()
                .filter(line -> !line.isBlank())
                .map(line -> json.readValue(line, Scene.class))
                .toList();
    }

    int atOnce() {
        return times == null ? 1 : times;
    }

    String keyHash() {
        return KeyHash.ofSent(key);
    }
}
