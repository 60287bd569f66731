package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import org.jspecify.annotations.Nullable;

/**
 * What is done with an event, or with one item of a batch, once for each key. A {@code RequestHandler} fits as {@code
 * handler::handleRequest}.
 *
 * @param <E> the event or the item
 * @param <R> the result
 */
@FunctionalInterface
public interface EventAction<E, R extends @Nullable Object> {
    /** Runs on the thread of the invocation; what it throws reaches the runtime, or makes its item a failure. */
    R run(E event, Context context) throws Exception;
}
