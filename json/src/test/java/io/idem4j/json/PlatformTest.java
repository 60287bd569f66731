package io.idem4j.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.Clause;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hashes in a JVM of another locale and default charset. */
class PlatformTest {
    private static final long MINUTES = 2;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Duser.language=tr -Duser.country=TR -Dfile.encoding=ISO-8859-9",
                "-Duser.language=az -Dfile.encoding=US-ASCII",
                "-Duser.language=lt -Dfile.encoding=UTF-8",
                "-Duser.language=ar -Duser.country=EG -Dfile.encoding=COMPAT",
                "-Duser.language=th -Duser.country=TH -Duser.variant=TH"
            })
    @Clause("K-08")
    void changesNoHash(String options, @TempDir Path folder) throws Exception {
        Path output = folder.resolve("hashes");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(List.of(options.split(" ")));
        command.add(Hashes.class.getName());
        command.add(output.toString());
        Process process = new ProcessBuilder(command).inheritIO().start();
        try {
            assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).isZero();
        List<String> lines = Files.readAllLines(output, ISO_8859_1);
        assertThat(lines.get(0)).startsWith(options.contains("language=tr") ? "tr ISO-8859-9" : "");
        assertThat(lines.subList(1, lines.size())).isEqualTo(Hashes.all());
    }

    /** Prints the hashes of this JVM. */
    static final class Hashes {
        private static final String TITLES =
                "{\"TITLE\":1,\"title\":2,\"tıtle\":3,\"TİTLE\":4,\"I\":5,\"i\":6,\"ID\":[1.5,1234567.125],\"ΑΣ\":\"ß\"}";

        private Hashes() {}

        public static void main(String[] arguments) throws Exception {
            try (PrintStream out = new PrintStream(arguments[0], ISO_8859_1)) {
                out.println(Locale.getDefault().getLanguage() + " " + Charset.defaultCharset());
                all().forEach(out::println);
            }
        }

        static List<String> all() {
            List<String> hashes = new ArrayList<>();
            Map<String, Object> object = Map.of("Host", "é😀", "host", 1_234_567.5, "HOST", List.of(1, 2), "I", "İ");
            for (Object payload : List.of(TITLES, TITLES.getBytes(UTF_8), object)) {
                hashes.add(Json.whole().apply(payload));
                hashes.add(Json.whole().hash("md5").base64().apply(payload));
                hashes.add(Json.select("to_string(@)").apply(payload));
                hashes.add(Json.Profile.powertoolsTypeScript("p")
                        .key("I")
                        .apply(payload)
                        .id());
                hashes.add(
                        Json.Profile.powertoolsPython("p").key().apply(payload).id());
                hashes.add(Json.Profile.powertoolsJava("p")
                        .hash("sha-256")
                        .key("I")
                        .apply(payload)
                        .id());
            }
            return hashes;
        }
    }
}
