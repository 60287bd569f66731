package io.idem4j.internal;

import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.Execution;
import io.idem4j.ExecutionAction;
import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.Outcome;
import io.idem4j.Recovered;
import io.idem4j.StoredFailureException;
import io.idem4j.StoredRecord;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A call of the public API over the engine. */
final class EngineCall<T extends @Nullable Object> extends RunningCall<T> {
    private static final int MAX_EXECUTION_ID = 255;

    private final Engine engine;
    private final CallSpec<T> spec;

    EngineCall(Engine engine, CallSpec<T> spec) {
        this.engine = engine;
        this.spec = spec;
    }

    @Override
    public Call<T> fingerprint(Fingerprint fingerprint) {
        return with(spec.withFingerprint(Objects.requireNonNull(fingerprint, "fingerprint")));
    }

    @Override
    public Call<T> within(Duration remaining, Duration margin) {
        checkTime("remaining", remaining, "zero means that no time is left");
        checkTime("margin", margin, "zero means that an action is started while any time is left");
        return with(spec.withLimit(new CallSpec.TimeLimit(engine.ticker().mark(), remaining, margin)));
    }

    private static void checkTime(String name, Duration value, String zero) {
        Objects.requireNonNull(value, name);
        if (value.isNegative() || value.compareTo(Leases.NO_END) > 0) {
            throw new IllegalArgumentException(name + ": must not be negative (" + zero
                    + "), and at most 36,500 days (leave it out where there is no limit)");
        }
    }

    @Override
    public Call<T> executionId(String id) {
        Objects.requireNonNull(id, "executionId");
        if (id.isBlank() || id.length() > MAX_EXECUTION_ID) {
            throw new IllegalArgumentException(
                    "executionId: must have 1 to " + MAX_EXECUTION_ID + " characters and not be blank");
        }
        return with(spec.withExecutionId(id));
    }

    @Override
    public Call<T> policy(UnaryOperator<IdempotencyPolicy> change) {
        Objects.requireNonNull(change, "change");
        IdempotencyPolicy changed = Objects.requireNonNull(change.apply(spec.policy()), "policy");
        PolicyRules.check(changed, spec.recovery() != null);
        return with(spec.withPolicy(changed));
    }

    @Override
    public Call<T> recover(Function<? super StoredRecord, Recovered<T>> recovery) {
        Objects.requireNonNull(recovery, "recovery");
        PolicyRules.check(spec.policy(), true);
        return with(spec.withRecovery(recovery));
    }

    private Call<T> with(CallSpec<T> changed) {
        return new EngineCall<>(engine, changed);
    }

    @Override
    public <X extends Throwable> T execute(ExecutionAction<T, X> action) throws X {
        Outcome<T> outcome = run(action);
        if (outcome instanceof Outcome.ReplayedFailure<T> replayed) {
            Throwable rebuilt = rebuilt(replayed.failure());
            if (rebuilt != null) {
                throw EngineCall.<X>asThrown(rebuilt);
            }
        }
        return outcome.get();
    }

    private @Nullable Throwable rebuilt(StoredFailureException failure) {
        Function<@Nullable String, ? extends Throwable> rebuild =
                spec.policy().rebuildFailure().get(failure.failureType());
        try {
            return rebuild == null ? null : rebuild.apply(failure.failureMessage());
        } catch (Throwable e) {
            failure.addSuppressed(e);
            return null;
        }
    }

    /** The class that the action threw, and so among what it declares. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> X asThrown(Throwable rebuilt) {
        return (X) rebuilt;
    }

    @Override
    public Attempt<T> begin() {
        return engine.begin(spec);
    }

    @Override
    public <X extends Throwable> Outcome<T> run(ExecutionAction<T, X> action) throws X {
        Joining.requireLambda(engine.traits());
        return super.run(action);
    }

    @Override
    public CompletableFuture<Outcome<T>> runAsync(Function<? super Execution, ? extends CompletionStage<T>> action) {
        try {
            Joining.requireAnyThread(engine.traits());
        } catch (IllegalStateException e) {
            return CompletableFuture.failedFuture(e);
        }
        return super.runAsync(action);
    }

    @Override
    Running running() {
        return engine.running(spec.key());
    }

    @Override
    public boolean isReplayCandidate() {
        return engine.isReplayCandidate(spec);
    }
}
