package io.idem4j.tck;

import io.idem4j.OutcomeUnknownException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.spi.IdempotencyStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store whose calls go wrong as a plan says: to test what calls stores. Thread-safe; waits for nothing by itself.
 *
 * <p>A call that {@linkplain Fault.ArriveLate arrives late} fails for its caller at once and is kept; it reaches the store when
 * the test {@linkplain #deliverLate() says so}. What really reached the store, and what the store answered, is {@link #reached()}.
 * {@code purge} and {@code traits} are passed on as they are.
 */
public final class FaultyStore extends CallStore {
    /**
     * What was carried out by the store.
     *
     * @param answer what the store said, whether or not the caller heard it
     */
    public record Reached(StoreCall call, StoreAnswer answer) {}

    private final FaultPlan plan;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Reached> reached = new ArrayList<>();
    private final Queue<StoreCall> late = new ArrayDeque<>();

    /** In front of that store. */
    public FaultyStore(IdempotencyStore store, FaultPlan plan) {
        super(store);
        this.plan = Objects.requireNonNull(plan, "plan");
    }

    @Override
    StoreAnswer send(StoreCall call) {
        Fault fault = plan.next(call);
        if (fault instanceof Fault.FailBefore) {
            throw new StoreUnavailableException(call.key(), "planned: the call did not reach the store", null);
        }
        if (fault instanceof Fault.ArriveLate) {
            locked(() -> late.add(call));
            throw unknown(call);
        }
        if (fault instanceof Fault.Delay delay) {
            delay.before().run();
        }
        StoreAnswer answer = carryOut(call);
        if (fault instanceof Fault.LoseReply) {
            throw unknown(call);
        }
        return answer;
    }

    private StoreAnswer carryOut(StoreCall call) {
        StoreAnswer answer = call.on(store);
        locked(() -> reached.add(new Reached(call, answer)));
        return answer;
    }

    private static OutcomeUnknownException unknown(StoreCall call) {
        return new OutcomeUnknownException(call.key(), "planned: no answer came", null);
    }

    /** Lets the oldest call that is still under way reach the store. Empty if there is none. */
    public Optional<Reached> deliverLate() {
        StoreCall call = locked(late::poll);
        return call == null ? Optional.empty() : Optional.of(new Reached(call, carryOut(call)));
    }

    /** Calls that failed for their callers and have not reached the store, oldest first. */
    public List<StoreCall> underWay() {
        return locked(() -> List.copyOf(late));
    }

    /** What the store carried out so far, in the order in which it answered. */
    public List<Reached> reached() {
        return locked(() -> List.copyOf(reached));
    }

    private <T extends @Nullable Object> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
