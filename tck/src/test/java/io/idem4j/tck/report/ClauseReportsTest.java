package io.idem4j.tck.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import io.idem4j.tck.CapabilityGap;
import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherFactory;

class ClauseReportsTest {
    @TempDir
    Path folder;

    @Test
    void a_test_inherited_from_a_contract_is_reported_under_the_store_of_the_class_that_was_run() throws IOException {
        run(OnOne.class);

        assertThat(report("one", OnOne.class))
                .containsExactlyInAnyOrder(
                        "X-01\tone\tClauseReportsTest$OnOne.Group.passes\tpassed",
                        "X-02\tone\tClauseReportsTest$OnOne.Group.passes\tpassed",
                        "X-01\tone\tClauseReportsTest$OnOne.Group.fails\tfailed");
    }

    @Test
    void a_class_without_a_store_is_reported_under_engine_and_tests_without_a_clause_are_not() throws IOException {
        run(Endings.class);

        assertThat(report("engine", Endings.class))
                .containsExactlyInAnyOrder(
                        "X-01\tengine\tClauseReportsTest$Endings.passes\tpassed",
                        "X-02\tengine\tClauseReportsTest$Endings.lacks\tgap: keeps the value, not the text",
                        "X-03\tengine\tClauseReportsTest$Endings.aborts\taborted: no network",
                        "X-04\tengine\tClauseReportsTest$Endings.disabled\tnot-run: later",
                        "X-05\tengine\tClauseReportsTest$Endings.one_run_of_two_fails\tfailed",
                        "X-06\tengine\tClauseReportsTest$Endings.one_dynamic_test_of_two_fails\tfailed");
    }

    @Test
    void tests_of_a_class_that_can_not_be_set_up_are_failures() throws IOException {
        run(CannotStart.class);

        assertThat(report("engine", CannotStart.class))
                .containsExactly("X-01\tengine\tClauseReportsTest$CannotStart.passes\tfailed");
    }

    @Test
    void tests_of_a_disabled_class_are_reported_as_not_run() throws IOException {
        run(Off.class);

        assertThat(report("engine", Off.class))
                .containsExactly("X-01\tengine\tClauseReportsTest$Off.Inner.passes\tnot-run: switched off");
    }

    @Test
    void a_class_that_runs_again_replaces_its_report() throws IOException {
        Path file = folder.resolve("one-" + OnOne.class.getName() + ".tsv");
        Files.writeString(file, "X-09\tone\tfrom an older run\tpassed\n");

        run(OnOne.class);

        assertThat(Files.readString(file)).doesNotContain("X-09");
    }

    @Test
    void junit_finds_the_listener_by_itself() {
        assertThat(java.util.ServiceLoader.load(org.junit.platform.launcher.TestExecutionListener.class))
                .hasAtLeastOneElementOfType(ClauseReports.class);
    }

    private void run(Class<?> test) {
        LauncherConfig onlyThisListener = LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestExecutionListeners(new ClauseReports(folder))
                .build();
        LauncherFactory.create(onlyThisListener)
                .execute(request().selectors(selectClass(test)).build());
    }

    private List<String> report(String store, Class<?> test) throws IOException {
        return Files.readAllLines(folder.resolve(store + "-" + test.getName() + ".tsv"));
    }

    abstract static class Contract {
        @Nested
        @Clause("X-01")
        class Group {
            @Test
            @Clause("X-02")
            void passes() {}

            @Test
            void fails() {
                throw new AssertionError("planted");
            }
        }
    }

    @OnStore("one")
    static class OnOne extends Contract {}

    static class Endings {
        @Test
        void names_no_clause() {}

        @Test
        @Clause("X-01")
        void passes() {}

        @Test
        @Clause("X-02")
        void lacks() {
            throw new CapabilityGap("keeps the value,\n\tnot the text");
        }

        @Test
        @Clause("X-03")
        void aborts() {
            Assumptions.abort("no network");
        }

        @Test
        @Disabled("later")
        @Clause("X-04")
        void disabled() {}

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        @Clause("X-05")
        void one_run_of_two_fails(int run) {
            assertThat(run).isEqualTo(2);
        }

        @TestFactory
        @Clause("X-06")
        Stream<DynamicTest> one_dynamic_test_of_two_fails() {
            return Stream.of(true, false)
                    .map(ok -> DynamicTest.dynamicTest(
                            "ok " + ok, () -> assertThat(ok).isTrue()));
        }
    }

    static class CannotStart {
        @BeforeAll
        static void setUp() {
            throw new IllegalStateException("planted");
        }

        @Test
        @Clause("X-01")
        void passes() {}
    }

    @Disabled("switched off")
    static class Off {
        @Nested
        class Inner {
            @Test
            @Clause("X-01")
            void passes() {}
        }
    }
}
