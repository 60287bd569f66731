package io.idem4j.spring.boot;

import io.idem4j.ConfigurationException;
import io.idem4j.spring.Idempotent;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which setting is wrong. */
final class ConfigurationAnalyzer extends AbstractFailureAnalyzer<ConfigurationException> {
    private static final Set<String> ATTRIBUTES = Arrays.stream(Idempotent.class.getDeclaredMethods())
            .map(Method::getName)
            .collect(Collectors.toSet());

    @Override
    protected FailureAnalysis analyze(Throwable root, ConfigurationException cause) {
        String what = String.valueOf(cause.getMessage());
        return new FailureAnalysis("Idem4j can't be configured. " + what, action(what, cause.property()), cause);
    }

    private static String action(String what, String property) {
        if (!what.contains("@Idempotent")) {
            return "Set, change or remove \"" + property + "\" as it says.";
        }
        return ATTRIBUTES.contains(property)
                ? "Change the attribute \"" + property + "\" of that annotation as it says."
                : "Change the method as it says, or take the annotation off and use Idempotency.execute.";
    }
}
