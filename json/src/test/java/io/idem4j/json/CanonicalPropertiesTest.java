package io.idem4j.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.Clause;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

@PropertyDefaults(tries = 400, edgeCases = EdgeCasesMode.NONE)
@Clause("K-01")
class CanonicalPropertiesTest {
    private static final int LEVELS = 4;

    private final CanonicalJson canonical = CanonicalJson.standard();

    @Property
    void allSpellingsOfAValueHaveOneText(@ForAll("values") Object value, @ForAll long one, @ForAll long other) {
        assertThat(canonical.text(Spelling.of(value, one))).isEqualTo(canonical.text(Spelling.of(value, other)));
    }

    @Property
    void canonicalTextIsItsOwn(@ForAll("values") Object value, @ForAll long seed) {
        String text = canonical.text(Spelling.of(value, seed));
        assertThat(canonical.text(text)).isEqualTo(text);
        assertThat(JsonTrees.EXACT.parse(text)).isNotNull();
    }

    @Property
    void textBytesTreeAndObjectHaveOneText(@ForAll("values") Object value, @ForAll long seed) {
        String json = Spelling.of(value, seed);
        String expected = canonical.text(json);
        assertThat(canonical.text(JsonTrees.EXACT.parse(json))).isEqualTo(expected);
        assertThat(canonical.text(JsonTrees.DOUBLES.parse(json))).isEqualTo(expected);
        assertThat(canonical.text(expected.getBytes(UTF_8))).isEqualTo(expected);
        assertThat(canonical.textOf(JsonTrees.EXACT.parse(json))).isEqualTo(expected);
    }

    @Property
    void anObjectHasTheTextOfItsJson(@ForAll("values") Object value) {
        String json = Spelling.of(value, 1);
        Assume.that(!Surrogates.areLoneIn(JsonValues.text(JsonTrees.EXACT.parse(json))));
        assertThat(canonical.textOf(value)).isEqualTo(canonical.text(json));
    }

    @Property
    void valuesThatDifferHaveTextsThatDiffer(@ForAll("values") Object one, @ForAll("values") Object other) {
        boolean equal = JsonValues.equal(
                JsonTrees.DOUBLES.parse(Spelling.of(one, 1)), JsonTrees.DOUBLES.parse(Spelling.of(other, 1)));
        assertThat(canonical.text(Spelling.of(one, 2)).equals(canonical.text(Spelling.of(other, 3))))
                .isEqualTo(equal);
    }

    @Provide
    Arbitrary<Object> values() {
        return values(LEVELS);
    }

    /** Null is {@link Optional#empty()}, which both spellers print as null. */
    private static Arbitrary<Object> values(int levels) {
        Arbitrary<Object> scalars = Arbitraries.oneOf(
                texts().map(each -> (Object) each),
                numbers().map(each -> (Object) each),
                Arbitraries.of(true, false).map(each -> (Object) each),
                Arbitraries.just(Optional.empty()).map(each -> (Object) each));
        if (levels == 0) {
            return scalars;
        }
        Arbitrary<Object> inner = values(levels - 1);
        return Arbitraries.frequencyOf(
                Tuple.of(2, scalars),
                Tuple.of(1, inner.list().ofMaxSize(5).map(each -> (Object) each)),
                Tuple.of(
                        2,
                        Arbitraries.maps(texts(), inner)
                                .ofMaxSize(8)
                                .map(CanonicalPropertiesTest::distinctInLowerCase)
                                .map(each -> (Object) each)));
    }

    private static Arbitrary<String> texts() {
        return Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(8),
                Arbitraries.strings()
                        .withChars("aAbBzZ_-.10/\\\"\u0000\n\u007f")
                        .ofMaxLength(5),
                Arbitraries.strings().withChars("ΣσςİıéÉ\ud83d\ude00\uffff").ofMaxLength(5),
                Arbitraries.longs().between(0, 5_000_000_000L).map(String::valueOf));
    }

    private static Arbitrary<Double> numbers() {
        return Arbitraries.oneOf(
                Arbitraries.doubles(),
                Arbitraries.longs().map(Double::longBitsToDouble).filter(Double::isFinite),
                Arbitraries.integers().map(Integer::doubleValue),
                Arbitraries.integers().map(cents -> cents / 100.0));
    }

    private static Map<String, Object> distinctInLowerCase(Map<String, Object> members) {
        Map<String, String> names = new LinkedHashMap<>();
        members.keySet().forEach(name -> names.putIfAbsent(EcmaLowerCase.of(name), name));
        Map<String, Object> distinct = new LinkedHashMap<>();
        names.values().stream()
                .filter(name -> !name.equals("__proto__"))
                .forEach(name -> distinct.put(name, members.get(name)));
        return distinct;
    }
}
