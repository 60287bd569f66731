package io.idem4j.guarantees;

import io.idem4j.architecture.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The modules of the reactor with what their tests left. */
record Reactor(Checkout checkout) {
    private static final Pattern NAMES_CLAUSES = Pattern.compile("^\\s*@(Clause|OnStore)\\(", Pattern.MULTILINE);

    Path root() {
        return checkout.root();
    }

    List<Report> reports() {
        return modules().stream()
                .flatMap(module -> files(module.resolve("target/clauses"), ".tsv").stream())
                .flatMap(file -> Checkout.read(file).lines())
                .map(Report::parse)
                .toList();
    }

    /** Modules whose tests name clauses or stores, and that left no report: they were not built, or their tests were left out. */
    List<Path> modulesWithoutReport() {
        return modules().stream()
                .filter(module -> files(module.resolve("src/test/java"), ".java").stream()
                        .anyMatch(file ->
                                NAMES_CLAUSES.matcher(Checkout.read(file)).find()))
                .filter(module ->
                        files(module.resolve("target/clauses"), ".tsv").isEmpty())
                .map(root()::relativize)
                .toList();
    }

    private List<Path> modules() {
        return checkout.modules().stream().map(root()::resolve).toList();
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
