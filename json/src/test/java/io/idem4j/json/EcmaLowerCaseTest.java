package io.idem4j.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.Clause;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
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
        assertThat(IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                        .filter(point -> point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE)
                        .filter(point -> !isAsRecorded(point))
                        .mapToObj(Integer::toHexString))
                .isEmpty();
    }

    private boolean isAsRecorded(int point) {
        String letter = Character.toString(point);
        boolean isCased = cased.get(point);
        boolean isWithinWord = isCased || ignored.get(point);
        return EcmaLowerCase.of("A" + SIGMA + letter).startsWith("a" + (isCased ? SMALL : FINAL))
                && EcmaLowerCase.of("A" + SIGMA + letter + "A").startsWith("a" + (isWithinWord ? SMALL : FINAL))
                && EcmaLowerCase.of(letter + SIGMA).endsWith(isCased ? FINAL : SMALL)
                && EcmaLowerCase.of("A" + letter + SIGMA).endsWith(isWithinWord ? FINAL : SMALL);
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
