package io.idem4j;

import org.jspecify.annotations.Nullable;

/**
 * What must happen once. Runs on the caller's thread.
 *
 * @param <T> its result; survives the codec, or duplicates get {@link ResultUnavailableException}
 * @param <X> what it throws; the caller gets it unchanged. Two different checked exceptions infer {@code Exception}
 */
@FunctionalInterface
public interface Action<T extends @Nullable Object, X extends Throwable> {
    /** Does it. */
    T run() throws X;
}
