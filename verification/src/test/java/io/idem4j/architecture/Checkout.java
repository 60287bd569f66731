package io.idem4j.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files that the reactor is built from. */
public record Checkout(Path root) {
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

    /** The one that the tests run in: the folder above this module's. */
    public static Checkout current() {
        return new Checkout(Path.of("").toAbsolutePath().getParent());
    }

    /** Folders, as the root pom lists them. */
    public List<String> modules() {
        return MODULE.matcher(read(root.resolve("pom.xml")))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** Main sources of a module with more lines than allowed, as {@code path: lines}. */
    List<String> mainFilesLongerThan(int lines, String module) {
        Path sources = root.resolve(module).resolve("src/main/java");
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> lineCount(file) > lines)
                    .map(file -> root.relativize(file) + ": " + lineCount(file))
                    .sorted()
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    long lineCount(Path file) {
        return read(root.resolve(file)).lines().count();
    }

    public static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
