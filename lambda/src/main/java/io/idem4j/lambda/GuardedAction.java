package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import io.idem4j.IdempotencyPolicy.OnUnrecorded;
import io.idem4j.IdempotentOperation;
import io.idem4j.Outcome;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An operation with its action and margin: what all handlers of events do with one event. */
record GuardedAction<E, R extends @Nullable Object>(
        IdempotentOperation<E, R> operation, EventExecutionAction<? super E, ? extends R> action, Duration margin) {

    GuardedAction {
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(action, "action");
        Invocation.checked(margin);
    }

    static <E, R extends @Nullable Object> GuardedAction<E, R> of(
            IdempotentOperation<E, R> operation, EventExecutionAction<? super E, ? extends R> action) {
        return new GuardedAction<>(operation, action, Invocation.DEFAULT_MARGIN);
    }

    static <E, R extends @Nullable Object> GuardedAction<E, R> of(
            IdempotentOperation<E, R> operation, EventAction<? super E, ? extends R> action) {
        Objects.requireNonNull(action, "action");
        return of(operation, (event, context, execution) -> action.run(event, context));
    }

    GuardedAction<E, R> margin(Duration changed) {
        return new GuardedAction<>(operation, action, changed);
    }

    /** The result, or the very exception of the action: handlers of Lambda declare none. */
    R execute(E event, Context context) {
        try {
            return Invocation.limit(operation.call(event), context, margin)
                    .execute(execution -> action.run(event, context, execution));
        } catch (Throwable e) {
            throw GuardedAction.<RuntimeException>thrown(e);
        }
    }

    /** Throws what the action threw and what came before it, and nothing after: what ran and could not be recorded is an outcome. */
    Outcome<R> run(E event, Context context) throws Exception {
        return Invocation.limit(operation.call(event), context, margin)
                .policy(policy -> policy.onUnrecorded(OnUnrecorded.RETURN_RESULT))
                .run(execution -> action.run(event, context, execution));
    }

    /** Says that it is unchecked, which the runtime does not ask. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    static <X extends Throwable> X thrown(Throwable e) throws X {
        throw (X) e;
    }
}
