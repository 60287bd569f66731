package io.idem4j.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.json.JmesPathException.Kind;
import io.idem4j.tck.Clause;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Clause("K-15")
class JmesPathTest {
    private static final String SHOP = """
            {"shop": {"name": "Corner", "open": true, "tags": ["a", "b"], "empty": {}},
             "items": [{"sku": "s1", "price": 3, "dims": [1, [2, 3]], "stock": {"here": 2}},
                       {"sku": "s2", "price": 1.5, "dims": [[4]], "stock": null},
                       {"sku": "s3", "price": 3}],
             "grid": [[1, 2], [3, 4], [], 5], "words": ["pear", "fig", "apple"], "numbers": [4, -2, 7],
             "text": "a𝄞z", "zero": 0, "blank": "", "nothing": null, "off": false, "list": [0, 1, 2, 3, 4, 5],
             "rows": {"p": {"stock": {"here": 2}}, "q": {"stock": {"here": 4}, "dims": [{"x": 5}]}}}""";

    private static JsonNode search(String expression) {
        return JmesPath.compile(expression).search(JsonTrees.EXACT.parse(SHOP));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '~',
            value = {
                "shop.name # \"Corner\"",
                "shop.\"name\" # \"Corner\"",
                "shop.none.deeper # null",
                "items[0].sku # \"s1\"",
                "items[-1].sku # \"s3\"",
                "items[9] # null",
                "items[-9] # null",
                "shop[0] # null",
                "items[*].price # [3,1.5,3]",
                "items[*].stock.here # [2]",
                "items[*].dims[] # [1,[2,3],[4]]",
                "items[].dims[][] # [1,2,3,4]",
                "items[*].dims[0] # [1,[4]]",
                "items[*].dims | [0] # [1,[2,3]]",
                "items[?price == `3`].sku # [\"s1\",\"s3\"]",
                "items[?price > `1` && sku != 's1'] | [].sku # [\"s2\",\"s3\"]",
                "items[?stock].sku # [\"s1\"]",
                "items[?dims[0] == `1`].sku | [0] # \"s1\"",
                "grid[0:2] # [[1,2],[3,4]]",
                "grid[0:2][0] # [1,3]",
                "grid[1][0:1] # [3]",
                "grid[1][0:2].none # []",
                "items[2][0:1] # null",
                "rows.*.stock.here # [2,4]",
                "rows.*.stock.here | [1] # 4",
                "rows.*.dims[0].x # [5]",
                "grid[] # [1,2,3,4,5]",
                "grid[][0] # []",
                "list[1:4] # [1,2,3]",
                "list[::-2] # [5,3,1]",
                "list[-2:] # [4,5]",
                "list[4:1:-1] # [4,3,2]",
                "list[10:0:-3] # [5,2]",
                "list[:-10] # []",
                "list[-10:2] # [0,1]",
                "shop[1:2] # null",
                "shop.* # [\"Corner\",true,[\"a\",\"b\"],{}]",
                "items[0].stock.* # [2]",
                "items.* # null",
                "*.name # [\"Corner\"]",
                "shop.*.name # []",
                "[shop.name, none] # [\"Corner\",null]",
                "nothing.[a] # null",
                "{n: shop.name, \"p q\": items[0].price} # {\"n\":\"Corner\",\"p q\":3}",
                "items[].{s: sku, d: dims[0]} | [1] # {\"s\":\"s2\",\"d\":[4]}",
                "nothing || blank || off || shop.empty || zero # 0",
                "zero && blank # \"\"",
                "!zero # false",
                "!nothing # true",
                "!(off || blank) # true",
                "shop.open == `true` # true",
                "zero == `0.0` # true",
                "shop.tags == `[\"a\",\"b\"]` # true",
                "shop.tags == `[\"b\",\"a\"]` # false",
                "items[0].stock == `{\"here\":2.0}` # true",
                "items[0].stock == `{\"there\":2}` # false",
                "nothing == missing # true",
                "blank < zero # null",
                "words[0] < words[1] # null",
                "`2` < `10` # true",
                "`2` >= `2.0` # true",
                "`\"\\u00e9\"` # \"é\"",
                "`\"tick \\`\"` # \"tick `\"",
                "'it\\'s' # \"it's\"",
                "'\\n\\\\' # \"\\\\n\\\\\\\\\"",
                "@ | shop | @.name # \"Corner\"",
                "(items)[0].sku # \"s1\"",
                "(items[*].price)[0] # 3",
                "items[*].price[0] # []",
                "abs(numbers[1]) # 2",
                "abs(`-1.5`) # 1.5",
                "avg(numbers) # 3",
                "avg(`[]`) # null",
                "avg(`[1, 2]`) # 1.5",
                "ceil(`1.1`) # 2",
                "floor(`-1.1`) # -2",
                "contains(words, 'fig') # true",
                "contains(`[[1], {\"a\": 1}]`, `[1.0]`) # true",
                "contains('foobar', 'oba') # true",
                "contains('123', `1`) # false",
                "starts_with(shop.name, 'Cor') # true",
                "ends_with(shop.name, 'Cor') # false",
                "join('-', words) # \"pear-fig-apple\"",
                "join('', `[]`) # \"\"",
                "keys(`{\"b\":1,\"a\":2}`) # [\"b\",\"a\"]",
                "values(`{\"b\":1,\"a\":2}`) # [1,2]",
                "length(text) # 3",
                "length(shop) # 4",
                "length(`[]`) # 0",
                "map(&price, items) # [3,1.5,3]",
                "map(&stock.here, items) # [2,null,null]",
                "max(numbers) # 7",
                "max(words) # \"pear\"",
                "min(words) # \"apple\"",
                "min(`[]`) # null",
                "max_by(items, &price).sku # \"s1\"",
                "min_by(items, &price).sku # \"s2\"",
                "max_by(`[]`, &x) # null",
                "merge(`{\"a\":1,\"b\":1}`, `{\"b\":2}`, `{}`) # {\"a\":1,\"b\":2}",
                "not_null(nothing, none, off, zero) # false",
                "not_null(nothing) # null",
                "reverse(text) # \"z𝄞a\"",
                "reverse(list[:2]) # [1,0]",
                "sort(numbers) # [-2,4,7]",
                "sort(words) # [\"apple\",\"fig\",\"pear\"]",
                "sort(`[\"\\uffff\",\"\\ud800\\udc00\",\"z\",\"Z\",\"é\"]`) # [\"Z\",\"z\",\"é\",\"\\uffff\",\"\\ud800\\udc00\"]",
                "sort(`[]`) # []",
                "sort_by(items, &price)[].sku # [\"s2\",\"s1\",\"s3\"]",
                "sort_by(items, &sku)[-1].sku # \"s3\"",
                "sum(numbers) # 9",
                "sum(`[]`) # 0",
                "to_array(zero) # [0]",
                "to_array(grid) | [0] # [1,2]",
                "to_string(items[0].stock) # \"{\\\"here\\\":2}\"",
                "to_string(`[1.50, \"é\", null]`) # \"[1.5,\\\"é\\\",null]\"",
                "to_string(shop.name) # \"Corner\"",
                "to_number('1.25e1') # 12.5",
                "to_number('-0') # 0",
                "to_number(' 1') # null",
                "to_number('0x1') # null",
                "to_number('1.') # null",
                "to_number(`true`) # null",
                "type(nothing) # \"null\"",
                "type(shop.open) # \"boolean\"",
                "items[*].length(sku) # [2,2,2]",
                "items[?contains(dims || `[]`, `1`)].sku # [\"s1\"]",
            })
    void selects(String expression, String json) {
        assertThat(JsonValues.equal(search(expression), JsonTrees.EXACT.parse(json)))
                .as("%s selects %s", expression, search(expression))
                .isTrue();
    }

