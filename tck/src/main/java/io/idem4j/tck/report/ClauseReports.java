package io.idem4j.tck.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes a file for each test class that names clauses: {@code target/clauses/STORE-CLASS.tsv}, with a line for each clause and test. JUnit
 * finds it by itself. The folder is the system property {@code idem4j.clauses}, or {@code target/clauses} where there is a {@code target};
 * elsewhere nothing is written. A class that runs again replaces its file.
 */
public final class ClauseReports implements TestExecutionListener {
    private final Map<TestMethod, Result> results = new ConcurrentHashMap<>();
    private final @Nullable Path folder;
    private volatile @Nullable TestPlan plan;

    /** Called by JUnit. */
    public ClauseReports() {
        this(defaultFolder());
    }

    ClauseReports(@Nullable Path folder) {
        this.folder = folder;
    }

    private static @Nullable Path defaultFolder() {
        String configured = System.getProperty("idem4j.clauses");
        if (configured != null) {
            return Path.of(configured);
        }
        Path target = Path.of("target");
        return Files.isDirectory(target) ? target.resolve("clauses") : null;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        if (folder != null) {
            results.clear();
            plan = started;
            started.getRoots().stream()
                    .flatMap(root -> started.getDescendants(root).stream())
                    .forEach(identifier -> add(identifier, Result.UNKNOWN));
        }
    }

    @Override
    public void executionSkipped(TestIdentifier identifier, String reason) {
        withDescendants(identifier).forEach(each -> add(each, Result.notRun(reason)));
    }

    /** What is below a class that could not be set up was never started, and ended as the class did. */
    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult ended) {
        Result result = Result.of(ended);
        add(identifier, result);
        if (ended.getStatus() != Status.SUCCESSFUL) {
            withDescendants(identifier)
                    .flatMap(each -> test(each).stream())
                    .forEach(test -> results.computeIfPresent(test, (t, known) -> known.isKnown() ? known : result));
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan finished) {
        if (folder != null) {
            results.keySet().stream()
                    .collect(Collectors.groupingBy(test -> test.store() + "-" + test.testClass() + ".tsv"))
                    .forEach((file, tests) -> write(folder, file, tests));
        }
    }

    private Stream<TestIdentifier> withDescendants(TestIdentifier identifier) {
        TestPlan current = plan;
        return current == null
                ? Stream.empty()
                : Stream.concat(Stream.of(identifier), current.getDescendants(identifier).stream());
    }

    private Optional<TestMethod> test(TestIdentifier identifier) {
        TestPlan current = plan;
        return current == null ? Optional.empty() : TestMethod.of(current, identifier);
    }

    private void add(TestIdentifier identifier, Result result) {
        test(identifier).ifPresent(test -> results.merge(test, result, Result::worse));
    }

    private void write(Path into, String file, List<TestMethod> tests) {
        List<String> lines = tests.stream()
                .flatMap(test -> test.lines(results.getOrDefault(test, Result.UNKNOWN)))
                .sorted()
                .toList();
        try {
            Files.createDirectories(into);
            Files.write(into.resolve(file), lines);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
