package io.idem4j.internal;

import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.Execution;
import io.idem4j.ExecutionAction;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.Outcome;
import io.idem4j.Records;
import io.idem4j.TypeRef;
import io.idem4j.spi.IdempotencyStore;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The protocol: claim, then wait, recover or run, then record. One atomic store step at each border, so that a process
 * may die between any two:
 *
 * <ul>
 *   <li>before the claim, or while it is sent: nothing ran; at worst a claim that lapses (E-18)
 *   <li>after it, before or after the effect: the claim lapses, and the next call takes it over, asks the recovery, or is
 *       told that it is in doubt, as the policy says (E-09)
 *   <li>while the completion is sent: as before it, or as after it
 *   <li>after it: every call replays
 * </ul>
 *
 * A reply that was lost is asked for again with the same token, which every store answers as the first time (S-12).
 */
public final class Engine {
    private final Settings settings;
    private final Shared shared;
    private final Ticker ticker;
    private final Events events;
    private final Decisions decisions;
    private final Claimer claimer;
    private final Waiting waiting;
    private final Recovery recovery;

    private Engine(Settings settings, Shared shared) {
        this.settings = settings;
        this.shared = shared;
        this.ticker = new Ticker(settings.clock());
        this.events = new Events(settings.listeners(), ticker);
        this.decisions = new Decisions(settings.codec());
        this.claimer = new Claimer(settings, ticker, events, shared);
        this.waiting = new Waiting(settings.store(), claimer, ticker, shared.rooms());
        this.recovery = new Recovery(settings.store(), ticker, events);
    }

    /** Throws {@code ConfigurationException} if the policy contradicts itself. */
    public static Engine create(Settings settings, IdempotencyPolicy policy) {
        PolicyRules.check(policy, false);
        return new Engine(settings, new Shared());
    }

    /** The same on another store; shares threads and waiting calls. */
    public Engine on(IdempotencyStore store) {
        return new Engine(settings.on(store), shared);
    }

    /** A call that touches nothing yet. */
    public <T extends @Nullable Object> Call<T> call(IdempotencyKey key, TypeRef<T> type, IdempotencyPolicy policy) {
        return new EngineCall<>(this, new CallSpec<>(key, type, policy, null, null, null, null));
    }

    /** The operator's view. */
    public Records records(IdempotencyPolicy policy) {
        return new Operator(settings, policy);
    }

    /** Stops renewing and waiting. */
    public void close() {
        shared.close();
    }

    Ticker ticker() {
        return ticker;
    }

    <T extends @Nullable Object> Attempt<T> begin(CallSpec<T> call) {
        shared.requireOpen();
        if (!settings.enabled()) {
            return new Loose<>(new Unprotected(call.key()));
        }
        Events.Scene scene = new Events.Scene(call.key(), ticker.mark());
        while (true) {
            Found<T> found = waiting.until(call, scene, claimer.claim(call, scene), each -> isInProgress(call, each));
            Attempt<T> attempt = attempt(call, scene, found);
            if (attempt != null) {
                return attempt;
            }
        }
    }

    private <T extends @Nullable Object> boolean isInProgress(CallSpec<T> call, Found<T> found) {
        return found instanceof Found.Hidden<T>
                || (found instanceof Found.Theirs<T> theirs
                        && !theirs.isSettled()
                        && decisions.decide(call, theirs.record(), cause -> {}) instanceof Outcome.InProgress<T>);
    }

    /** Null where a recovery found its claim lost: claim again. */
    private <T extends @Nullable Object> @Nullable Attempt<T> attempt(
            CallSpec<T> call, Events.Scene scene, Found<T> found) {
        if (found instanceof Found.Mine<T> mine) {
            return mine.claim().mayHaveRunBefore() && call.recovery() != null
                    ? recovery.ask(call, call.recovery(), mine, scene)
                    : mine.holding();
        }
        if (found instanceof Found.Unguarded<T> unguarded) {
            return unguarded.started();
        }
        if (found instanceof Found.Theirs<T> theirs) {
            return duplicate(call, scene, theirs);
        }
        events.tell(Kind.IN_PROGRESS, scene, 0, null);
        return new Outcome.InProgress<>(Decisions.UNKNOWN_END, null);
    }

    private <T extends @Nullable Object> Outcome.Duplicate<T> duplicate(
            CallSpec<T> call, Events.Scene scene, Found.Theirs<T> theirs) {
        int attempt = theirs.record().attempt();
        Outcome.Duplicate<T> duplicate =
                decisions.decide(call, theirs.record(), cause -> events.tell(Kind.UNRECORDED, scene, attempt, cause));
        Kind kind = Kind.REPLAYED;
        if (duplicate instanceof Outcome.InProgress<T>) {
            kind = Kind.IN_PROGRESS;
        } else if (duplicate instanceof Outcome.Mismatch<T>) {
            kind = Kind.MISMATCH;
        } else if (duplicate instanceof Outcome.InDoubt<T>) {
            kind = Kind.IN_DOUBT;
        }
        events.tell(kind, scene, attempt, null);
        return duplicate;
    }

    <T extends @Nullable Object, X extends Throwable> Outcome<T> run(CallSpec<T> call, ExecutionAction<T, X> action)
            throws X {
        Attempt<T> attempt = begin(call);
        if (attempt instanceof Outcome.Duplicate<T> duplicate) {
            return duplicate;
        }
        Attempt.Started<T> started = (Attempt.Started<T>) attempt;
        T result;
        Thread before = shared.rooms().enter(settings.store(), call.key());
        try {
            result = action.run(started.execution());
        } catch (Throwable failure) {
            started.fail(failure);
            throw failure;
        } finally {
            shared.rooms().exit(settings.store(), call.key(), before);
        }
        return started.complete(result);
    }

    <T extends @Nullable Object> CompletableFuture<Outcome<T>> runAsync(
            CallSpec<T> call, Function<? super Execution, ? extends CompletionStage<T>> action) {
        CompletableFuture<Outcome<T>> future = new CompletableFuture<>();
        Attempt.Started<T> started;
        try {
            Attempt<T> attempt = begin(call);
            if (attempt instanceof Outcome.Duplicate<T> duplicate) {
                return CompletableFuture.completedFuture(duplicate);
            }
            started = (Attempt.Started<T>) attempt;
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
        Thread before = shared.rooms().enter(settings.store(), call.key());
        try {
            CompletionStage<T> stage = Objects.requireNonNull(action.apply(started.execution()), "the action's stage");
            stage.whenComplete((result, failure) -> finish(started, result, failure, future));
        } catch (Throwable failure) {
            started.fail(failure);
            future.completeExceptionally(failure);
        } finally {
            shared.rooms().exit(settings.store(), call.key(), before);
        }
        return future;
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
            started.fail(cause);
            future.completeExceptionally(cause);
        } catch (Throwable e) {
            future.completeExceptionally(e);
        }
    }
}