    @Nested
    class FindsWhenCompiling {
        @ParameterizedTest
        @CsvSource(
                delimiter = '#',
                quoteCharacter = '~',
                value = {
                    "a..b # 2 # SYNTAX",
                    "a. # 2 # SYNTAX",
                    ".a # 0 # SYNTAX",
                    "a[ # 2 # SYNTAX",
                    "a[1 # 3 # SYNTAX",
                    "a[b] # 2 # SYNTAX",
                    "a[1,2] # 3 # SYNTAX",
                    "a[1 2] # 4 # SYNTAX",
                    "a[1:2:3:4] # 7 # SYNTAX",
                    "a[99999999999] # 2 # SYNTAX",
                    "a b # 2 # SYNTAX",
                    "a{b: c} # 1 # SYNTAX",
                    "a.{} # 3 # SYNTAX",
                    "a.[] # 2 # SYNTAX",
                    "{a b} # 3 # SYNTAX",
                    "{a: b # 5 # SYNTAX",
                    "[a, ] # 4 # SYNTAX",
                    "a.1 # 2 # SYNTAX",
                    "1 # 0 # SYNTAX",
                    "-a # 0 # SYNTAX",
                    "a-b # 1 # SYNTAX",
                    "** # 1 # SYNTAX",
                    "a[*]b # 4 # SYNTAX",
                    "a.*b # 3 # SYNTAX",
                    "a || # 4 # SYNTAX",
                    "|| a # 0 # SYNTAX",
                    "a = b # 2 # SYNTAX",
                    "a === b # 4 # SYNTAX",
                    "a ! b # 2 # SYNTAX",
                    "&a # 0 # SYNTAX",
                    "[&a] # 1 # SYNTAX",
                    "(a # 2 # SYNTAX",
                    "a) # 1 # SYNTAX",
                    "() # 1 # SYNTAX",
                    "\"a # 0 # SYNTAX",
                    "\"\\x\" # 0 # SYNTAX",
                    "'a # 0 # SYNTAX",
                    "'a\\' # 0 # SYNTAX",
                    "`1 # 0 # SYNTAX",
                    "`a` # 0 # SYNTAX",
                    "`` # 0 # SYNTAX",
                    "`[1` # 0 # SYNTAX",
                    "a.`1` # 2 # SYNTAX",
                    "a.'b' # 2 # SYNTAX",
                    "é # 0 # SYNTAX",
                    "a\u00a0b # 1 # SYNTAX",
                    "length(a b) # 9 # SYNTAX",
                    "length(a # 8 # SYNTAX",
                    "\"length\"(a) # 0 # SYNTAX",
                    "a.length.(b) # 9 # SYNTAX",
                    "@(a) # 1 # SYNTAX",
                    "a.nope(b) # 2 # UNKNOWN_FUNCTION",
                    "Length(a) # 0 # UNKNOWN_FUNCTION",
                    "a || length() # 5 # INVALID_ARITY",
                    "length(a, b) # 0 # INVALID_ARITY",
                    "not_null() # 0 # INVALID_ARITY",
                    "sort_by(a) # 0 # INVALID_ARITY",
                    "a[1:2:0] # 2 # INVALID_VALUE",
                })
        void whatIsWrongAndWhere(String expression, int position, Kind kind) {
            assertThatThrownBy(() -> JmesPath.compile(expression))
                    .isInstanceOfSatisfying(JmesPathException.class, e -> {
                        assertThat(e.kind()).isEqualTo(kind);
                        assertThat(e.position()).isEqualTo(position);
                        assertThat(e).hasMessageContaining(kind.id()).hasMessageContaining("position " + position);
                    });
        }

