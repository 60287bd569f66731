package io.idem4j.tck.report;

import io.idem4j.tck.CapabilityGap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.opentest4j.TestAbortedException;

/** How a test ended. Of several runs of one test (a parameter each) the worst counts, which is the later one in {@link Kind}. */
record Result(Kind kind, String reason) {
    private static final int LONGEST_REASON = 300;

    enum Kind {
        UNKNOWN("not-run"),
        PASSED("passed"),
        NOT_RUN("not-run"),
        ABORTED("aborted"),
        GAP("gap"),
        FAILED("failed");

        private final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    static final Result UNKNOWN = new Result(Kind.UNKNOWN, "never started");

    static Result notRun(String reason) {
        return new Result(Kind.NOT_RUN, oneLine(reason));
    }

    /** Without the message of a failure: it may hold what belongs in no report. */
    static Result of(TestExecutionResult ended) {
        return switch (ended.getStatus()) {
            case SUCCESSFUL -> new Result(Kind.PASSED, "");
            case FAILED -> new Result(Kind.FAILED, "");
            case ABORTED -> aborted(ended.getThrowable().orElse(null));
        };
    }

    private static Result aborted(@Nullable Throwable cause) {
        Kind kind = cause instanceof CapabilityGap ? Kind.GAP : Kind.ABORTED;
        String reason = cause instanceof TestAbortedException ? cause.getMessage() : null;
        return new Result(kind, oneLine(Objects.requireNonNullElse(reason, "no reason given")));
    }

    Result worse(Result other) {
        return other.kind.compareTo(kind) > 0 ? other : this;
    }

    boolean isKnown() {
        return kind != Kind.UNKNOWN;
    }

    private static String oneLine(String reason) {
        String line = reason.strip().replaceAll("\\s+", " ");
        return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON);
    }

    /** As the report spells it: {@code passed}, {@code failed}, or a word with its reason. */
    String text() {
        return reason.isEmpty() ? kind.text : kind.text + ": " + reason;
    }
}
