package io.idem4j.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.ConfigurationException;
import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.MissingKeyException;
import io.idem4j.tck.Clause;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.StringNode;

class SelectionTest {
    private static final String SENTINEL = "s3ntinel";
    private static final String EVENT = "{\"id\":\"o-1\",\"amount\":12.50,\"lines\":[{\"b\":1,\"a\":2}],\"none\":null}";

    record Order(String id, BigDecimal amount, List<String> lines) {}

    private static String sha256(String text) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
    }

    @Nested
    @Clause("K-09")
    class Keys {
        @Test
        void areTheHashOfTheSelectedValuesCanonicalText() throws Exception {
            assertThat(Json.select("id").apply(EVENT)).isEqualTo(sha256("\"o-1\""));
            assertThat(Json.select("amount").apply(EVENT)).isEqualTo(sha256("12.5"));
            assertThat(Json.select("lines").apply(EVENT)).isEqualTo(sha256("[{\"a\":2,\"b\":1}]"));
            assertThat(Json.whole().apply(EVENT))
                    .isEqualTo(sha256("{\"amount\":12.5,\"id\":\"o-1\",\"lines\":[{\"a\":2,\"b\":1}],\"none\":null}"));
        }

        @Test
        void areTheSameForTextBytesTreesMapsAndObjects() {
            String json = "{\"id\":\"o-1\",\"amount\":12.5,\"lines\":[\"x\"]}";
            List<Object> payloads = List.of(
                    json,
                    json.getBytes(UTF_8),
                    JsonTrees.EXACT.parse(json),
                    Map.of("id", "o-1", "amount", 12.5, "lines", List.of("x")),
                    new Order("o-1", new BigDecimal("12.50"), List.of("x")));
            for (Selection selection : List.of(
                    Json.whole(), Json.select("id"), Json.select("[amount, lines[0]]"), Json.allOf("id", "amount"))) {
                assertThat(payloads.stream().map(selection).distinct()).hasSize(1);
                assertThat(payloads.stream().map(selection.asFingerprint()).distinct())
                        .hasSize(1);
            }
        }

        @Test
        void fitAnIdempotencyKeyWhateverTheHashFunction() {
            for (String hash : List.of("MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-512")) {
                for (Selection selection : List.of(
                        Json.whole().hash(hash).hex(), Json.whole().hash(hash).base64())) {
                    assertThat(IdempotencyKey.of("s", selection.apply(EVENT)).value())
                            .isEqualTo(selection.apply(EVENT));
                    assertThat(selection.asFingerprint().apply(EVENT))
                            .isEqualTo(new Fingerprint(selection.apply(EVENT)));
                }
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"md5", "MD5", "sha1", "sha-1", "SHA256", "sha-256", "sha512", "sha512-256", "SHA-512/256"})
        void takeTheNamesThatNodeAndTheJdkHave(String name) {
            assertThat(Json.whole().hash(name).base64().apply(EVENT)).isBase64();
        }

        @ParameterizedTest
        @ValueSource(strings = {"", " ", "nope", "SHA-999", "sha256x", "ＳＨＡ256"})
        void refuseAHashFunctionThatThereIsNotWhenItIsSet(String name) {
            assertThatThrownBy(() -> Json.select("id").hash(name))
                    .isInstanceOfSatisfying(ConfigurationException.class, e -> {
                        assertThat(e.property()).isEqualTo("hash");
                        assertThat(e).hasMessageContaining("'" + name + "'");
                    });
            assertThatThrownBy(() -> Json.Profile.powertoolsTypeScript("p").hash(name))
                    .isInstanceOf(ConfigurationException.class);
        }

        @Test
        void doNotChangeASelectionThatOthersAreMadeOf() {
            Selection selection = Json.select("id");
            String before = selection.apply(EVENT);
            assertThat(selection.hash("MD5").base64().apply(EVENT)).isNotEqualTo(before);
            assertThat(selection.apply(EVENT)).isEqualTo(before);
        }

        @Test
        void areFunctionsAsTheOperationBuilderTakesThem() {
            Function<? super Order, @Nullable String> key = Json.select("id");
            Function<? super Order, @Nullable Fingerprint> fingerprint =
                    Json.select("amount").asFingerprint();
            Order order = new Order("o-1", BigDecimal.ONE, List.of());
            assertThat(key.apply(order)).isNotNull();
            assertThat(fingerprint.apply(order)).isNotNull();
        }
    }

    @Nested
    @Clause("K-10")
    class Missing {
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{}",
                    "{\"k\":null}",
                    "{\"k\":\"\"}",
                    "{\"k\":\" \\t\\u2003\"}",
                    "{\"k\":[]}",
                    "{\"k\":{}}",
                    "{\"k\":[null,\"\",[],{\"a\":null}]}",
                    "{\"k\":{\"a\":{\"b\":\"\"},\"c\":[]}}",
                    "[]",
                    "null",
                    "7"
                })
        void makesNoKey(String payload) {
            assertThat(Json.select("k").apply(payload)).isNull();
            assertThat(Json.allOf("k").apply(payload)).isNull();
            assertThat(Json.anyOf("k", "[k, k.a]").apply(payload)).isNull();
        }

        @ParameterizedTest
        @ValueSource(strings = {"0", "-0.0", "false", "\"x\"", "[0]", "[[],[false]]", "{\"a\":0}", "\"null\""})
        void isNothingThatSaysSomething(String value) {
            assertThat(Json.select("k").apply("{\"k\":" + value + "}")).isNotNull();
        }

        @Test
        void isOnlyNullOfAWholePayload() {
            assertThat(Json.whole().apply(null)).isNull();
            assertThat(Json.whole().apply(" null ")).isNull();
            assertThat(Json.whole().apply("null".getBytes(UTF_8))).isNull();
            assertThat(Json.whole().apply(JsonNodeFactory.instance.nullNode())).isNull();
            assertThat(Json.whole().base64().apply("null")).isNull();
            assertThat(Json.whole().apply("{}")).isNotNull();
            assertThat(Json.whole().apply("\"\"")).isNotNull();
            assertThat(Json.select("a").apply(null)).isNull();
        }
    }

    @Nested
    @Clause("K-12")
    class SeveralParts {
        @Test
        void makeOneKeyOfTheListOfThem() throws Exception {
            assertThat(Json.allOf("id", "amount").apply(EVENT)).isEqualTo(sha256("[\"o-1\",12.5]"));
            assertThat(Json.anyOf("none", "amount", "lines[5]").apply(EVENT)).isEqualTo(sha256("[null,12.5,null]"));
            assertThat(Json.anyOf("id", "'' ").apply(EVENT)).isEqualTo(sha256("[\"o-1\",null]"));
        }

        @Test
        void mustAllBeThereOrAtLeastOne() {
            assertThat(Json.allOf("id", "none").apply(EVENT)).isNull();
            assertThat(Json.allOf("id", "amount").apply(EVENT)).isNotNull();
            assertThat(Json.anyOf("id", "none").apply(EVENT)).isNotNull();
            assertThat(Json.anyOf("none", "missing").apply(EVENT)).isNull();
        }

        @Test
        void areToldApartByTheirPlace() {
            Selection any = Json.anyOf("a", "b");
            assertThat(any.apply("{\"a\":1}")).isNotEqualTo(any.apply("{\"b\":1}"));
        }

        @Test
        void areAtLeastOne() {
            assertThatThrownBy(Json::allOf).isInstanceOf(ConfigurationException.class);
            assertThatThrownBy(Json::anyOf)
                    .isInstanceOfSatisfying(
                            ConfigurationException.class,
                            e -> assertThat(e.property()).isEqualTo("paths"));
        }
    }

    @Nested
    @Clause("K-13")
    class NumbersWithMoreDigitsThanADouble {
        private final String one = "{\"id\":9007199254740993,\"n\":{\"at\":9007199254740993}}";
        private final String other = "{\"id\":9007199254740992,\"n\":{\"at\":9007199254740993}}";

        @Test
        void areNoKeyOfTwoPayloads() {
            for (Selection selection : List.of(Json.select("id"), Json.select("[id]"), Json.allOf("id", "id"))) {
                assertThatThrownBy(() -> selection.apply(one))
                        .isInstanceOf(MissingKeyException.class)
                        .hasMessageContaining("to_string")
                        .hasMessageNotContaining("9007199254740993");
                assertThat(selection.apply(other)).isNotNull();
            }
            assertThat(Json.select("id").apply("{\"id\":123456789012345680000}"))
                    .isNotNull();
            assertThatThrownBy(() -> Json.select("id").apply("{\"id\":123456789012345680001}"))
                    .isInstanceOf(MissingKeyException.class);
            assertThatThrownBy(() -> Json.select("id").apply("{\"id\":" + "9".repeat(400) + "}"))
                    .isInstanceOf(MissingKeyException.class);
        }

        @Test
        void areNoKeyAsAWholePayloadUnlessThatIsJson() {
            for (Object payload : List.of(
                    9_007_199_254_740_993L,
                    List.of(1, -9_007_199_254_740_993L),
                    new long[] {9_007_199_254_740_993L},
                    new BigInteger("9".repeat(400)),
                    new BigDecimal("1e400"))) {
                assertThatThrownBy(() -> Json.whole().apply(payload))
                        .isInstanceOf(MissingKeyException.class)
                        .hasMessageContaining("key whole()");
            }
            for (Object payload : List.of(9_007_199_254_740_992L, List.of(1.5, "9007199254740993"), List.of(), -7L)) {
                assertThat(Json.whole().apply(payload)).isNotNull();
            }
            assertThat(Json.whole().apply("9007199254740993"))
                    .isEqualTo(Json.whole().apply("9007199254740992.0"))
                    .isEqualTo(Json.whole().apply("9007199254740993".getBytes(UTF_8)));
        }

        record Order(long id, Object more) {}

        @Test
        void areNoKeyAnywhereInAnObjectOfJava() {
            List<Order> orders = List.of(
                    new Order(9_007_199_254_740_993L, "\"\\"),
                    new Order(1, new Order(-9_007_199_254_740_993L, null)),
                    new Order(1, List.of(Map.of("a", List.of(new BigInteger("123456789012345680001"))))),
                    new Order(1, new BigDecimal("1e400")));
            for (Order order : orders) {
                Map<String, Order> payload = Map.of("order", order);
                for (Supplier<String> key : List.<Supplier<String>>of(
                        () -> Json.whole().apply(order),
                        () -> Json.select("order").apply(payload),
                        () -> Json.anyOf("order", "other").apply(payload))) {
                    assertThatThrownBy(key::get)
                            .isInstanceOf(MissingKeyException.class)
                            .hasMessageNotContaining("9007199254740993");
                }
                assertThat(Json.whole().asFingerprint().apply(order)).isNotNull();
            }
            for (Order exact : List.of(
                    new Order(9_007_199_254_740_992L, "9007199254740993"),
                    new Order(7, List.of(1e300, 0.30000000000000004, "\\\"e9007199254740993")),
                    new Order(-999_999_999_999_999L, Map.of("1e400", true)))) {
                assertThat(Json.whole().apply(exact)).isNotNull();
                assertThat(Json.select("order").apply(Map.of("order", exact))).isNotNull();
            }
        }

        @Test
        void areTheirDoubleInsideOfWhatIsSelectedOfJson() {
            assertThat(Json.whole().apply(one)).isEqualTo(Json.whole().apply(other));
            assertThat(Json.select("n").apply(one)).isNotNull();
        }

        @Test
        void areNoKeyWhereAFunctionMadeThem() {
            String payload = "{\"large\":[1e308,1e308],\"both\":[1e400,-1e400]}";
            for (String path : List.of("sum(large)", "sum(both)", "avg(large)", "[max(both)]")) {
                assertThatThrownBy(() -> Json.select(path).apply(payload)).isInstanceOf(MissingKeyException.class);
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"1e400", "-1e400", "123e999999999"})
        void areNoKeyEitherWhereNoDoubleIsAsLarge(String number) {
            for (Selection selection : List.of(Json.select("id"), Json.select("[id]"), Json.anyOf("id", "a"))) {
                assertThatThrownBy(() -> selection.apply("{\"id\":" + number + "}"))
                        .isInstanceOf(MissingKeyException.class);
            }
        }

        @Test
        void areToldApartAsText() {
            Selection selection = Json.select("to_string(id)");
            assertThat(selection.apply(one)).isNotNull().isNotEqualTo(selection.apply(other));
        }

        @Test
        void areLeftAloneInFingerprintsAndWithinObjects() {
            assertThat(Json.select("id").asFingerprint().apply(one)).isNotNull();
            assertThat(Json.select("n").apply(one)).isNotNull();
        }
    }

    @Nested
    @Clause("K-14")
    class Fingerprints {
        @Test
        void hashWhatIsMissingAsNull() throws Exception {
            Function<Object, Fingerprint> fingerprint = Json.select("amount").asFingerprint();
            assertThat(fingerprint.apply("{}")).isEqualTo(new Fingerprint(sha256("null")));
            assertThat(fingerprint.apply("{\"amount\":null}")).isEqualTo(fingerprint.apply("{}"));
            assertThat(fingerprint.apply(null)).isEqualTo(fingerprint.apply("{}"));
            assertThat(fingerprint.apply("{\"amount\":\"\"}")).isNotEqualTo(fingerprint.apply("{}"));
            assertThat(fingerprint.apply(EVENT)).isEqualTo(new Fingerprint(sha256("12.5")));
            assertThat(Json.whole().asFingerprint().apply(null)).isEqualTo(fingerprint.apply("{}"));
        }
    }

    @Nested
    @Clause("K-11")
    class Malformed {
        static Stream<Object> payloads() {
            return Stream.of(
                    "{",
                    SENTINEL,
                    "{\"id\":\"" + SENTINEL,
                    "[" + SENTINEL + "]",
                    "[1]]",
                    "",
                    "\ufeff{}",
                    new byte[0],
                    new byte[] {'"', (byte) 0xff, '"'},
                    "[".repeat(100_000),
                    Map.of(SENTINEL, new Object()),
                    new Object());
        }

        @ParameterizedTest
        @MethodSource("payloads")
        void isNeverMissing(Object payload) {
            for (Function<Object, ?> function : List.<Function<Object, ?>>of(
                    Json.select("id"),
                    Json.whole(),
                    Json.anyOf("id", "b"),
                    Json.allOf("id"),
                    Json.select("id").asFingerprint(),
                    Json.whole().asFingerprint(),
                    Json.Profile.powertoolsTypeScript("p").key("id"),
                    Json.Profile.powertoolsTypeScript("p").key(),
                    Json.Profile.powertoolsPython("p").key("id"),
                    Json.Profile.powertoolsJava("p").fingerprint("id"))) {
                assertThatThrownBy(() -> function.apply(payload))
                        .isInstanceOf(MissingKeyException.class)
                        .hasCauseInstanceOf(IllegalArgumentException.class)
                        .satisfies(e -> assertThat(Traces.of(e)).doesNotContain(SENTINEL));
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "powertools_json(text)",
                    "powertools_json(none)",
                    "powertools_json(n)",
                    "powertools_base64(text)",
                    "powertools_base64_gzip(text)",
                    "powertools_base64_gzip(b64)",
                    "powertools_json(powertools_base64(b64))",
                    "length(none)",
                    "[id, powertools_json(text)]",
                    "list[*].powertools_json(@)"
                })
        @Clause("K-17")
        void isAlsoWhatAFunctionOfThePathCanNotWorkOn(String path) {
            String payload = "{\"id\":\"" + SENTINEL + "\",\"text\":\"" + SENTINEL
                    + "{\",\"n\":1,\"b64\":\"czNudGluZWw=\",\"list\":[\"1\",\"" + SENTINEL + "\"]}";
            for (Function<Object, ?> function : List.<Function<Object, ?>>of(
                    Json.select(path), Json.anyOf("id", path), Json.select(path).asFingerprint())) {
                assertThatThrownBy(() -> function.apply(payload))
                        .isInstanceOf(MissingKeyException.class)
                        .hasMessageContaining(path)
                        .hasMessageContaining("position")
                        .hasCauseInstanceOf(JmesPathException.class)
                        .satisfies(e -> assertThat(Traces.of(e)).doesNotContain(SENTINEL));
            }
        }

        @Test
        void saysWhereInTheDocument() {
            assertThatThrownBy(() -> Json.select("id").apply("{\n \"id\" 1}"))
                    .hasMessageContaining("key select(id)")
                    .hasMessageContaining("a colon is missing at line 2, column 7");
            assertThatThrownBy(() -> Json.whole().asFingerprint().apply("{\n \"id\" 1}"))
                    .hasMessageContaining("fingerprint whole()")
                    .hasMessageContaining("line 2, column 7");
            assertThatThrownBy(() -> Json.select("powertools_json(body)").apply("{\"body\":\"[1,\\n2\"}"))
                    .hasMessageContaining("a comma or a closing bracket is missing at line 2, column 2");
        }

        @Test
        void saysWhichBoundItIsBeyond() {
            for (Selection selection : List.of(Json.select("id"), Json.whole(), Json.anyOf("id"))) {
                assertThatThrownBy(() -> selection.apply("{\"id\":".repeat(1_001)))
                        .hasMessageContaining("too deep: JSON may nest 1000");
            }
            assertThatThrownBy(() -> Json.select("id").apply("{\"id\":" + "1".repeat(2_001) + "}"))
                    .isInstanceOf(MissingKeyException.class)
                    .hasMessageContaining("too large: a number has more than 2000 digits");
        }
    }

    @Nested
    @Clause("K-15")
    class Paths {
        @ParameterizedTest
        @ValueSource(strings = {"a..b", "", "nope(a)", "length()", "a[::0]", "a["})
        void areCheckedWhenTheSelectionIsMade(String path) {
            for (ThrowingCallable building : List.<ThrowingCallable>of(
                    () -> Json.select(path),
                    () -> Json.anyOf("a", path),
                    () -> Json.allOf(path),
                    () -> Json.Profile.powertoolsTypeScript("p").key(path),
                    () -> Json.Profile.powertoolsTypeScript("p").fingerprint(path))) {
                assertThatThrownBy(building).isInstanceOfSatisfying(ConfigurationException.class, e -> {
                    assertThat(e.property()).isEqualTo("path");
                    assertThat(e).hasMessageContaining("'" + path + "'").hasMessageContaining("position");
                });
            }
        }
    }

    @Nested
    @Clause("K-17")
    class Functions {
        @Test
        void decodeWhatIsPackedInPayloads() throws Exception {
            String body = "{\"id\":\"héllo\"}";
            Map<String, String> payload = Map.of(
                    "text", body,
                    "b64", Base64.getEncoder().encodeToString(body.getBytes(UTF_8)),
                    "gz", Base64.getEncoder().encodeToString(gzip(body.getBytes(UTF_8))));
            String expected = Json.select("id").apply(body);
            assertThat(Json.select("powertools_json(text).id").apply(payload)).isEqualTo(expected);
            assertThat(Json.select("powertools_json(powertools_base64(b64)).id").apply(payload))
                    .isEqualTo(expected);
            assertThat(Json.select("powertools_json(powertools_base64_gzip(gz)).id")
                            .apply(payload))
                    .isEqualTo(expected);
        }

        @Test
        void unpackNoMoreThanTheBound() throws Exception {
            byte[] bomb = gzip(new byte[20_000_000]);
            String payload = "{\"gz\":\"" + Base64.getEncoder().encodeToString(bomb) + "\"}";
            assertThatThrownBy(() -> Json.select("powertools_base64_gzip(gz)").apply(payload))
                    .isInstanceOf(MissingKeyException.class)
                    .hasMessageContaining("too large");
            assertThatThrownBy(() -> Selector.standard()
                            .maxBytes(100_000)
                            .select("powertools_base64_gzip(gz)")
                            .apply(payload))
                    .hasMessageContaining("100000");
        }

        @Test
        void replaceWhatIsNoUtf8AsTheEncodingStandardDoes() throws Exception {
            Map<String, String> replaced = Map.of(
                    "ff41", "\ufffdA",
                    "c3", "\ufffd",
                    "c328", "\ufffd(",
                    "e28241", "\ufffdA",
                    "eda080", "\ufffd\ufffd\ufffd",
                    "f0808041", "\ufffd\ufffd\ufffdA",
                    "f09f9841", "\ufffdA",
                    "f4908080", "\ufffd\ufffd\ufffd\ufffd",
                    "efbbbf41", "A",
                    "f09f9880", "😀");
            for (Map.Entry<String, String> entry : replaced.entrySet()) {
                byte[] bytes = HexFormat.of().parseHex(entry.getKey());
                String payload = "\"" + Base64.getEncoder().encodeToString(bytes) + "\"";
                assertThat(Json.select("powertools_base64(@)").apply(payload))
                        .isEqualTo(Json.select("@").apply(Vectors.MAPPER.writeValueAsString(entry.getValue())));
            }
        }

        @Test
        void ofOnesOwnCanBeAdded() {
            Selector selector = Selector.standard()
                    .function(
                            "upper",
                            1,
                            a -> JsonNodeFactory.instance.stringNode(
                                    a.get(0).stringValue().toUpperCase(java.util.Locale.ROOT)))
                    .function("nothing", 0, a -> JsonNodeFactory.instance.nullNode());
            assertThat(selector.select("upper(id)").apply("{\"id\":\"abc\"}"))
                    .isEqualTo(Json.select("id").apply("{\"id\":\"ABC\"}"));
            assertThat(selector.select("nothing()").apply("{}")).isNull();
            assertThatThrownBy(() -> Json.select("upper(id)")).isInstanceOf(ConfigurationException.class);
            assertThatThrownBy(() -> selector.select("upper(id, id)")).isInstanceOf(ConfigurationException.class);
        }

        @Test
        void ofOnesOwnThatTakeTheWrongTypeQuoteNothing() {
            Selection selection = Selector.standard()
                    .function("lower", 1, a -> StringNode.valueOf(a.get(0).stringValue()))
                    .select("lower(id)");
            assertThatThrownBy(() -> selection.apply("{\"id\":7777777}"))
                    .isInstanceOf(MissingKeyException.class)
                    .hasMessageContaining("lower(): tools.jackson")
                    .satisfies(e -> assertThat(Traces.of(e)).doesNotContain("7777777"));
        }

        @Test
        void ofOnesOwnThatThrowMakeThePayloadMalformed() {
            Selection selection = Selector.standard()
                    .function("fail", 1, a -> {
                        throw new IllegalStateException("on purpose");
                    })
                    .function("none", 0, a -> null)
                    .select("not_null(fail(id), none())");
            assertThatThrownBy(() -> selection.apply(EVENT))
                    .isInstanceOf(MissingKeyException.class)
                    .hasMessageContaining("fail(): java.lang.IllegalStateException")
                    .hasRootCauseMessage("on purpose");
            assertThatThrownBy(() -> Selector.standard()
                            .function("none", 0, a -> null)
                            .select("none()")
                            .apply(EVENT))
                    .isInstanceOf(MissingKeyException.class);
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "a-b", "1a", "a b", "é"})
        void needANameThatCanBeCalled(String name) {
            assertThatThrownBy(() -> Selector.standard().function(name, 1, a -> a.get(0)))
                    .isInstanceOf(ConfigurationException.class);
            assertThatThrownBy(() -> Selector.standard().function("ok", -1, a -> a.get(0)))
                    .isInstanceOf(ConfigurationException.class);
        }

        private static byte[] gzip(byte[] content) throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
                gzip.write(content);
            }
            return out.toByteArray();
        }
    }

    @Nested
    @Clause("K-07")
    class Bounds {
        @Test
        void areThoseOfTheSelector() {
            Selector small = Selector.standard().maxBytes(20);
            assertThat(small.select("a").apply("{\"a\":\"12345678\"}")).isNotNull();
            for (Object payload : List.of(
                    "{\"a\":\"123456789012345678\"}",
                    "{\"a\":\"123456789012345678\"}".getBytes(UTF_8),
                    "{\"a\":\"ääääääääääää\"}",
                    Map.of("a", "123456789012345678"))) {
                assertThatThrownBy(() -> small.select("a").apply(payload))
                        .isInstanceOf(MissingKeyException.class)
                        .hasMessageContaining("20");
                assertThatThrownBy(() -> small.whole().apply(payload)).isInstanceOf(MissingKeyException.class);
            }
            assertThatThrownBy(() -> Selector.standard().maxBytes(0)).isInstanceOf(ConfigurationException.class);
        }

        @Test
        void holdForWhatAPathMakesOfAPayload() {
            String path = "[@,@]" + " | [@,@]".repeat(60);
            assertThatThrownBy(() -> Json.select(path).apply("\"abcdef\"")).isInstanceOf(MissingKeyException.class);
        }
    }

    @Test
    @Clause("K-09")
    void theSelectorsMapperMakesJsonOfObjects() {
        JsonMapper mapper = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .build();
        record Placed(String orderId) {}
        Selection selection = Selector.standard().mapper(mapper).select("order_id");
        assertThat(selection.apply(new Placed("1"))).isEqualTo(Json.select("id").apply("{\"id\":\"1\"}"));
        assertThat(Arrays.asList(selection.toString(), Json.allOf("a", "b").toString()))
                .containsExactly("select(order_id)", "allOf[a, b]");
    }
}
