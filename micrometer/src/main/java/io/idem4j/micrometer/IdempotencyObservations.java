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
        Outcome<T> outcome = current(observation, call::run, IdempotencyObservations::byOutcome);
        end(observation, outcome, null, IdempotencyObservations::byOutcome);
        return outcome;
    }

    /**
     * The same for a call that ends later: {@code () -> idempotency.call(key, type).runAsync(action)}. The observation is
     * current while {@code call} is made, and stops before the future that is returned ends.
     */
    public <T extends @Nullable Object> CompletableFuture<Outcome<T>> observeAsync(
            IdempotencyKey key, Supplier<CompletableFuture<Outcome<T>>> call) {
        Objects.requireNonNull(call, "call");
        Observation observation = started(key);
        return current(observation, call::get, IdempotencyObservations::byOutcome)
                .whenComplete((outcome, error) -> end(observation, outcome, error, IdempotencyObservations::byOutcome));
    }

    /**
     * The same for a call that gives its value: {@code () -> operation.execute(payload, action)}. Its outcome and key are told by
     * its events, so that this has to be a listener of the library too. A {@link CompletionStage} ends the observation when it ends.
     */
    public <T extends @Nullable Object, X extends Throwable> T observeValue(String operation, ValueCall<T, X> call)
            throws X {
        Objects.requireNonNull(call, "call");
        Observation observation = started(operation);
        T value = current(observation, call, IdempotencyObservations::byEvents);
        if (value instanceof CompletionStage<?> stage) {
            var unused = stage.whenComplete(
                    (result, error) -> end(observation, result, error, IdempotencyObservations::byEvents));
        } else {
            end(observation, value, null, IdempotencyObservations::byEvents);
        }
        return value;
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

    /** How an observation's outcome is told from what a call gave or threw. */
    private interface Ending {
        void tell(Observation observation, @Nullable Object value, @Nullable Throwable error);
    }

    /** Runs the call with the observation current, and ends it where the call throws. */
    private static <T extends @Nullable Object, X extends Throwable> T current(
            Observation observation, ValueCall<T, X> call, Ending ending) throws X {
        try {
            Observation.Scope scope = observation.openScope();
            try {
                return call.run();
            } finally {
                scope.close();
            }
        } catch (Throwable e) {
            end(observation, null, e, ending);
            throw e;
        }
    }

    private static void end(Observation observation, @Nullable Object value, @Nullable Throwable error, Ending ending) {
        ending.tell(observation, value, error);
        observation.stop();
    }

    private static void byOutcome(Observation observation, @Nullable Object value, @Nullable Throwable error) {
        if (value instanceof Outcome<?> outcome) {
            observation.lowCardinalityKeyValue(OUTCOME, name(outcome));
        } else if (error != null) {
            failed(observation, error);
        }
    }

    /** What the library throws is an outcome that an event told of, or an error like any other. */
    private static void byEvents(Observation observation, @Nullable Object value, @Nullable Throwable error) {
        KeyValue told = observation.getContextView().getLowCardinalityKeyValue(OUTCOME);
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        if (cause != null && (told == null || !(cause instanceof IdempotencyException))) {
            failed(observation, cause);
        } else if (told == null) {
            observation.lowCardinalityKeyValue(OUTCOME, CallOutcome.EXECUTED.text());
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
