package io.idem4j.json;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.Clause;
import io.idem4j.tck.NeedsProgram;
import io.idem4j.tck.Tier;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Clause("K-04")
class EcmaNumberTest {
    private static final int NUMBERS = Tier.size(1_000_000);
    private static final int TINIEST = 3_000;
    private static final long MINUTES = 5;
    private static final String PROGRAM = """
            const fs = require('node:fs');
            const [, , from, to] = process.argv;
            const view = new DataView(new ArrayBuffer(8));
            const printed = fs.readFileSync(from, 'latin1').split('\\n').map(bits => {
              view.setBigUint64(0, BigInt('0x' + bits));
              return JSON.stringify(view.getFloat64(0));
            });
            fs.writeFileSync(to, printed.join('\\n'));
            """;

    private final EcmaNumber numbers = new EcmaNumber();

    @Test
    @NeedsProgram("node")
    void doublesArePrintedAsNodePrintsThem(@TempDir Path folder) throws Exception {
        List<Long> doubles = doubles();
        List<String> printed = node(folder, doubles);
        assertThat(printed).hasSameSizeAs(doubles);
        for (int i = 0; i < printed.size(); i++) {
            assertThat(print(Double.longBitsToDouble(doubles.get(i)))).isEqualTo(printed.get(i));
        }
    }

    /** Of all magnitudes, of few digits, and the smallest ones each. */
    private static List<Long> doubles() {
        Random random = new Random(20_260_101);
        List<Long> doubles = new ArrayList<>(NUMBERS + TINIEST);
        for (long bits = 0; bits < TINIEST; bits++) {
            doubles.add(bits);
        }
        for (int i = 0; i < NUMBERS; i++) {
            doubles.add(
                    switch (i % 4) {
                        case 0, 1 -> random.nextLong();
                        case 2 -> Double.doubleToLongBits(random.nextInt(1_000_000) / 1_000.0);
                        default ->
                            Double.doubleToLongBits(
                                    (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(44) - 22));
                    });
        }
        return doubles;
    }

    private static List<String> node(Path folder, List<Long> doubles) throws IOException, InterruptedException {
        Path program = Files.writeString(folder.resolve("print.js"), PROGRAM);
        Path input = Files.writeString(
                folder.resolve("bits"),
                String.join("\n", doubles.stream().map(Long::toHexString).toList()));
        Path output = folder.resolve("printed");
        Process node = new ProcessBuilder("node", program.toString(), input.toString(), output.toString())
                .inheritIO()
                .start();
        try {
            assertThat(node.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
        } finally {
            node.destroyForcibly();
        }
        assertThat(node.exitValue()).isZero();
        return Files.readAllLines(output);
    }

    @Test
    void everySpellingOfADoubleIsPrintedAsTheDouble() {
        Random random = new Random(7);
        for (int i = 0; i < NUMBERS / 10; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertThat(CanonicalJson.standard().text(Spelling.of(value, i))).isEqualTo(print(value));
            }
        }
    }

    @Test
    void decimalsOfFewDigitsArePrintedAsTheirDoubles() {
        Random random = new Random(11);
        for (int i = 0; i < NUMBERS / 10; i++) {
            String decimal = BigDecimal.valueOf(
                            random.nextLong() % (long) Math.pow(10, 1 + random.nextInt(15)), random.nextInt(16))
                    .toPlainString();
            assertThat(CanonicalJson.standard().text(decimal)).isEqualTo(print(Double.parseDouble(decimal)));
        }
    }

    private String print(double value) {
        Utf8Buffer out = new Utf8Buffer(0);
        numbers.write(out, value);
        return new String(out.bytes(), 0, out.size(), US_ASCII);
    }
}
