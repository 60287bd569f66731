package io.idem4j.spring.boot;

import io.idem4j.ConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which setting is wrong. */
final class ConfigurationAnalyzer extends AbstractFailureAnalyzer<ConfigurationException> {
    @Override
    protected FailureAnalysis analyze(Throwable root, ConfigurationException cause) {
        String what = String.valueOf(cause.getMessage());
        boolean annotation = what.contains("@Idempotent");
        String action = annotation
                ? "Change that annotation, or the method that it is on, as it says."
                : "Change \"" + cause.property() + "\" as it says.";
        return new FailureAnalysis("Idem4j can't be configured. " + what, action, cause);
    }
}
