package io.idem4j.failures;

import io.idem4j.IdempotencyKey;
import io.idem4j.InconsistentStateException;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.StoreException;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.ListableStore;
import io.idem4j.spi.StoreTraits;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A store whose calls fail as a test says. */
final class ScriptedStore<S extends IdempotencyStore & ListableStore> implements IdempotencyStore, ListableStore {
    enum Step {
        CLAIM,
        COMPLETE,
        RELEASE,
        RENEW,
        FIND
    }

    enum Fault {
        /** Not carried out, and the caller is told so. */
        UNREACHABLE,
        /** Refused for good. */
        REFUSED,
        /** The record can't be understood. */
        UNREADABLE,
        /** Carried out; its reply is lost. */
        REPLY_LOST,
        /** No reply; it is still under way until {@link #deliver}. */
        LATE
    }

    private final S store;
    private final long maxDataBytes;
    private final Map<Step, Fault> always = new ConcurrentHashMap<>();
    private final Map<Step, Fault> once = new ConcurrentHashMap<>();
    private final Map<Step, AtomicInteger> sent = new EnumMap<>(Step.class);
    private final ConcurrentLinkedQueue<Supplier<?>> underWay = new ConcurrentLinkedQueue<>();

    ScriptedStore(S store, long maxDataBytes) {
        this.store = store;
        this.maxDataBytes = maxDataBytes;
        for (Step step : Step.values()) {
            sent.put(step, new AtomicInteger());
        }
    }

    void always(Step step, Fault fault) {
        always.put(step, fault);
    }

    void once(Step step, Fault fault) {
        once.put(step, fault);
    }

    void heal() {
        always.clear();
        once.clear();
    }

    /** The latest call that is under way arrives. */
    Object deliver() {
        Supplier<?> call = underWay.remove();
        underWay.clear();
        return call.get();
    }

    int sent(Step step) {
        return sent.get(step).get();
    }

    private <R> R answer(Step step, Supplier<R> call) {
        sent.get(step).incrementAndGet();
        Fault fault = once.remove(step);
        if (fault == null) {
            fault = always.get(step);
        }
        if (fault == null) {
            return call.get();
        }
        if (fault == Fault.REPLY_LOST) {
            R lost = call.get();
            Objects.requireNonNull(lost, "a store answers");
        } else if (fault == Fault.LATE) {
            underWay.add(call);
        }
        throw error(fault);
    }

    private static StoreException error(Fault fault) {
        return switch (fault) {
            case UNREACHABLE -> new StoreUnavailableException(null, "not reached", null);
            case REFUSED -> new StoreRejectedException(null, "table idempotency_record is missing", null);
            case UNREADABLE -> new InconsistentStateException(null, "an unknown status", null);
            case REPLY_LOST, LATE -> new OutcomeUnknownException(null, "no reply", null);
        };
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        return answer(Step.CLAIM, () -> store.claim(request));
    }

    @Override
    public WriteResult complete(ClaimToken claim, Completion completion) {
        return answer(Step.COMPLETE, () -> store.complete(claim, completion));
    }

    @Override
    public WriteResult release(ClaimToken claim) {
        return answer(Step.RELEASE, () -> store.release(claim));
    }

    @Override
    public WriteResult renew(ClaimToken claim, Duration leaseFor, Duration keepFor) {
        return answer(Step.RENEW, () -> store.renew(claim, leaseFor, keepFor));
    }

    @Override
    public Optional<StoredRecord> find(IdempotencyKey key) {
        return answer(Step.FIND, () -> store.find(key));
    }

    @Override
    public WriteResult forget(StoredRecord seen) {
        return store.forget(seen);
    }

    @Override
    public int purge(int limit) {
        return store.purge(limit);
    }

    @Override
    public List<StoredRecord> unsettled(int limit) {
        return store.unsettled(limit);
    }

    @Override
    public StoreTraits traits() {
        return new StoreTraits("scripted", false, true, false, maxDataBytes);
    }
}
