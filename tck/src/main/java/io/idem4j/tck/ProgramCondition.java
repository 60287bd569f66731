package io.idem4j.tck;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Lets a test run only where the programs that it needs are found. */
final class ProgramCondition implements ExecutionCondition {
    private static final Pattern SEPARATOR = Pattern.compile(File.pathSeparator, Pattern.LITERAL);

    private final Map<String, String> environment;

    /** Called by JUnit. */
    ProgramCondition() {
        this(System.getenv());
    }

    ProgramCondition(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getElement(), NeedsProgram.class)
                .map(needed -> evaluate(needed.value()))
                .orElseGet(() -> ConditionEvaluationResult.enabled("needs no program"));
    }

    ConditionEvaluationResult evaluate(String... programs) {
        Optional<String> missing =
                Stream.of(programs).filter(program -> !onPath(program)).findFirst();
        if (missing.isEmpty()) {
            return ConditionEvaluationResult.enabled("every program was found");
        }
        String reason = missing.get() + " is not on the PATH; install the packages that .ci/packages lists";
        if ("true".equals(environment.get("CI"))) {
            throw new ExtensionConfigurationException(reason);
        }
        return ConditionEvaluationResult.disabled(reason);
    }

    private boolean onPath(String program) {
        return SEPARATOR
                .splitAsStream(environment.getOrDefault("PATH", ""))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
