package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import io.idem4j.Execution;
import org.jspecify.annotations.Nullable;

/**
 * An {@link EventAction} that wants to know about its attempt.
 *
 * @param <E> the event or the item
 * @param <R> the result
 */
@FunctionalInterface
public interface EventExecutionAction<E, R extends @Nullable Object> {
    /** As {@link EventAction#run}. */
    R run(E event, Context context, Execution execution) throws Exception;
}
