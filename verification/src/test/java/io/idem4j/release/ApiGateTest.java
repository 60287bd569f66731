package io.idem4j.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.architecture.Checkout;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The published API is compared with the last release's; and the comparison bites. */
class ApiGateTest {
    private static final Checkout CHECKOUT = Checkout.current();
    private static final Pattern RELEASE = Pattern.compile("(?m)^## (\\d+\\.\\d+\\.\\d+)");

    @TempDir
    Path folder;

    /** The release is named by {@code api.baseline}; its jars are where the build put them. */
    @Test
    void nobody_who_uses_the_last_release_has_to_change_anything() throws IOException {
        List<String> releases = RELEASE.matcher(Checkout.read(CHECKOUT.root().resolve("CHANGELOG.md")))
                .results()
                .map(release -> release.group(1))
                .toList();
        String baseline = System.getProperty("idem4j.api.baseline", "");
        assertThat(baseline)
                .as("api.baseline is the newest release of the changelog")
                .isEqualTo(releases.isEmpty() ? "" : releases.get(0));
        if (releases.isEmpty()) {
            return;
        }
        List<PublishedModule> compared = PublishedModule.all(CHECKOUT).stream()
                .filter(module -> Files.exists(module.baseline()))
                .toList();
        assertThat(compared).as("api.baseline.skip is false").isNotEmpty();
        assertThat(compared)
                .allSatisfy(module -> assertThat(new ApiGate().broken(module.baseline(), module.jar()))
                        .as(module.artifact())
                        .isEmpty());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a method is gone              | class A { public void run() {} }      | class A { }                                     | METHOD_REMOVED
            a method returns another type | class A { public int run() { return 1; } } | class A { public long run() { return 1; } }  | METHOD_RETURN_TYPE_CHANGED
            a method is no longer public  | class A { public void run() {} }      | class A { void run() {} }                       | METHOD_LESS_ACCESSIBLE
            a method asks for more        | interface A { void run(); }           | interface A { void run(int times); }            | METHOD_REMOVED
            users must implement more     | interface A { void run(); }           | interface A { void run(); void stop(); }        | METHOD_ADDED_TO_INTERFACE
            a class can't be extended     | class A { }                           | final class A { }                               | CLASS_NOW_NOT_EXTENDABLE
            a checked exception is thrown | class A { public void run() {} }      | class A { public void run() throws Exception {} } | METHOD_NOW_THROWS_CHECKED_EXCEPTION
            a component of a record moved | record A(int a, String b) { }         | record A(String b, int a) { }                   | CONSTRUCTOR_REMOVED
            a constant is gone            | enum A { ONE, TWO }                   | enum A { ONE }                                  | FIELD_REMOVED
            """)
    void what_breaks_a_user_is_found(String what, String before, String now, String change) throws IOException {
        assertThat(broken(before, now)).as(what).anyMatch(line -> line.equals("api.A: " + change));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a method more                   | class A { public void run() {} } | class A { public void run() {} public void stop() {} }
            a method more, with a default   | interface A { void run(); }      | interface A { void run(); default void stop() {} }
            nothing public has changed      | class A { void run() {} }        | class A { private void stop() {} }
            a constant more                 | enum A { ONE }                   | enum A { ONE, TWO }
            """)
    void what_breaks_nobody_passes(String what, String before, String now) throws IOException {
        assertThat(broken(before, now)).as(what).isEmpty();
    }

    @Test
    void a_type_that_is_gone_is_found_and_a_new_one_passes() throws IOException {
        Path before = jar("before", "public class A { }");
        Path empty = jar("empty", "public class B { }");

        assertThat(new ApiGate().broken(before, empty))
                .contains("api.A: CLASS_REMOVED")
                .noneMatch(line -> line.startsWith("api.B"));
    }

    private List<String> broken(String before, String now) throws IOException {
        return new ApiGate().broken(jar("before", "public " + before), jar("now", "public " + now));
    }

    private Path jar(String name, String source) throws IOException {
        String type = source.replaceFirst("(?s)public (?:final )?\\w+ (\\w+).*", "$1");
        Path file = folder.resolve(name).resolve("api").resolve(type + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "package api; " + source);
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", folder.resolve(name).toString(), file.toString());
        assertThat(result).isZero();
        Path jar = folder.resolve(name + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out);
                Stream<Path> classes = Files.walk(folder.resolve(name))) {
            for (Path each :
                    classes.filter(path -> path.toString().endsWith(".class")).toList()) {
                entries.putNextEntry(
                        new JarEntry(folder.resolve(name).relativize(each).toString()));
                Files.copy(each, entries);
            }
        }
        return jar;
    }
}
