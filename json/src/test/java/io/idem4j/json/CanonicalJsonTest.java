package io.idem4j.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.ConfigurationException;
import io.idem4j.tck.Clause;
import io.idem4j.tck.Tier;
import java.math.BigDecimal;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class CanonicalJsonTest {
    private static final int LARGE_DOCUMENTS = Tier.size(50);
    private static final String SENTINEL = "s3ntinel";

    private final CanonicalJson canonical = CanonicalJson.standard();

    record Order(String item, int quantity, BigDecimal price, Instant at) {}

    @Test
    @Clause("K-01")
    void anObjectHasTheTextOfItsJson() {
        Order order = new Order("book", 2, new BigDecimal("12.50"), Instant.EPOCH);
        String expected = "{\"at\":\"1970-01-01T00:00:00Z\",\"item\":\"book\",\"price\":12.5,\"quantity\":2}";
        assertThat(canonical.textOf(order)).isEqualTo(expected);
        assertThat(canonical.textOf(Map.of("b", List.of(1.0, 1e21), "A", "x")))
                .isEqualTo("{\"A\":\"x\",\"b\":[1,1e+21]}");
        assertThat(canonical.textOf("{}")).isEqualTo("\"{}\"");
        assertThat(canonical.textOf(null)).isEqualTo("null");
    }

    @Test
    @Clause("K-01")
    void mapsOfAnObjectAreTakenInTheOrderOfTheirKeys() {
        String expected = "{\"HOST\":1,\"Host\":2,\"host\":3}";
        assertThat(canonical.textOf(Map.of("host", 3, "HOST", 1, "Host", 2))).isEqualTo(expected);
        Map<String, Object> ordered = new LinkedHashMap<>();
        List.of("host", "Host", "HOST")
                .forEach(name -> ordered.put(name, expected.charAt(expected.indexOf(name) + 6) - '0'));
        assertThat(canonical.textOf(ordered)).isEqualTo(expected);
        assertThat(canonical.textOf(Map.of(Locale.ROOT, 1))).isEqualTo("{\"\":1}");
    }

    @Test
    @Clause("K-01")
    void anObjectIsWrittenByTheMapperThatIsSet() {
        JsonMapper mapper = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.UPPER_CAMEL_CASE)
                .build();
        assertThat(canonical.mapper(mapper).textOf(new Order("b", 1, BigDecimal.ONE, null)))
                .isEqualTo("{\"At\":null,\"Item\":\"b\",\"Price\":1,\"Quantity\":1}");
    }

    @Test
    @Clause("K-01")
    void aTreeMayHoldAnyKindOfNode() {
        ObjectNode tree = Vectors.MAPPER.createObjectNode();
        tree.put("float", 1.1f).put("decimal", new BigDecimal("1E+2")).put("nan", Double.NaN);
        tree.put("long", Long.MAX_VALUE).put("bytes", new byte[] {1, 2}).put("infinite", Double.NEGATIVE_INFINITY);
        assertThat(canonical.text(tree))
                .isEqualTo("{\"bytes\":\"AQI=\",\"decimal\":100,\"float\":1.1,\"infinite\":null,"
                        + "\"long\":9223372036854776000,\"nan\":null}");
        assertThatThrownBy(() -> canonical.text(tree.putPOJO("pojo", new Object())))
                .isInstanceOf(MalformedJsonException.class);
    }

    /** Objects that are moved aside whole, within each other, beside duplicates and members that are left out. */
    @Test
    @Clause({"K-01", "K-03"})
    void largeObjectsOutOfOrderAreOrderedAsSmallOnes() {
        Random random = new Random(3);
        for (int round = 0; round < LARGE_DOCUMENTS; round++) {
            Object value = nested(random, 6);
            String one = Spelling.of(value, random.nextLong());
            String other = Spelling.of(value, random.nextLong());
            assertThat(canonical.text(one)).isEqualTo(canonical.text(other));
            assertThat(canonical.text(canonical.text(one))).isEqualTo(canonical.text(one));
        }
        String large = "\"" + "x".repeat(5_000) + "\"";
        assertThat(canonical.text("[{\"o\":{\"b\":%1$s,\"__proto__\":%1$s,\"a\":{\"d\":%1$s,\"c\":1,\"d\":2}}}]"
                        .formatted(large)))
                .isEqualTo("[{\"o\":{\"a\":{\"c\":1,\"d\":2},\"b\":%s}}]".formatted(large));
    }

    private static Object nested(Random random, int levels) {
        Map<String, Object> members = new HashMap<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            Object value = levels > 0 ? nested(random, levels - 1) : "y".repeat(random.nextInt(3_000));
            members.put("m" + random.nextInt(50), value);
        }
        return random.nextInt(4) == 0 ? new ArrayList<>(members.values()) : members;
    }

    @Test
    @Clause("K-01")
    void aDigestIsThatOfTheText() throws Exception {
        String json = "[" + "{\"b\":[1.0,{\"d\":\"é\",\"c\":null}],\"a\":\"\\u00e9\"},".repeat(3_000) + "0]";
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        String expected =
                HexFormat.of().formatHex(digest.digest(canonical.text(json).getBytes(UTF_8)));
        canonical.update(digest, json);
        assertThat(HexFormat.of().formatHex(digest.digest())).isEqualTo(expected);
        canonical.update(digest, json.getBytes(UTF_8));
        assertThat(HexFormat.of().formatHex(digest.digest())).isEqualTo(expected);
        canonical.update(digest, JsonTrees.EXACT.parse(json));
        assertThat(HexFormat.of().formatHex(digest.digest())).isEqualTo(expected);
        canonical.updateOf(digest, JsonTrees.EXACT.parse(json));
        assertThat(HexFormat.of().formatHex(digest.digest())).isEqualTo(expected);
    }

    @Test
    @Clause("K-02")
    void namesThatDifferInCaseAloneKeepTheirOrderAmongManyOthers() {
        List<String> names = new ArrayList<>();
        IntStream.range(0, 500).forEach(i -> names.addAll(List.of("n%03d".formatted(i), "N%03d".formatted(i))));
        Collections.shuffle(names, new Random(5));
        List<String> expected = new ArrayList<>(names);
        expected.sort(Comparator.comparing(name -> name.toLowerCase(Locale.ROOT)));
        String json = "{\"" + String.join("\":0,\"", names) + "\":0}";
        assertThat(canonical.text(json)).isEqualTo("{\"" + String.join("\":0,\"", expected) + "\":0}");
    }

    @Nested
    @Clause("K-06")
    class Refuses {
        @ParameterizedTest
        @CsvSource(
                delimiter = '#',
                quoteCharacter = '~',
                value = {
                    "{\"a\":1 \"b\":2} # 1 # 8",
                    "[1,¶ 2,¶ x] # 3 # 2",
                    "[\"é😀\", nul] # 1 # 11",
                    "{\"a\" 1} # 1 # 6",
                    "{\"a\":1,} # 1 # 8",
                    "[1,] # 1 # 4",
                    "[01] # 1 # 3",
                    "[1.] # 1 # 4",
                    "[-] # 1 # 3",
                    "[1e+] # 1 # 5",
                    "\"\\q\" # 1 # 3",
                    "\"\\u12g4\" # 1 # 6",
                    "[1] 2 # 1 # 5",
                    "[ # 1 # 2",
                })
        void whatIsNoJsonAndSaysWhere(String json, int line, int column) {
            assertThatThrownBy(() -> canonical.text(json.replace('¶', '\n')))
                    .isInstanceOfSatisfying(MalformedJsonException.class, e -> {
                        assertThat(e.line()).isEqualTo(line);
                        assertThat(e.column()).isEqualTo(column);
                        assertThat(e).hasMessageContaining("line " + line + ", column " + column);
                    });
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "22 ff 22",
                    "22 c0 80 22",
                    "22 e0 80 80 22",
                    "22 ed a0 80 22",
                    "22 f4 90 80 80 22",
                    "22 c3",
                    "22 c3 22",
                    "ef bb bf 31",
                    "fe ff 00 31",
                    "00 31",
                    "31 00",
                    "00 00 00 31",
                    "22 01 22",
                    "22 80 22",
                    "5b ed",
                    "22 ed 22"
                })
        void bytesThatAreNoJsonInUtf8(String hexadecimal) {
            byte[] bytes = HexFormat.ofDelimiter(" ").parseHex(hexadecimal);
            assertThatThrownBy(() -> canonical.text(bytes)).isInstanceOf(MalformedJsonException.class);
            assertThatThrownBy(() -> JsonTrees.EXACT.parse(bytes)).isInstanceOf(MalformedJsonException.class);
        }

        @ParameterizedTest
        @ValueSource(strings = {"[%s]", "{\"%s\" 1}", "{\"a\":\"%s", "\"%s\\x\"", "%s"})
        void withoutQuotingIt(String document) {
            String json = document.formatted(SENTINEL);
            assertThatThrownBy(() -> canonical.text(json))
                    .isInstanceOf(MalformedJsonException.class)
                    .satisfies(e -> assertThat(Traces.of(e)).doesNotContain(SENTINEL));
            assertThatThrownBy(() -> JsonTrees.EXACT.parse(json))
                    .isInstanceOf(MalformedJsonException.class)
                    .satisfies(e -> assertThat(Traces.of(e)).doesNotContain(SENTINEL));
        }

        @Test
        void anObjectThatTheMapperCanNotWriteWithoutQuotingIt() {
            Map<String, Object> value = Map.of(SENTINEL, new Object());
            assertThatThrownBy(() -> canonical.textOf(value))
                    .isInstanceOf(MalformedJsonException.class)
                    .hasMessageContaining(value.getClass().getName())
                    .satisfies(e -> assertThat(Traces.of(e)).doesNotContain(SENTINEL));
        }
    }

    @Nested
    @Clause("K-07")
    class Bounds {
        @Test
        void aThousandLevelsAndNoMore() {
            for (String open : List.of("[", "{\"a\":")) {
                String close = open.equals("[") ? "]" : "}";
                String scalar = open.equals("[") ? "" : "1";
                String allowed = open.repeat(1_000) + scalar + close.repeat(1_000);
                assertThat(canonical.text(allowed)).isEqualTo(allowed);
                assertThat(canonical.text(JsonTrees.EXACT.parse(allowed))).isEqualTo(allowed);
                assertThat(canonical.textOf(JsonTrees.EXACT.parse(allowed))).isEqualTo(allowed);
                for (int levels : new int[] {1_001, 100_000}) {
                    String deeper = open.repeat(levels) + scalar + close.repeat(levels);
                    assertRefused(() -> canonical.text(deeper));
                    assertRefused(() -> canonical.text(deeper.getBytes(UTF_8)));
                    assertRefused(() -> canonical.text(open.repeat(levels)));
                    assertRefused(() -> JsonTrees.EXACT.parse(deeper));
                }
            }
        }

        @Test
        void treesAndObjectsThatAreDeeperOrHoldThemselves() {
            ArrayNode loop = Vectors.MAPPER.createArrayNode();
            loop.add(loop);
            assertRefused(() -> canonical.text(loop));
            assertRefused(() -> canonical.textOf(loop));
            JsonNode deep = Vectors.MAPPER.createArrayNode();
            List<Object> list = new ArrayList<>();
            for (int i = 0; i < 100_000; i++) {
                deep = i % 2 == 0
                        ? Vectors.MAPPER.createObjectNode().set("a", deep)
                        : Vectors.MAPPER.createArrayNode().add(deep);
                list = new ArrayList<>(List.of(list));
            }
            JsonNode tree = deep;
            Object object = list;
            assertRefused(() -> canonical.text(tree));
            assertRefused(() -> canonical.textOf(object));
            Map<String, Object> endless = new HashMap<>();
            endless.put("a", endless);
            assertRefused(() -> canonical.textOf(endless));
        }

        @Test
        void asManyBytesAsAreSetForWhatIsReadAndWritten() {
            CanonicalJson small = canonical.maxBytes(10);
            assertThat(small.maxBytes()).isEqualTo(10);
            assertThat(small.text("\"12345678\"")).hasSize(10);
            assertRefused(() -> small.text("\"123456789\""));
            assertRefused(() -> small.text("\"12345678\" "));
            assertRefused(() -> small.text("\"éééééé\""));
            assertRefused(() -> small.text("\"123456789\"".getBytes(UTF_8)));
            assertRefused(() -> small.text(Vectors.MAPPER.getNodeFactory().stringNode("123456789")));
            assertRefused(() -> small.textOf("123456789"));
            assertRefused(() -> small.text("[1e20,1]"));
            assertRefused(() -> small.textOf(List.of(1, 2, 3, 4, 5, 6)));
        }

        @Test
        void sixteenMegabytesUnlessSaidOtherwise() {
            byte[] document = new byte[16 * 1024 * 1024];
            Arrays.fill(document, (byte) ' ');
            document[0] = '1';
            assertThat(canonical.text(document)).isEqualTo("1");
            assertRefused(() -> canonical.text(Arrays.copyOf(document, document.length + 1)));
        }

        @ParameterizedTest
        @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
        void anImpossibleBoundIsRefusedByName(int bytes) {
            assertThatThrownBy(() -> canonical.maxBytes(bytes))
                    .isInstanceOfSatisfying(
                            ConfigurationException.class,
                            e -> assertThat(e.property()).isEqualTo("maxBytes"));
        }

        @Test
        void aDeepDocumentOutOfOrderTakesTimeByItsSizeAlone() {
            String value = "\"" + "x".repeat(1_000_000) + "\"";
            String deep = "{\"b\":".repeat(999) + value + ",\"a\":1}".repeat(999);
            String expected = "{\"a\":1,\"b\":".repeat(999) + value + "}".repeat(999);
            assertThat(canonical.text(deep)).isEqualTo(expected);
        }

        private void assertRefused(ThrowingCallable action) {
            assertThatThrownBy(action).isInstanceOf(MalformedJsonException.class);
        }
    }
}
