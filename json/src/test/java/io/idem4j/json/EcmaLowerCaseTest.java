package io.idem4j.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.Clause;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Where a sigma ends a word, for every code point beside it, as recorded from node; the JDK's letters are older or newer. */
@Clause({"K-02", "K-08"})
class EcmaLowerCaseTest {
    private static final String SIGMA = "Σ";
    private static final String SMALL = "σ";
    private static final String FINAL = "ς";
    private static final Pattern RANGE = Pattern.compile("([0-9a-f]+)(?:-([0-9a-f]+))?");
    private static final JsonNode RECORDED = Vectors.MAPPER.readTree(
            Path.of("src/test/resources/recorded/final_sigma.json").toFile());

    private final BitSet cased = points("cased");
    private final BitSet ignored = points("ignored");

    @Test
    void aSigmaIsFinalAfterACasedLetterAndBeforeNone() {
        assertThat(cased.cardinality()).isGreaterThan(4_000);
        assertThat(ignored.cardinality()).isGreaterThan(2_000);
        for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
            if (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE) {
                check(point);
            }
        }
    }

    private void check(int point) {
        String letter = Character.toString(point);
        boolean isCased = cased.get(point);
        boolean isIgnored = ignored.get(point);
        String name = Integer.toHexString(point);
        assertThat(EcmaLowerCase.of("A" + SIGMA + letter)).as(name).startsWith("a" + (isCased ? SMALL : FINAL));
        assertThat(EcmaLowerCase.of("A" + SIGMA + letter + "A"))
                .as(name)
                .startsWith("a" + (isCased || isIgnored ? SMALL : FINAL));
        assertThat(EcmaLowerCase.of(letter + SIGMA)).as(name).endsWith(isCased ? FINAL : SMALL);
        assertThat(EcmaLowerCase.of("A" + letter + SIGMA)).as(name).endsWith(isCased || isIgnored ? FINAL : SMALL);
    }

    private static BitSet points(String field) {
        BitSet points = new BitSet();
        RANGE.matcher(RECORDED.get(field).stringValue()).results().forEach(range -> {
            int first = Integer.parseInt(range.group(1), 16);
            points.set(first, 1 + (range.group(2) == null ? first : Integer.parseInt(range.group(2), 16)));
        });
        return points;
    }
}
