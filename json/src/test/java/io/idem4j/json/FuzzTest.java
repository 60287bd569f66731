package io.idem4j.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.ConfigurationException;
import io.idem4j.IdempotencyKey;
import io.idem4j.MissingKeyException;
import io.idem4j.tck.Clause;
import io.idem4j.tck.Tier;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Documents, expressions and payloads made of pieces of real ones. Whatever they are, the outcome is a result or the error
 * that is promised. The seed of a round that fails is in the message; {@code -Didem4j.fuzz.seconds} sets another length.
 */
class FuzzTest {
    private static final long SECONDS = Long.getLong("idem4j.fuzz.seconds", Tier.size(60)) / 3;
    private static final int PIECES = 30;

    private static final List<String> DOCUMENTS = Stream.of("canonical.jsonl", "invalid_json.jsonl")
            .flatMap(file -> Vectors.of(file).stream())
            .map(vector -> Vectors.text(vector, "input_json"))
            .filter(text -> text.length() < 2_000)
            .toList();
    private static final List<String> EXPRESSIONS = Vectors.of("jmespath.jsonl").stream()
            .map(vector -> Vectors.text(vector, "expression"))
            .toList();
    private static final String DOCUMENT =
            Vectors.text(Vectors.of("jmespath.jsonl").get(0), "input_json");
    /** A member's value or an element, and not within a string. */
    private static final Pattern NUMBER = Pattern.compile("(?<=[:,\\[])-?[0-9.]+(?=[],}])");

    private static final List<String> EXTREMES =
            List.of("9".repeat(400), "-" + "9".repeat(30), "1e400", "-1e400", "5e-324", "0.5", "-0.0", "1e400");
    private static final List<String> PARTS = List.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\\",
            "\\u",
            "d83d",
            "null",
            "true",
            "1",
            "-",
            "0",
            ".",
            "e",
            "+",
            "9".repeat(400),
            "\ud83d",
            "\ude00",
            "\u0000",
            "\n",
            " ",
            "é",
            "\"a\"",
            "__proto__",
            "*",
            "[*]",
            "[]",
            "[?",
            "&",
            "||",
            "@",
            "(",
            ")",
            "`",
            "'",
            "length(",
            "sort_by(@, &",
            "powertools_json(",
            "'[1]'",
            "`{}`",
            "a.b",
            "==",
            "<",
            "|",
            "!",
            "::",
            "[0]",
            "[".repeat(1_001));

    private final CanonicalJson canonical = CanonicalJson.standard().maxBytes(100_000);

    /** The scanner and Jackson, which read the same language, also agree on every document. */
    @Test
    @Clause({"K-06", "K-07"})
    void documentsAreReadAlikeOrRefused() {
        rounds(seed -> {
            Random random = new Random(seed);
            String json = mutant(random, DOCUMENTS);
            byte[] bytes = json.getBytes(UTF_8);
            if (random.nextInt(4) == 0 && bytes.length > 0) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            String text = canonicalOrRefused(() -> canonical.text(bytes));
            String tree = canonicalOrRefused(() -> canonical.text(JsonTrees.DOUBLES.parse(bytes)));
            assertThat(text).isEqualTo(tree);
            if (text != null) {
                assertThat(canonical.text(text)).isEqualTo(text);
            }
            canonicalOrRefused(() -> canonical.text(json));
        });
    }

    @Test
    @Clause({"K-07", "K-15"})
    void expressionsSelectOrAreRefused() {
        rounds(seed -> {
            Random random = new Random(seed);
            String expression = mutant(random, EXPRESSIONS);
            JsonNode document = JsonTrees.EXACT.parse(withExtremes(random));
            try {
                assertThat(JmesPath.compile(expression).search(document)).isNotNull();
            } catch (JmesPathException e) {
                assertThat(e.position()).isBetween(0, expression.length());
            }
        });
    }

    @Test
    @Clause({"K-07", "K-11"})
    void payloadsHaveAKeyOrAreMissingOrMalformed() {
        rounds(seed -> {
            Random random = new Random(seed);
            String payload = mutant(random, DOCUMENTS);
            try {
                String path = random.nextBoolean() ? "a" : mutant(random, EXPRESSIONS);
                Selection selection = random.nextBoolean() ? Json.select(path) : Json.anyOf("b", path);
                assertThat(selection.apply(payload)).matches(key -> key == null || key.length() == 64);
                assertThat(selection.asFingerprint().apply(payload)).isNotNull();
                for (Function<Object, IdempotencyKey> ids : List.<Function<Object, IdempotencyKey>>of(
                        Json.Profile.powertoolsTypeScript("p").key(path),
                        Json.Profile.powertoolsPython("p").requiredKey(path),
                        Json.Profile.powertoolsJava("p").key(path))) {
                    assertThat(ids.apply(payload))
                            .matches(key -> key == null || key.id().startsWith("p#"));
                }
            } catch (MissingKeyException | ConfigurationException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        });
    }

    /** The document of the recorded expressions, some of its numbers replaced. */
    private static String withExtremes(Random random) {
        return NUMBER.matcher(DOCUMENT)
                .replaceAll(number ->
                        random.nextInt(3) == 0 ? EXTREMES.get(random.nextInt(EXTREMES.size())) : number.group());
    }

    private static void rounds(LongConsumer round) {
        long end = System.nanoTime() + SECONDS * 1_000_000_000;
        long start = new Random().nextLong();
        long seed = start;
        while (System.nanoTime() < end) {
            try {
                round.accept(seed++);
            } catch (Throwable e) {
                throw new AssertionError("round with seed " + (seed - 1), e);
            }
        }
        System.out.printf("fuzz: %,d rounds in %d s%n", seed - start, SECONDS);
    }

    private static String canonicalOrRefused(Supplier<String> read) {
        try {
            return read.get();
        } catch (MalformedJsonException e) {
            return null;
        }
    }

    /** A real one with pieces cut out, doubled, put in or exchanged. */
    private static String mutant(Random random, List<String> real) {
        StringBuilder text = new StringBuilder(real.get(random.nextInt(real.size())));
        for (int i = random.nextInt(6); i > 0; i--) {
            int at = random.nextInt(text.length() + 1);
            int end = Math.min(text.length(), at + random.nextInt(PIECES));
            switch (random.nextInt(4)) {
                case 0 -> text.delete(at, end);
                case 1 -> text.insert(at, text.substring(at, end));
                case 2 -> text.insert(at, PARTS.get(random.nextInt(PARTS.size())));
                default -> {
                    String other = real.get(random.nextInt(real.size()));
                    int from = random.nextInt(other.length() + 1);
                    text.insert(at, other, from, Math.min(other.length(), from + PIECES));
                }
            }
        }
        return text.toString();
    }
}
