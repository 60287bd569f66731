package io.idem4j.tck.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherFactory;

class ClauseReportsTest {
    @TempDir
    Path folder;

    @Test
    void a_test_inherited_from_a_contract_is_reported_under_the_store_of_the_class_that_was_run() throws IOException {
        run(Planted.OnOne.class);

        assertThat(report("one", Planted.OnOne.class))
                .containsExactlyInAnyOrder(
                        "X-01\tone\tPlanted$OnOne.Group.passes\tpassed",
                        "X-02\tone\tPlanted$OnOne.Group.passes\tpassed",
                        "X-01\tone\tPlanted$OnOne.Group.fails\tfailed");
    }

    @Test
    void a_class_without_a_store_is_reported_under_engine_and_tests_without_a_clause_are_not() throws IOException {
        run(Planted.Endings.class);

        assertThat(report("engine", Planted.Endings.class))
                .containsExactlyInAnyOrder(
                        "X-01\tengine\tPlanted$Endings.passes\tpassed",
                        "X-02\tengine\tPlanted$Endings.lacks\tgap: keeps the value, not the text",
                        "X-03\tengine\tPlanted$Endings.aborts\taborted: no network",
                        "X-04\tengine\tPlanted$Endings.disabled\tnot-run: later",
                        "X-05\tengine\tPlanted$Endings.one_run_of_two_fails\tfailed",
                        "X-06\tengine\tPlanted$Endings.one_dynamic_test_of_two_fails\tfailed");
    }

    @Test
    void tests_of_a_class_that_can_not_be_set_up_are_failures() throws IOException {
        run(Planted.CannotStart.class);

        assertThat(report("engine", Planted.CannotStart.class))
                .containsExactly("X-01\tengine\tPlanted$CannotStart.passes\tfailed");
    }

    @Test
    void tests_of_a_disabled_class_are_reported_as_not_run() throws IOException {
        run(Planted.Off.class);

        assertThat(report("engine", Planted.Off.class))
                .containsExactly("X-01\tengine\tPlanted$Off.Inner.passes\tnot-run: switched off");
    }

    @Test
    void a_class_that_runs_again_replaces_its_report() throws IOException {
        Path file = folder.resolve("one-" + Planted.OnOne.class.getName() + ".tsv");
        Files.writeString(file, "X-09\tone\tfrom an older run\tpassed\n");

        run(Planted.OnOne.class);

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
}
