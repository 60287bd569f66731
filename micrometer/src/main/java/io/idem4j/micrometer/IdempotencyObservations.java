package io.idem4j.micrometer;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener;
import io.idem4j.InDoubtException;
import io.idem4j.Outcome;
import io.idem4j.PayloadMismatchException;
import io.idem4j.ResultUnavailableException;
import io.idem4j.StoredFailureException;
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
    /** Of low cardinality: as of {@link IdempotencyMeters#OPERATION}, with the same bound. */
    public static final String OPERATION = IdempotencyMeters.OPERATION;
    /**
     * Of low cardinality: {@code executed}, {@code replayed}, {@code replayed_failure}, {@code result_unavailable}, {@code
     * in_progress}, {@code mismatch} or {@code in_doubt}, after the {@link Outcome}; {@code error} where an exception was thrown that
     * stands for none of these, such as the action's own. A stored failure that {@code execute} rebuilt as a class of the
     * caller's is such a one.
     */
    public static final String OUTCOME = IdempotencyMeters.OUTCOME;
    /** Of high cardinality: the key as logs show it, a hash. */
    public static final String KEY = "idempotency.key";

    private static final String ERROR = "error";
    private static final String REPLAYED_FAILURE = "replayed_failure";
    private static final String RESULT_UNAVAILABLE = "result_unavailable";

    private final ObservationRegistry registry;
    private final BoundedOperations operations = new BoundedOperations();

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
        String outcome = told == null ? CallOutcome.EXECUTED.text() : told.getValue();
        if (cause != null) {
            outcome = thrown(outcome, cause);
        }
        if (outcome == null) {
            failed(observation, Objects.requireNonNull(cause));
        } else {
            observation.lowCardinalityKeyValue(OUTCOME, outcome);
        }
    }

    /** The name of the {@link Outcome} for which this was thrown; null where it is an error. */
    private static @Nullable String thrown(String told, Throwable cause) {
        boolean replayed = told.equals(CallOutcome.REPLAYED.text());
        if (replayed && cause instanceof StoredFailureException) {
            return REPLAYED_FAILURE;
        }
        if (replayed && cause instanceof ResultUnavailableException) {
            return RESULT_UNAVAILABLE;
        }
        boolean refused = cause instanceof AlreadyInProgressException
                || cause instanceof PayloadMismatchException
                || cause instanceof InDoubtException;
        boolean ran = told.equals(CallOutcome.EXECUTED.text()) || told.equals(CallOutcome.FAILED.text());
        return refused && !ran && !replayed ? told : null;
    }

    private Observation started(String operation) {
        String tag = operations.tag(operation);
        return Observation.createNotStarted(RUN, registry)
                .contextualName("idempotency " + tag)
                .lowCardinalityKeyValue(OPERATION, tag)
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
            return REPLAYED_FAILURE;
        }
        if (outcome instanceof Outcome.ResultUnavailable<?>) {
            return RESULT_UNAVAILABLE;
        }
        if (outcome instanceof Outcome.InProgress<?>) {
            return "in_progress";
        }
        return outcome instanceof Outcome.Mismatch<?> ? "mismatch" : "in_doubt";
    }
}
