package io.idem4j.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which stores there are. */
final class NoStoreChosenAnalyzer extends AbstractFailureAnalyzer<NoStoreChosenException> {
    @Override
    protected FailureAnalysis analyze(Throwable root, NoStoreChosenException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.action(), cause);
    }
}
