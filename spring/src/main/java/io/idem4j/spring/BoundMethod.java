package io.idem4j.spring;

import io.idem4j.Call;
import io.idem4j.Execution;
import io.idem4j.IdempotentOperation;
import io.idem4j.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** A method with its operation: each call through the engine, on its own or in the method's transaction. */
final class BoundMethod {
    private final MethodPlan plan;
    private final IdempotentOperation<Invocation, @Nullable Object> operation;
    private final @Nullable MethodTransactions transactions;
    private final Runnable beforeCall;
    private final CallObserver observer;

    /**
     * Of one method.
     *
     * @param transactions null: the record is in no transaction of the method's or its caller's
     * @param beforeCall runs before each call, on its thread
     */
    BoundMethod(
            MethodPlan plan,
            IdempotentOperation<Invocation, @Nullable Object> operation,
            @Nullable MethodTransactions transactions,
            Runnable beforeCall,
            CallObserver observer) {
        this.plan = plan;
        this.operation = operation;
        this.transactions = transactions;
        this.beforeCall = beforeCall;
        this.observer = observer;
    }

    @Nullable Object invoke(MethodInvocation invocation, Invocation asked) throws Throwable {
        return observer.around(plan.scope(), () -> called(invocation, asked));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it is the method's own result
    private @Nullable Object called(MethodInvocation invocation, Invocation asked) throws Throwable {
        beforeCall.run();
        Call<@Nullable Object> call = operation.call(asked);
        if (plan.result().isFuture()) {
            return async(call, invocation);
        }
        if (transactions == null) {
            return executed(call, invocation);
        }
        return transactions.execute(plan, call, invocation);
    }

    @SuppressWarnings("NullAway") // the result's type is nullable, which the checker loses in the lambda
    static @Nullable Object executed(Call<@Nullable Object> call, MethodInvocation invocation) throws Throwable {
        return call.<Throwable>execute(
                (Execution execution) -> IdempotentExecution.during(execution, invocation::proceed));
    }

    private static CompletableFuture<@Nullable Object> async(Call<@Nullable Object> call, MethodInvocation invocation) {
        return call.runAsync(execution -> started(execution, invocation)).thenApply(Outcome::get);
    }

    @SuppressWarnings("unchecked") // the plan says that it returns one
    private static CompletionStage<@Nullable Object> started(Execution execution, MethodInvocation invocation) {
        try {
            Object stage = IdempotentExecution.during(execution, invocation::proceed);
            return stage == null
                    ? CompletableFuture.failedStage(new NullPointerException("the method returned no future"))
                    : (CompletionStage<@Nullable Object>) stage;
        } catch (Throwable e) {
            return CompletableFuture.failedStage(e);
        }
    }
}
