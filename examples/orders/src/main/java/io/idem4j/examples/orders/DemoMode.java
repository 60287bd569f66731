package io.idem4j.examples.orders;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How the action of one request goes wrong, for demonstrations; asked for by a header, heard only where switched on. */
enum DemoMode {
    NONE,
    /** Throws before its insert. */
    FAIL,
    /** Throws after its insert is committed. */
    FAIL_AFTER_INSERT,
    /** Does not come back before its insert. */
    HANG,
    /** Does not come back after its insert is committed. */
    HANG_AFTER_INSERT;

    static final String HEADER = "Orders-Demo";

    private static final Duration LONGEST_HANG = Duration.ofMinutes(1);

    /** Throws {@link Problem} for a mode that does not exist. */
    static DemoMode of(@Nullable String header) {
        if (header == null) {
            return NONE;
        }
        try {
            return valueOf(header.strip().replace('-', '_').toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new Problem(
                    ProblemCode.INVALID_ORDER, HEADER + ": fail, fail-after-insert, hang, hang-after-insert", e);
        }
    }

    void beforeInsert() {
        if (this == FAIL) {
            throw new DemoFailure("before its insert");
        }
        if (this == HANG) {
            Pause.of(LONGEST_HANG);
        }
    }

    void afterInsert() {
        if (this == FAIL_AFTER_INSERT) {
            throw new DemoFailure("after its insert");
        }
        if (this == HANG_AFTER_INSERT) {
            Pause.of(LONGEST_HANG);
        }
    }

    static final class DemoFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        DemoFailure(String where) {
            super("asked to fail " + where, null, false, false);
        }
    }
}
