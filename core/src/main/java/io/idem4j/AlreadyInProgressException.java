package io.idem4j;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Another call holds the claim; nothing was changed. */
public final class AlreadyInProgressException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    /** For outcomes and adapters. */
    public AlreadyInProgressException(@Nullable IdempotencyKey key, Duration retryAfter) {
        super(key, "the operation is in progress; try again in " + retryAfter.truncatedTo(ChronoUnit.MILLIS), null);
        this.retryAfter = retryAfter;
    }

    /** When to come back. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