        @ParameterizedTest
        @ValueSource(strings = {"", " ", "\n"})
        void anEmptyExpression(String expression) {
            assertThatThrownBy(() -> JmesPath.compile(expression)).isInstanceOf(JmesPathException.class);
        }

        @ParameterizedTest
        @ValueSource(strings = {"(", "[", "!", "a.", "a[", "{a:", "length(", "a||", "a[?", "&", "*.", "[]"})
        void anEndlessExpressionWithoutOverflowingTheStack(String part) {
            assertThatThrownBy(() -> JmesPath.compile(part.repeat(100_000) + "a"))
                    .isInstanceOf(JmesPathException.class);
        }

        @Test
        void nothingInAnExpressionAsLargeAsTheyMayBe() {
            JsonNode document = JsonTrees.EXACT.parse("{\"a\":1}");
            assertThat(JmesPath.compile("(".repeat(499) + "a" + ")".repeat(499))
                            .search(document)
                            .intValue())
                    .isEqualTo(1);
            assertThat(JmesPath.compile("@" + ".a".repeat(499)).search(document).isNull())
                    .isTrue();
            assertThat(JmesPath.compile("!".repeat(998) + "a").search(document).booleanValue())
                    .isTrue();
        }
    }

    @Nested
    class FindsWhenSearching {
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "abs(words)",
                    "abs(nothing)",
                    "avg(words)",
                    "avg(items[].sku)",
                    "ceil('1')",
                    "contains(zero, `0`)",
                    "ends_with(shop.name, zero)",
                    "starts_with(zero, 'a')",
                    "join(zero, words)",
                    "join(',', numbers)",
                    "keys(words)",
                    "values(nothing)",
                    "length(zero)",
                    "length(missing)",
                    "map(&a, shop)",
                    "map(a, items)",
                    "max(`[1, \"a\"]`)",
                    "min(`[null]`)",
                    "max(shop)",
                    "max_by(items, &stock)",
                    "max_by(items, price)",
                    "min_by(`[{\"a\":1},{\"a\":\"b\"}]`, &a)",
                    "sort(`[1, \"a\"]`)",
                    "sort(items)",
                    "sort_by(items, &dims)",
                    "sort_by(`[1]`, &@ == `1`)",
                    "sort_by(shop, &a)",
                    "merge(shop, nothing)",
                    "reverse(zero)",
                    "sum(`[null]`)",
                    "length(&a)",
                    "to_string(&a)",
                })
        void anArgumentThatTheFunctionDoesNotTake(String expression) {
            JmesPath path = JmesPath.compile(expression);
            assertThatThrownBy(() -> path.search(JsonTrees.EXACT.parse(SHOP)))
                    .isInstanceOfSatisfying(
                            JmesPathException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID_TYPE));
        }

        @Test
        void nothingOfTheDocumentInAnErrorsMessage() {
            assertThatThrownBy(() -> search("abs(shop.name)"))
                    .hasMessage("argument 1 of abs() is of type string (invalid-type, at position 0)");
        }
    }

    @Nested
    @Clause("K-16")
    class WhereTheSpecificationLeavesAChoice {
        private final JsonNode document = JsonTrees.EXACT.parse(
                "{\"b\":1,\"10\":2,\"2\":3,\"A\":4,\"big\":12345678901234567891,\"tiny\":1e-7,\"huge\":1e21}");

        @Test
        void membersAreListedAsEcmaScriptDoes() {
            assertThat(CanonicalJson.standard()
                            .text(JmesPath.compile("keys(@)[:4]").search(document)))
                    .isEqualTo("[\"2\",\"10\",\"b\",\"A\"]");
            assertThat(JmesPath.compile("* | [0]").search(document).intValue()).isEqualTo(3);
            assertThat(JmesPath.compile("values(@)[1]").search(document).intValue())
                    .isEqualTo(2);
            assertThat(text("to_string(merge(`{\"x\":1}`, `{\"1\":2}`))")).isEqualTo("{\"1\":2,\"x\":1}");
        }

        @Test
        void wholeNumbersAreExact() {
            assertThat(text("to_string(big)")).isEqualTo("12345678901234567891");
            assertThat(text("to_string([big])")).isEqualTo("[12345678901234567891]");
            assertThat(text("to_string(abs(big))")).isEqualTo("12345678901234567891");
            assertThat(text("to_string(big == `12345678901234567892`)")).isEqualTo("false");
            assertThat(text("to_string(big < `12345678901234567892`)")).isEqualTo("true");
        }

        @Test
        void numbersBeyondAllDoublesAreInfinite() {
            JsonNode numbers = JsonTrees.EXACT.parse("[" + "9".repeat(400) + ",-" + "9".repeat(400) + ",1e400,0.5]");
            for (String holds : List.of(
                    "[0] > `1.5`",
                    "[1] < [3]",
                    "[0] == [2]",
                    "[0] != [3]",
                    "abs([1]) == [0]",
                    "ceil([0]) == [0]",
                    "floor([1]) == [1]",
                    "sum([[0], [3]]) == [2]",
                    "avg([[0], [3]]) == [2]",
                    "max([[3], [0]]) == [0]",
                    "min([[3], [1]]) == [1]",
                    "sort([[2], [3], [1]])[0] == [1]",
                    "contains(@, [2])")) {
                assertThat(JmesPath.compile(holds).search(numbers).booleanValue())
                        .as(holds)
                        .isTrue();
            }
        }

        @Test
        void otherNumbersAreSpelledAsEcmaScriptDoes() {
            assertThat(text("to_string([tiny, huge])")).isEqualTo("[1e-7,1e+21]");
            assertThat(text("to_string(sum(`[0.1, 0.2]`))")).isEqualTo("0.30000000000000004");
        }

        private String text(String expression) {
            return JmesPath.compile(expression).search(document).stringValue();
        }
    }

    @Test
    void comparingTreesDeeperThanMayBeReadIsAnErrorAndNoOverflow() {
        JsonNode deep = JsonTrees.EXACT.parse("{}");
        for (int i = 0; i < 100_000; i++) {
            deep = Vectors.MAPPER.createArrayNode().add(deep);
        }
        JsonNode twice = Vectors.MAPPER
                .createArrayNode()
                .add(Vectors.MAPPER.createArrayNode().add(deep))
                .add(Vectors.MAPPER.createArrayNode().add(deep));
        assertThatThrownBy(() -> JmesPath.compile("[0] == [1]").search(twice))
                .isInstanceOf(MalformedJsonException.class);
    }

    @Test
    void onePathServesManyThreads() throws Exception {
        JmesPath path = JmesPath.compile("sort_by(items[?price > `1`], &sku)[*].[sku, to_string(price)]");
        JsonNode document = JsonTrees.EXACT.parse(SHOP);
        JsonNode expected = path.search(document);
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            List<Callable<JsonNode>> searches = IntStream.range(0, 2_000)
                    .<Callable<JsonNode>>mapToObj(i -> () -> path.search(document))
                    .toList();
            for (Future<JsonNode> found : pool.invokeAll(searches)) {
                assertThat(found.get()).isEqualTo(expected);
            }
        } finally {
            pool.shutdown();
        }
        assertThat(document).isEqualTo(JsonTrees.EXACT.parse(SHOP));
    }
}
