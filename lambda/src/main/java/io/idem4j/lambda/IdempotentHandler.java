package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import io.idem4j.IdempotentOperation;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Handles an event once for its key. Immutable and thread-safe; each setter returns a new one. Throws what the action threw, and
 * for other outcomes what {@link io.idem4j.Call#execute} says: who invokes the function gets it as its error.
 *
 * @param <E> the event
 * @param <R> the result
 */
public final class IdempotentHandler<E, R extends @Nullable Object> implements RequestHandler<E, R> {
    private final GuardedAction<E, R> step;

    private IdempotentHandler(GuardedAction<E, R> step) {
        this.step = step;
    }

    /** An action, or the {@code handleRequest} of a handler. */
    public static <E, R extends @Nullable Object> IdempotentHandler<E, R> of(
            IdempotentOperation<E, R> operation, EventAction<? super E, ? extends R> action) {
        return new IdempotentHandler<>(GuardedAction.of(operation, action));
    }

    /** An action that wants to know about its attempt. */
    public static <E, R extends @Nullable Object> IdempotentHandler<E, R> of(
            IdempotentOperation<E, R> operation, EventExecutionAction<? super E, ? extends R> action) {
        return new IdempotentHandler<>(GuardedAction.of(operation, action));
    }

    /** With no more than this left of the invocation nothing is started; default {@link Invocation#DEFAULT_MARGIN}. */
    public IdempotentHandler<E, R> margin(Duration margin) {
        return new IdempotentHandler<>(step.margin(margin));
    }

    @Override
    public R handleRequest(E event, Context context) {
        return step.execute(event, context);
    }
}
