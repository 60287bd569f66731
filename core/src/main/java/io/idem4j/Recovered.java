package io.idem4j;

import org.jspecify.annotations.Nullable;

/**
 * What the outside world says about a lapsed attempt (E-09). Immutable.
 *
 * @param <T> the result's type
 */
public sealed interface Recovered<T extends @Nullable Object>
        permits Recovered.Done, Recovered.NotDone, Recovered.Unknown {
    /**
     * It happened, with this result: stored and replayed.
     *
     * @param result what is replayed
     */
    record Done<T extends @Nullable Object>(T result) implements Recovered<T> {
        @Override
        public String toString() {
            return "Done[hidden]";
        }
    }

    /** It did not happen: the action runs. */
    record NotDone<T extends @Nullable Object>() implements Recovered<T> {}

    /** Nobody knows yet: in doubt, asked again by the next call. */
    record Unknown<T extends @Nullable Object>() implements Recovered<T> {}

    /** It happened, with this result. */
    static <T extends @Nullable Object> Recovered<T> done(T result) {
        return new Done<>(result);
    }

    /** It did not happen. */
    static <T extends @Nullable Object> Recovered<T> notDone() {
        return new NotDone<>();
    }

    /** Nobody knows yet. */
    static <T extends @Nullable Object> Recovered<T> unknown() {
        return new Unknown<>();
    }
}
