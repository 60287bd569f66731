package io.idem4j;

import org.jspecify.annotations.Nullable;

/**
 * What {@link Call#begin()} found: a claim of one's own, or a {@link Outcome.Duplicate}.
 *
 * @param <T> the result's type
 */
public sealed interface Attempt<T extends @Nullable Object> permits Attempt.Started, Outcome.Duplicate {

    /**
     * A claim that the caller must end. Thread-safe: the first of complete, fail and release wins, from any thread;
     * later ones return what holds and touch no store. From within that ending, which a listener or a hook is called in, each
     * is an {@code IllegalStateException}. Never ended, it lapses as a crashed holder's.
     *
     * @param <T> the result's type
     */
    non-sealed interface Started<T extends @Nullable Object> extends Attempt<T> {
        /** The claim's view, for the action. */
        Execution execution();

        /**
         * Records the result as E-04 and E-05 say; what came of it is in {@link Outcome.Executed#recording()}. Where it is
         * the caller who commits, a result that is not recorded, and a claim that was ended before, is an exception (T-01).
         */
        Outcome.Executed<T> complete(T result);

        /** Applies the failure policy to what the action threw (E-02); {@code failure} gets later errors as suppressed. */
        void fail(Throwable failure);

        /**
         * The action had no effect: the next call runs. Throws {@code IllegalStateException} once a complete has been
         * sent (E-04), {@link StoreException} when the store can't be told.
         */
        void release();
    }
}
