package io.idem4j.micrometer;

import io.idem4j.IdempotencyListener.Kind;
import org.jspecify.annotations.Nullable;

/** How a call can end, as {@link IdempotencyMeters#OUTCOME} tells it. */
enum CallOutcome {
    /** The action returned. */
    EXECUTED,
    /** The action threw. */
    FAILED,
    /** The stored result or failure was given, or word that there is none. */
    REPLAYED,
    /** Refused: another call holds the key. */
    IN_PROGRESS,
    /** Refused: the key was used for another payload. */
    MISMATCH,
    /** Refused: nobody knows whether it happened. */
    IN_DOUBT;

    static @Nullable CallOutcome of(Kind kind) {
        return switch (kind) {
            case EXECUTED -> EXECUTED;
            case ACTION_FAILED -> FAILED;
            case REPLAYED -> REPLAYED;
            case IN_PROGRESS -> IN_PROGRESS;
            case MISMATCH -> MISMATCH;
            case IN_DOUBT -> IN_DOUBT;
            default -> null;
        };
    }

    String text() {
        return Names.of(this);
    }
}
