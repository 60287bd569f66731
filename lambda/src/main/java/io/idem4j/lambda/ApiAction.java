package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import io.idem4j.Execution;
import org.jspecify.annotations.Nullable;

/**
 * What answers a request.
 *
 * @param <E> the event
 * @param <R> the response
 */
@FunctionalInterface
public interface ApiAction<E, R> {
    /**
     * Runs on the thread of the invocation; what it throws reaches the runtime.
     *
     * @param execution to abandon, or to ask for downstream keys; null: the request is not idempotent (H-01)
     */
    R run(E event, Context context, @Nullable Execution execution) throws Exception;
}
