package io.idem4j.micrometer;

import io.idem4j.IdempotencyListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts every event, and times every call that ended (M-01, M-02). Add it to the builder's listeners. Thread-safe; throws
 * nothing.
 */
public final class IdempotencyMeters implements IdempotencyListener {
    /** A timer: calls that ended, from their begin; tags {@link #OPERATION} and {@link #OUTCOME}. */
    public static final String CALLS = "idempotency.calls";
    /** A counter: what else happened; tags {@link #OPERATION} and {@link #EVENT}. */
    public static final String EVENTS = "idempotency.events";
    /** A tag: the key's scope; {@code none} without one, {@code other} once there are {@value #MAX_OPERATIONS}. */
    public static final String OPERATION = "operation";
    /** A tag: {@code executed}, {@code failed}, {@code replayed}, {@code in_progress}, {@code mismatch} or {@code in_doubt}. */
    public static final String OUTCOME = "outcome";
    /** A tag: the name of a {@link io.idem4j.IdempotencyListener.Kind}, in lower case. */
    public static final String EVENT = "event";

    /** So many operations have meters of their own: a scope that is made of what callers send must not fill the registry. */
    public static final int MAX_OPERATIONS = 200;

    private final MeterRegistry registry;
    private final BoundedOperations operations = new BoundedOperations();
    private final Map<String, OperationMeters> meters = new ConcurrentHashMap<>();

    /** Meters in that registry, each made when it is first needed. */
    public IdempotencyMeters(MeterRegistry registry) {
        this.registry = Objects.requireNonNull(registry, "registry");
    }

    @Override
    public void onEvent(Event event) {
        String operation = operations.tag(Names.operation(event.key()));
        OperationMeters its = meters.computeIfAbsent(operation, OperationMeters::new);
        CallOutcome outcome = CallOutcome.of(event.kind());
        if (outcome == null) {
            its.counter(event.kind()).increment();
        } else {
            its.timer(outcome).record(event.elapsed());
        }
    }

    private final class OperationMeters {
        private final String operation;
        private final Map<CallOutcome, Timer> timers = new ConcurrentHashMap<>();
        private final Map<Kind, Counter> counters = new ConcurrentHashMap<>();

        OperationMeters(String operation) {
            this.operation = operation;
        }

        Timer timer(CallOutcome outcome) {
            return timers.computeIfAbsent(
                    outcome,
                    each -> Timer.builder(CALLS)
                            .description("Calls that ended, from their begin")
                            .tag(OPERATION, operation)
                            .tag(OUTCOME, each.text())
                            .register(registry));
        }

        Counter counter(Kind kind) {
            return counters.computeIfAbsent(
                    kind,
                    each -> Counter.builder(EVENTS)
                            .description("What happened besides calls that ended")
                            .tag(OPERATION, operation)
                            .tag(EVENT, Names.of(each))
                            .register(registry));
        }
    }
}
