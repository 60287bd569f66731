package io.idem4j.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.ConfigurationException;
import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.MissingKeyException;
import io.idem4j.tck.Clause;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ProfileTest {
    @Nested
    @Clause("K-18")
    class TypeScript {
        private final Json.Profile profile = Json.Profile.powertoolsTypeScript("my-fn", null);

        @Test
        void readsNumbersAsDoublesAlsoInStringsMadeOfThem() {
            String rounded = profile.key("to_string(id)")
                    .apply("{\"id\":9007199254740992}")
                    .id();
            assertThat(profile.key("to_string(id)")
                            .apply("{\"id\":9007199254740993}")
                            .id())
                    .isEqualTo(rounded);
            assertThat(profile.key("to_string(id)")
                            .apply(JsonTrees.EXACT.parse("{\"id\":9007199254740993}"))
                            .id())
                    .isEqualTo(rounded);
            assertThat(profile.key("to_string(powertools_json(body).id)")
                            .apply(Map.of("body", "{\"id\":9007199254740993}"))
                            .id())
                    .isEqualTo(rounded);
        }

        @ParameterizedTest
        @CsvSource(
                ignoreLeadingAndTrailingWhitespace = false,
                value = {
                    "'',fn,fn#",
                    "'  ',fn,fn#",
                    "'',,#",
                    "' p ',fn,p#",
                    "'\u00a0\ufeffp\u2028',fn,p#",
                    "p,,p#",
                    "'',' f ',f#"
                })
        void takesTheFunctionsNameWhereThereIsNoPrefix(String prefix, String function, String expected) {
            assertThat(Json.Profile.powertoolsTypeScript(prefix, function)
                            .key("id")
                            .apply("{\"id\":\"abc\"}")
                            .id())
                    .isEqualTo(expected + "69n0x7BssKr10T2A5J2LkA==");
        }

        @Test
        void takesTheFunctionsNameFromTheEnvironment() {
            String name = System.getenv("AWS_LAMBDA_FUNCTION_NAME");
            assertThat(Json.Profile.powertoolsTypeScript().key().apply("1").id())
                    .isEqualTo((name == null ? "" : name) + "#xMpCOKC5I4INzFCab3WEmw==");
        }

        @Test
        void hashesAWholePayloadThatIsNullAndSkipsAPathThatFindsIt() {
            assertThat(profile.key().apply("null").id()).isEqualTo("my-fn#N6YlnMDB2uKZp4Zkid/wvQ==");
            assertThat(profile.key("@").apply("null")).isNull();
            assertThat(profile.key("a").apply(null)).isNull();
            assertThatThrownBy(() -> profile.key().apply(null)).isInstanceOf(MissingKeyException.class);
            assertThatThrownBy(() -> profile.requiredKey("a").apply("{\"a\":[0,\"\"]}"))
                    .isInstanceOf(MissingKeyException.class);
        }

        @Test
        void refusesAPrefixThatMakesNoKey() {
            for (String prefix : new String[] {"p".repeat(1_000), "\ud800"}) {
                assertThatThrownBy(() ->
                                Json.Profile.powertoolsTypeScript(prefix, null).key("id"))
                        .isInstanceOfSatisfying(
                                ConfigurationException.class,
                                e -> assertThat(e.property()).isEqualTo("prefix"));
            }
        }

        @Test
        void takesASelectorsFunctionsAndMapper() {
            Selector selector =
                    Selector.standard().function("first", 1, a -> a.get(0).get(0));
            assertThat(profile.selector(selector)
                            .key("first(ids)")
                            .apply("{\"ids\":[\"abc\"]}")
                            .id())
                    .isEqualTo("my-fn#69n0x7BssKr10T2A5J2LkA==");
        }
    }

    @Nested
    @Clause("K-19")
    class Python {
        private final Json.Profile profile = Json.Profile.powertoolsPython("fn.handler");

        @TestFactory
        Stream<DynamicTest> hashesWhatTheStandardLibraryPrints() {
            return Vectors.tests("recorded", "python_keys.jsonl", vector -> {
                String input = Vectors.text(vector, "input_json");
                assertThat(PythonJson.text(JsonTrees.EXACT.parse(input))).isEqualTo(Vectors.text(vector, "dumped"));
                assertThat(profile.fingerprint("@").apply(input))
                        .isEqualTo(new Fingerprint(Vectors.text(vector, "md5")));
                boolean missing = vector.get("missing").booleanValue();
                IdempotencyKey key = profile.key().apply(input);
                IdempotencyKey sha256 = profile.hash("sha256").key("@").apply(input);
                if (missing) {
                    assertThat(key).isNull();
                    assertThat(sha256).isNull();
                    assertThatThrownBy(() -> profile.requiredKey().apply(input))
                            .isInstanceOf(MissingKeyException.class);
                } else {
                    assertThat(key.id()).isEqualTo("fn.handler#" + Vectors.text(vector, "md5"));
                    assertThat(sha256.id()).isEqualTo("fn.handler#" + Vectors.text(vector, "sha256"));
                    assertThat(profile.requiredKey().apply(input)).isEqualTo(key);
                }
            });
        }
    }

    @Nested
    @Clause("K-20")
    class Java {
        private final Json.Profile profile = Json.Profile.powertoolsJava("fn.handle");

        @Test
        void makesNoKeyOfWhatIsMissing() {
            assertThat(profile.key("a").apply("{}")).isNull();
            assertThatThrownBy(() -> profile.requiredKey("a").apply("{\"a\":{\"b\":null}}"))
                    .isInstanceOf(MissingKeyException.class);
        }

        @Test
        void spellsAHashAsANumberOfAtLeast32Digits() {
            String id = profile.key("a").apply("{\"a\":\"363\"}").id();
            assertThat(id).isEqualTo("fn.handle#00411460f7c92d2124a67ea0f4cb5f85");
        }
    }

    @Test
    @Clause({"K-18", "K-19", "K-20"})
    void aTreeWithAnObjectThatIsNoJsonIsAnError() {
        JsonNode tree = Vectors.MAPPER.createObjectNode().putPOJO("id", new Object());
        for (Json.Profile profile : List.of(
                Json.Profile.powertoolsTypeScript("p"),
                Json.Profile.powertoolsPython("p"),
                Json.Profile.powertoolsJava("p"))) {
            assertThatThrownBy(() -> profile.key("id").apply(tree))
                    .isInstanceOf(MissingKeyException.class)
                    .hasMessageContaining("no JSON value");
        }
    }

    @Test
    @Clause("K-21")
    void thePolicyIsAnHourWithoutALeaseAndLeavesTheRest() {
        IdempotencyPolicy before = IdempotencyPolicy.defaults().maxAttempts(3);
        IdempotencyPolicy policy =
                Json.Profile.powertoolsTypeScript("p").policy().apply(before);
        assertThat(policy.retention()).isEqualTo(Duration.ofHours(1));
        assertThat(policy.lease()).isNull();
        assertThat(policy.renewFor()).isEqualTo(Duration.ZERO);
        assertThat(policy.maxAttempts()).isEqualTo(3);
    }
}
