package io.idem4j.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;

class ProgramConditionTest {
    @TempDir
    Path path;

    @BeforeEach
    void installs_one_program() throws IOException {
        assertThat(Files.createFile(path.resolve("there")).toFile().setExecutable(true))
                .isTrue();
    }

    @Test
    void a_test_whose_programs_are_all_there_runs() {
        assertThat(new ProgramCondition(Map.of("PATH", "/nowhere:" + path, "CI", "true"))
                        .evaluate("there")
                        .isDisabled())
                .isFalse();
    }

    @Test
    void a_test_whose_program_is_missing_does_not_run_and_says_which() {
        var result = new ProgramCondition(Map.of("PATH", path.toString())).evaluate("there", "missing");

        assertThat(result.isDisabled()).isTrue();
        assertThat(result.getReason())
                .hasValueSatisfying(reason -> assertThat(reason)
                        .startsWith("missing is not on the PATH")
                        .contains(".ci/packages"));
    }

    @Test
    void a_missing_program_is_a_failure_in_ci() {
        var condition = new ProgramCondition(Map.of("PATH", path.toString(), "CI", "true"));

        assertThatThrownBy(() -> condition.evaluate("missing"))
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessageStartingWith("missing is not on the PATH");
    }
}
