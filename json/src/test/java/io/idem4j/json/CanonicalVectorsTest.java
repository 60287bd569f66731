package io.idem4j.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.tck.Clause;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Canonical text, digests and lower case, byte for byte as recorded. */
class CanonicalVectorsTest {
    private static final Map<String, String> DIGESTS =
            Map.of("md5_base64", "MD5", "sha1", "SHA-1", "sha256", "SHA-256", "sha512", "SHA-512");

    private final CanonicalJson canonical = CanonicalJson.standard();

    @TestFactory
    @Clause({"K-01", "K-02", "K-03", "K-04", "K-05", "K-08"})
    Stream<DynamicTest> textsAreThoseOfTheReference() {
        return Stream.of("canonical.jsonl", "canonical_unicode_versioned.jsonl")
                .flatMap(file -> Vectors.tests(file, this::checkText));
    }

    private void checkText(JsonNode vector) {
        String input = Vectors.text(vector, "input_json");
        String expected = Vectors.text(vector, "canonical");
        assertThat(canonical.text(input)).isEqualTo(expected);
        assertThat(canonical.text(expected)).isEqualTo(expected);
        assertThat(canonical.text(expected.getBytes(UTF_8))).isEqualTo(expected);
        assertThat(canonical.text(JsonTrees.EXACT.parse(input))).isEqualTo(expected);
        assertThat(canonical.text(JsonTrees.DOUBLES.parse(input))).isEqualTo(expected);
        if (!Surrogates.areLoneIn(input)) {
            assertThat(canonical.text(input.getBytes(UTF_8))).isEqualTo(expected);
        }
    }

    @TestFactory
    @Clause({"K-01", "K-09"})
    Stream<DynamicTest> digestsAreThoseOfTheReference() {
        return Vectors.tests("canonical.jsonl", vector -> {
            String input = Vectors.text(vector, "input_json");
            DIGESTS.forEach((field, algorithm) -> {
                MessageDigest digest = digest(algorithm);
                canonical.update(digest, input);
                assertThat(Base64.getEncoder().encodeToString(digest.digest())).isEqualTo(Vectors.text(vector, field));
                String whole = Json.whole().hash(algorithm).base64().apply(input);
                if (whole != null) {
                    assertThat(whole).isEqualTo(Vectors.text(vector, field));
                } else {
                    assertThat(Vectors.text(vector, "canonical")).isEqualTo("null");
                }
            });
        });
    }

    @TestFactory
    @Clause("K-06")
    Stream<DynamicTest> whatIsNoJsonIsRefusedWhereverItIsRead() {
        return Vectors.tests("invalid_json.jsonl", vector -> {
            String input = Vectors.text(vector, "input_json");
            assertThatThrownBy(() -> canonical.text(input)).isInstanceOf(MalformedJsonException.class);
            assertThatThrownBy(() -> canonical.text(input.getBytes(UTF_8))).isInstanceOf(MalformedJsonException.class);
            assertThatThrownBy(() -> JsonTrees.EXACT.parse(input)).isInstanceOf(MalformedJsonException.class);
            assertThatThrownBy(() -> JsonTrees.EXACT.parse(input.getBytes(UTF_8)))
                    .isInstanceOf(MalformedJsonException.class);
        });
    }

    @TestFactory
    @Clause({"K-02", "K-08"})
    Stream<DynamicTest> lowerCaseIsThatOfTheReference() {
        return Vectors.tests(
                "lowercase.jsonl",
                vector -> assertThat(EcmaLowerCase.of(Vectors.text(vector, "input")))
                        .isEqualTo(Vectors.text(vector, "lower")));
    }

    @ParameterizedTest
    @ValueSource(strings = "lowercase_codepoints.json")
    @Clause({"K-02", "K-08"})
    void lowerCaseOfEveryLetterIsThatOfTheReference(String file) {
        JsonNode pairs = Vectors.of(file).get(0).get("pairs");
        assertThat(pairs.size()).isGreaterThan(1_400);
        for (JsonNode pair : pairs) {
            assertThat(EcmaLowerCase.of(points(pair.get(0)))).isEqualTo(points(pair.get(1)));
        }
    }

    private static String points(JsonNode hexadecimal) {
        StringBuilder text = new StringBuilder();
        for (String point : hexadecimal.stringValue().split(" ")) {
            text.appendCodePoint(Integer.parseInt(point, 16));
        }
        return text.toString();
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
