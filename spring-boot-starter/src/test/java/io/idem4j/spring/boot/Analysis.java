package io.idem4j.spring.boot;

import java.util.Objects;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** What our analyzers say of a failed start. */
final class Analysis {
    private Analysis() {}

    static FailureAnalysis of(Throwable failure) {
        return SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, (type, name, unloadable) -> {})
                .stream()
                .filter(each -> each.getClass().getName().startsWith("io.idem4j."))
                .map(each -> each.analyze(failure))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new AssertionError("nobody analyses", failure));
    }
}
