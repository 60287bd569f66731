package io.idem4j.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviationsTest {
    @ParameterizedTest
    @ValueSource(strings = {"jmespath.jsonl", "keys.jsonl"})
    void eachNamesAVectorAClauseAndAReasonAndNoneTwice(String file) throws IOException {
        String specification = Files.readString(Path.of("..", "SPEC.md"));
        List<String> vectors = Vectors.of(file).stream()
                .map(vector -> Vectors.text(vector, "name"))
                .toList();
        List<Deviations.Deviation> deviations = Deviations.of(file);
        assertThat(deviations).isNotEmpty().allSatisfy(deviation -> {
            assertThat(vectors).contains(deviation.name());
            assertThat(specification).contains("**" + deviation.clause() + "**");
            assertThat(deviation.reason()).endsWith(".");
        });
        assertThat(deviations.stream().map(Deviations.Deviation::name)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"canonical.jsonl", "invalid_json.jsonl", "lowercase.jsonl"})
    void thereIsNoneFromWhatMustBeByteForByte(String file) {
        assertThat(Stream.of(file).flatMap(f -> Deviations.of(f).stream())).isEmpty();
    }
}
