package io.idem4j.guarantees;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.architecture.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Compares GUARANTEES.md and SPEC.md with the reports of all modules. It runs after every other test of the build; {@code
 * -Dguarantees.write=true} writes GUARANTEES.md instead of comparing it.
 */
class GuaranteesCheck {
    private static final Reactor REACTOR = new Reactor(Checkout.current());
    private static final List<Report> REPORTS = REACTOR.reports();
    private static final List<Path> MISSING = REACTOR.modulesWithoutReport();
    private static final boolean COMPLETE = MISSING.isEmpty();
    private static final Specification SPECIFICATION =
            Specification.parse(Checkout.read(REACTOR.root().resolve("SPEC.md")));

    @Test
    void the_table_is_what_the_tests_found() throws IOException {
        Path file = REACTOR.root().resolve("GUARANTEES.md");
        String text = Files.exists(file) ? Checkout.read(file) : "";
        Table written = Table.parse(text);
        Findings findings = Findings.of(REPORTS);
        Table found = written.with(findings, COMPLETE);
        print(findings);

        assertThat(findings.failed()).as("tests that failed").isEmpty();
        if (Boolean.getBoolean("guarantees.write")) {
            Files.writeString(file, found.markdown());
            return;
        }
        assertThat(found.differences(written))
                .as(
                        "cells of GUARANTEES.md that are not what the tests found; look why, then: mvn verify -Dguarantees.write=true")
                .isEmpty();
        assertThat(text)
                .as("GUARANTEES.md was edited by hand; to write it: mvn verify -Dguarantees.write=true")
                .isEqualTo(found.markdown());
    }

    private static void print(Findings findings) {
        System.out.println("Guarantees: " + findings.cells().size() + " cells have been tested.");
        MISSING.forEach(module ->
                System.out.println("Guarantees: no test of module " + module + " ran; its cells were not compared."));
        findings.silent().forEach(report -> System.out.println("Guarantees: did not run: " + report));
    }

    @Test
    void in_ci_every_module_is_tested() {
        if ("true".equals(System.getenv("CI"))) {
            assertThat(MISSING).as("modules without a report").isEmpty();
        }
    }

    @Test
    void every_clause_that_a_test_names_is_in_the_specification() {
        assertThat(SPECIFICATION.unknown(REPORTS))
                .as("clauses that tests name and SPEC.md lacks")
                .isEmpty();
    }

    @Test
    void no_clause_that_has_a_test_is_marked_as_not_built() {
        assertThat(SPECIFICATION.builtAfterAll(REPORTS))
                .as("clauses to unmark in SPEC.md")
                .isEmpty();
    }

    @Test
    void every_clause_has_a_test() {
        if (!COMPLETE) {
            System.out.println("Guarantees: part of the build: not checked that every clause has a test.");
            return;
        }
        assertThat(SPECIFICATION.untested(REPORTS))
                .as("clauses of SPEC.md without a test")
                .isEmpty();
    }
}
