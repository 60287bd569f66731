package io.idem4j.internal;

import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener;
import io.idem4j.IdempotencyListener.Event;
import io.idem4j.IdempotencyListener.Kind;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells the listeners, and the log what nobody may miss. No text of an exception is logged: it may hold a key or result. */
final class Events {
    private static final Logger LOG = System.getLogger("io.idem4j");

    private final List<IdempotencyListener> listeners;
    private final Ticker ticker;

    Events(List<IdempotencyListener> listeners, Ticker ticker) {
        this.listeners = listeners;
        this.ticker = ticker;
    }

    /** Where in a call things happen. */
    record Scene(@Nullable IdempotencyKey key, Ticker.Mark start) {}

    void tell(Kind kind, Scene scene, int attempt, @Nullable Throwable cause) {
        log(level(kind), kind, scene, attempt, "", cause);
        tellListeners(kind, scene, attempt, cause);
    }

    /** For a result that could not be encoded, is refused by the store, or can't be read again: its type tells where to look. */
    void tellUnrecorded(Scene scene, int attempt, String type, Throwable cause) {
        log(level(Kind.UNRECORDED), Kind.UNRECORDED, scene, attempt, ", result of " + type, cause);
        tellListeners(Kind.UNRECORDED, scene, attempt, cause);
    }

    /** {@code nextGoesOn}: whether the next call may go on by itself; otherwise somebody has to settle the key (E-02). */
    void tellKept(Scene scene, int attempt, boolean nextGoesOn) {
        log(nextGoesOn ? level(Kind.KEPT) : Level.WARNING, Kind.KEPT, scene, attempt, "", null);
        tellListeners(Kind.KEPT, scene, attempt, null);
    }

    private void tellListeners(Kind kind, Scene scene, int attempt, @Nullable Throwable cause) {
        if (listeners.isEmpty()) {
            return;
        }
        Event event = new Event(kind, scene.key(), attempt, ticker.since(scene.start()), cause);
        for (IdempotencyListener listener : listeners) {
            try {
                listener.onEvent(event);
            } catch (Throwable e) {
                LOG.log(
                        Level.WARNING,
                        "A listener threw {0} on {1}; dropped.",
                        e.getClass().getName(),
                        kind);
            }
        }
    }

    /** Once for each operation: what isn't protected must not go unseen. */
    void warnOfMissingKey(String scope) {
        LOG.log(
                Level.WARNING,
                "Operation {0} runs a call without a key, unprotected; further ones are not logged.",
                scope);
    }

    private static Level level(Kind kind) {
        return switch (kind) {
            case UNRECORDED, LEASE_LOST, IN_DOUBT, UNPROTECTED -> Level.WARNING;
            case TAKEN_OVER, RECOVERED, KEPT, MISMATCH, STORE_ERROR -> Level.INFO;
            default -> Level.DEBUG;
        };
    }

    private static void log(Level level, Kind kind, Scene scene, int attempt, String what, @Nullable Throwable cause) {
        if (LOG.isLoggable(level)) {
            LOG.log(level, "{0} {1} attempt {2}{3}{4}", kind, scene.key(), attempt, what, causes(cause));
        }
    }

    /** The class names of a throwable and what caused it. */
    private static String causes(@Nullable Throwable cause) {
        StringBuilder names = new StringBuilder();
        Throwable each = cause;
        for (int depth = 0; each != null && depth < 5; depth++, each = each.getCause()) {
            names.append(depth == 0 ? ": " : " < ").append(each.getClass().getName());
        }
        return names.toString();
    }
}
