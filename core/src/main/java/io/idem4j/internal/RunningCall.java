package io.idem4j.internal;

import io.idem4j.Action;
import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.Execution;
import io.idem4j.ExecutionAction;
import io.idem4j.Outcome;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The verbs that run an action, all built on {@link #begin()}: whatever was started is ended here, once. */
abstract class RunningCall<T extends @Nullable Object> implements Call<T> {

    /** Marks this thread as the one that runs the action; to be closed on the same thread. */
    abstract Running running();

    /** The span in which a thread runs an action. */
    interface Running extends AutoCloseable {
        @Override
        void close();
    }

    @Override
    public <X extends Throwable> T execute(Action<T, X> action) throws X {
        Objects.requireNonNull(action, "action");
        return execute((Execution execution) -> action.run());
    }

    @Override
    public <X extends Throwable> T execute(ExecutionAction<T, X> action) throws X {
        return run(action).get();
    }

    @Override
    public <X extends Throwable> Outcome<T> run(Action<T, X> action) throws X {
        Objects.requireNonNull(action, "action");
        return run((Execution execution) -> action.run());
    }

    @Override
    public <X extends Throwable> Outcome<T> run(ExecutionAction<T, X> action) throws X {
        Objects.requireNonNull(action, "action");
        Attempt<T> attempt = begin();
        if (attempt instanceof Outcome.Duplicate<T> duplicate) {
            return duplicate;
        }
        Attempt.Started<T> started = (Attempt.Started<T>) attempt;
        T result;
        Running running = running();
        try {
            result = action.run(started.execution());
        } catch (Throwable failure) {
            fail(started, failure);
            throw failure;
        } finally {
            running.close();
        }
        return started.complete(result);
    }

    @Override
    public CompletableFuture<Outcome<T>> runAsync(Function<? super Execution, ? extends CompletionStage<T>> action) {
        Objects.requireNonNull(action, "action");
        Attempt.Started<T> started;
        try {
            Attempt<T> attempt = begin();
            if (attempt instanceof Outcome.Duplicate<T> duplicate) {
                return CompletableFuture.completedFuture(duplicate);
            }
            started = (Attempt.Started<T>) attempt;
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
        CompletableFuture<Outcome<T>> future = new CompletableFuture<>();
        Running running = running();
        try {
            CompletionStage<T> stage = Objects.requireNonNull(action.apply(started.execution()), "the action's stage");
            stage.whenComplete((result, failure) -> finish(started, result, failure, future));
        } catch (Throwable failure) {
            fail(started, failure);
            future.completeExceptionally(failure);
        } finally {
            running.close();
        }
        return future;
    }

    /** The action's own always wins (E-03). */
    private static void fail(Attempt.Started<?> started, Throwable failure) {
        try {
            started.fail(failure);
        } catch (Throwable e) {
            if (e != failure) {
                failure.addSuppressed(e);
            }
        }
    }

    private static <T extends @Nullable Object> void finish(
            Attempt.Started<T> started, T result, @Nullable Throwable failure, CompletableFuture<Outcome<T>> future) {
        try {
            if (failure == null) {
                future.complete(started.complete(result));
                return;
            }
            Throwable cause =
                    failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
            fail(started, cause);
            future.completeExceptionally(cause);
        } catch (Throwable e) {
            future.completeExceptionally(e);
        }
    }
}
