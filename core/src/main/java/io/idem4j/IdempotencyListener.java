package io.idem4j;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Told of everything, on the thread where it happens; must return quickly; what it throws is logged and dropped (E-14). */
@FunctionalInterface
public interface IdempotencyListener {
    /** Something happened. May call the library; must not block. */
    void onEvent(Event event);

    /**
     * One thing that happened: no payload and no result; {@code key} hides its value. New kinds may come: have a default
     * branch.
     *
     * @param kind what happened
     * @param key the operation; null where the key was skipped
     * @param attempt the attempt concerned; 0 where there is none
     * @param elapsed since the call began
     * @param cause what went wrong, as thrown; null where nothing did. {@link #toString()} shows its class only
     */
    record Event(
            Kind kind,
            @Nullable IdempotencyKey key,
            int attempt,
            Duration elapsed,
            @Nullable Throwable cause) {
        @Override
        public String toString() {
            return "Event[kind=" + kind + ", key=" + key + ", attempt=" + attempt + ", elapsed=" + elapsed
                    + (cause == null ? "" : ", cause=" + cause.getClass().getName()) + "]";
        }
    }

    /** What can happen. */
    enum Kind {
        /** A claim was acquired over nothing; the action is about to run. */
        STARTED,
        /** A lapsed claim was taken over. */
        TAKEN_OVER,
        /** The action returned and the ending was recorded, as far as it could be. */
        EXECUTED,
        /** The action threw. */
        ACTION_FAILED,
        /** A duplicate was given the stored result, failure, or word that it is unavailable. */
        REPLAYED,
        /** A duplicate was refused while the holder lives. */
        IN_PROGRESS,
        /** A duplicate came with another payload. */
        MISMATCH,
        /** A duplicate met a vanished holder that may not be taken over. */
        IN_DOUBT,
        /** A recovery function said what an earlier attempt did. */
        RECOVERED,
        /** The claim was given back: the store holds nothing, and the next call runs. */
        RELEASED,
        /**
         * The claim stays and its lease was ended, since an effect may have happened, in this run or an earlier one. The next
         * call goes on by the operation's mode: runs, asks the recovery, or is in doubt (E-02, E-15).
         */
        KEPT,
        /** The claim was found taken over; once for each claim. */
        LEASE_LOST,
        /** A result or failure could not be recorded, or not with its data. */
        UNRECORDED,
        /** A store call failed; it may have been repeated. */
        STORE_ERROR,
        /** An action ran without a claim. */
        UNPROTECTED,
        /** A payload held no key and the policy let it pass. */
        MISSING_KEY
    }
}
