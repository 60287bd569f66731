package io.idem4j.micrometer;

import io.idem4j.IdempotencyException;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener;
import io.idem4j.Outcome;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An observation around a call, and so a span in its trace, with the outcome; as a listener, an event in whatever
 * observation is current for each thing that happens (M-04). Thread-safe.
 */
public final class IdempotencyObservations implements IdempotencyListener {
    /** The observation; with a meter handler also a timer of that name. */
    public static final String RUN = "idempotency.run";
    /** Of low cardinality: the key's scope, or {@code none}. */
    public static final String OPERATION = IdempotencyMeters.OPERATION;
    /** Of low cardinality: the name of the {@link Outcome}, in lower case, or {@code error} where one was thrown. */
    public static final String OUTCOME = IdempotencyMeters.OUTCOME;
    /** Of high cardinality: the key as logs show it, a hash. */
    public static final String KEY = "idempotency.key";

    private static final String ERROR = "error";

    private final ObservationRegistry registry;

    /** Observations for the handlers of that registry. */
    public IdempotencyObservations(ObservationRegistry registry) {
        this.registry = Objects.requireNonNull(registry, "registry");
    }

    /**
     * A call to be observed: {@code () -> idempotency.call(key, type).run(action)}.
     *
     * @param <T> the result's type
     * @param <X> what the action throws
     */
    @FunctionalInterface
    public interface ObservedCall<T extends @Nullable Object, X extends Throwable> {
        /** Runs it. */
        Outcome<T> run() throws X;
    }

    /** Runs {@code call} in an observation; returns and throws what it does. */
    public <T extends @Nullable Object, X extends Throwable> Outcome<T> observe(
            IdempotencyKey key, ObservedCall<T, X> call) throws X {
        Objects.requireNonNull(call, "call");
        Observation observation = started(key);
        Observation.Scope scope = observation.openScope();
        try {
            Outcome<T> outcome = call.run();
            ended(observation, outcome);
            return outcome;
        } catch (Throwable e) {
            failed(observation, e);
            throw e;
        } finally {
            scope.close();
            observation.stop();
        }
    }

    /**
     * The same for a call that ends later: {@code () -> idempotency.call(key, type).runAsync(action)}. The observation is
     * current while {@code call} is made, and stops before the future that is returned ends.
     */
    public <T extends @Nullable Object> CompletableFuture<Outcome<T>> observeAsync(
            IdempotencyKey key, Supplier<CompletableFuture<Outcome<T>>> call) {
        Objects.requireNonNull(call, "call");
        Observation observation = started(key);
        Observation.Scope scope = observation.openScope();
        try {
            return call.get().whenComplete((outcome, error) -> {
                if (error == null) {
                    ended(observation, outcome);
                } else {
                    failed(observation, error);
                }
                observation.stop();
            });
        } catch (Throwable e) {
            failed(observation, e);
            observation.stop();
            throw e;
        } finally {
            scope.close();
        }
    }

    /**
     * The same for a call that gives its value: {@code () -> operation.execute(payload, action)}. Its outcome and key are told by
     * its events, so that this has to be a listener of the library too. A {@link CompletionStage} ends the observation when it ends.
     */
    public <T extends @Nullable Object, X extends Throwable> T observeValue(String operation, ValueCall<T, X> call)
            throws X {
        Objects.requireNonNull(call, "call");
        Observation observation = started(operation);
        Observation.Scope scope = observation.openScope();
        boolean later = false;
        try {
            T value = call.run();
            if (value instanceof CompletionStage<?> stage) {
                later = true;
                var unused = stage.whenComplete((result, error) -> {
                    ended(observation, error);
                    observation.stop();
                });
            } else {
                ended(observation, (Throwable) null);
            }
            return value;
        } catch (Throwable e) {
            ended(observation, e);
            throw e;
        } finally {
            scope.close();
            if (!later) {
                observation.stop();
            }
        }
    }

    /**
     * A call to be observed that gives its value.
     *
     * @param <T> the result's type
     * @param <X> what it throws
     */
    @FunctionalInterface
    public interface ValueCall<T extends @Nullable Object, X extends Throwable> {
        /** Runs it. */
        T run() throws X;
    }

    @Override
    public void onEvent(Event event) {
        Observation current = registry.getCurrentObservation();
        if (current == null) {
            return;
        }
        current.event(Observation.Event.of("idempotency." + Names.of(event.kind())));
        if (RUN.equals(current.getContextView().getName())) {
            CallOutcome outcome = CallOutcome.of(event.kind());
            if (outcome != null) {
                current.lowCardinalityKeyValue(OUTCOME, outcome.text());
            }
            if (event.key() != null) {
                current.highCardinalityKeyValue(KEY, event.key().toString());
            }
        }
    }

    /** What the library throws is an outcome that an event told of, or an error like any other. */
    private static void ended(Observation observation, @Nullable Throwable error) {
        KeyValue told = observation.getContextView().getLowCardinalityKeyValue(OUTCOME);
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        if (cause == null) {
            if (told == null) {
                observation.lowCardinalityKeyValue(OUTCOME, CallOutcome.EXECUTED.text());
            }
        } else if (told == null || !(cause instanceof IdempotencyException)) {
            failed(observation, cause);
        }
    }

    private Observation started(String operation) {
        return Observation.createNotStarted(RUN, registry)
                .contextualName("idempotency " + operation)
                .lowCardinalityKeyValue(OPERATION, operation)
                .start();
    }

    private Observation started(IdempotencyKey key) {
        if (registry.isNoop()) {
            return Observation.NOOP;
        }
        return started(Names.operation(key)).highCardinalityKeyValue(KEY, key.toString());
    }

    private static void ended(Observation observation, Outcome<?> outcome) {
        observation.lowCardinalityKeyValue(OUTCOME, name(outcome));
    }

    private static void failed(Observation observation, Throwable error) {
        observation.lowCardinalityKeyValue(OUTCOME, ERROR);
        observation.error(error);
    }

    private static String name(Outcome<?> outcome) {
        if (outcome instanceof Outcome.Executed<?>) {
            return "executed";
        }
        if (outcome instanceof Outcome.Replayed<?>) {
            return "replayed";
        }
        if (outcome instanceof Outcome.ReplayedFailure<?>) {
            return "replayed_failure";
        }
        if (outcome instanceof Outcome.ResultUnavailable<?>) {
            return "result_unavailable";
        }
        if (outcome instanceof Outcome.InProgress<?>) {
            return "in_progress";
        }
        return outcome instanceof Outcome.Mismatch<?> ? "mismatch" : "in_doubt";
    }
}
