package io.idem4j;

import org.jspecify.annotations.Nullable;

/**
 * What must happen once, told of its attempt. As {@link Action} otherwise.
 *
 * @param <T> its result
 * @param <X> what it throws
 */
@FunctionalInterface
public interface ExecutionAction<T extends @Nullable Object, X extends Throwable> {
    /** Does it. */
    T run(Execution execution) throws X;
}
