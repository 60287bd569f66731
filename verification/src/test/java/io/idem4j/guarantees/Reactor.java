package io.idem4j.guarantees;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The modules of the reactor with what their tests left. */
record Reactor(Path root) {
    private static final Pattern NAMES_CLAUSES = Pattern.compile("^\\s*@(Clause|OnStore)\\(", Pattern.MULTILINE);
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

    /** The one that the tests run in: the folder above this module's. */
    static Reactor current() {
        return new Reactor(Path.of("").toAbsolutePath().getParent());
    }

    List<Report> reports() {
        return modules().stream()
                .flatMap(module -> files(module.resolve("target/clauses"), ".tsv").stream())
                .flatMap(file -> read(file).lines())
                .map(Report::parse)
                .toList();
    }

    /** Modules whose tests name clauses or stores, and that left no report: they were not built, or their tests were left out. */
    List<Path> modulesWithoutReport() {
        return modules().stream()
                .filter(module -> files(module.resolve("src/test/java"), ".java").stream()
                        .anyMatch(file -> NAMES_CLAUSES.matcher(read(file)).find()))
                .filter(module ->
                        files(module.resolve("target/clauses"), ".tsv").isEmpty())
                .map(root::relativize)
                .toList();
    }

    private List<Path> modules() {
        return MODULE.matcher(read(root.resolve("pom.xml")))
                .results()
                .map(found -> root.resolve(found.group(1)))
                .toList();
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static List<Path> files(Path folder, String ending) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
