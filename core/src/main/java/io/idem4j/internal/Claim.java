package io.idem4j.internal;

import io.idem4j.Execution;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.StoreException;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One acquired claim while its action runs. Whether it is lost is known from a FENCED answer; without one, the lease is
 * counted on the local clock from the sending of the last answered claim or renewal, so never longer than the store's
 * (E-07). Joining, the transaction is the lease, and nothing is counted (T-02).
 */
final class Claim implements Execution {
    private final CallSpec<?> call;
    private final ClaimToken token;
    private final int attempt;
    private final IdempotencyStore store;
    private final Ticker ticker;
    private final Events events;
    private final Events.Scene scene;
    private final boolean uncertain;
    private final boolean stray;
    private volatile Lease lease;
    private final AtomicBoolean fenced = new AtomicBoolean();
    /** One renewal at a time, so that the lease known here is the one that the store set last. */
    private final ReentrantLock renewing = new ReentrantLock();

    private volatile boolean settled;
    private volatile boolean abandoned;
    private volatile boolean ended;
    private volatile boolean leaseEnded;
    private volatile @Nullable Future<?> renewal;

    /** A lease as last granted; null length: no end. */
    private record Lease(Ticker.Mark sent, @Nullable Duration length) {}

    Claim(
            CallSpec<?> call,
            ClaimToken token,
            int attempt,
            IdempotencyStore store,
            Ticker ticker,
            Events events,
            Events.Scene scene,
            Ticker.Mark sent,
            @Nullable Duration leaseFor,
            boolean uncertain,
            boolean stray) {
        this.call = call;
        this.token = token;
        this.attempt = attempt;
        this.store = store;
        this.ticker = ticker;
        this.events = events;
        this.scene = scene;
        this.uncertain = uncertain;
        this.stray = stray;
        this.lease = new Lease(sent, leaseFor);
    }

    @Override
    public IdempotencyKey key() {
        return token.key();
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public boolean mayHaveRunBefore() {
        return uncertain || (attempt > 1 && !settled);
    }

    @Override
    public Duration leaseLeft() {
        Lease now = lease;
        if (fenced.get()) {
            return Duration.ZERO;
        }
        Duration length = store.traits().joinsTransaction() ? null : now.length();
        return length == null ? Leases.NO_END : ticker.left(now.sent(), length);
    }

    @Override
    public boolean isLeaseLost() {
        return leaseLeft().isZero();
    }

    @Override
    public boolean renew(Duration leaseFor) {
        Leases.check(leaseFor);
        renewing.lock();
        try {
            return extend(leaseFor);
        } finally {
            renewing.unlock();
        }
    }

    /**
     * The background's renewal: does nothing while the action renews by itself, or has asked for a longer lease. False
     * if the claim is lost or has ended.
     */
    boolean keep(Duration leaseFor) {
        if (!renewing.tryLock()) {
            return true;
        }
        try {
            return leaseLeft().compareTo(leaseFor) > 0 || extend(leaseFor);
        } finally {
            renewing.unlock();
        }
    }

    /** False if the claim is lost or has ended. Bounded by the invocation's time, if that has an end (E-08). */
    private boolean extend(Duration leaseFor) {
        CallSpec.TimeLimit limit = call.limit();
        Duration bounded = limit == null ? leaseFor : Ticker.min(leaseFor, limit.left(ticker));
        if (ended || fenced.get() || bounded.isZero()) {
            return !ended && !isLeaseLost();
        }
        Ticker.Mark sent = ticker.mark();
        WriteResult result = renewed(bounded);
        if (ended) {
            return false;
        }
        if (result == WriteResult.APPLIED) {
            lease = new Lease(sent, bounded);
            return true;
        }
        lost();
        return false;
    }

    private WriteResult renewed(Duration leaseFor) {
        Duration keepFor = call.keepFor();
        try {
            return Objects.requireNonNull(
                    store.renew(token, leaseFor, keepFor.compareTo(leaseFor) >= 0 ? keepFor : leaseFor));
        } catch (Throwable e) {
            StoreException error = Repeats.asStoreException(key(), e);
            events.tell(Kind.STORE_ERROR, scene, attempt, error);
            throw error;
        } finally {
            endLeaseAgain();
        }
    }

    /** A renewal that was under way when the lease was ended may have come to the store after that. */
    private void endLeaseAgain() {
        if (leaseEnded) {
            try {
                store.renew(token, Duration.ZERO, call.keepFor());
            } catch (RuntimeException e) {
                events.tell(Kind.STORE_ERROR, scene, attempt, Repeats.asStoreException(key(), e));
            }
        }
    }

    @Override
    public String downstreamKey(String name) {
        return DownstreamKeys.of(key(), name);
    }

    @Override
    public void abandon() {
        abandoned = true;
    }

    boolean isAbandoned() {
        return abandoned;
    }

    /** Whether the store never said that the claim is this call's (E-11). */
    boolean isUncertain() {
        return uncertain;
    }

    /** Whether an unanswered sending of this claim may still reach the store and take over there (E-02). */
    boolean mayArriveAgain() {
        return stray && !call.atMostOnce();
    }

    ClaimToken token() {
        return token;
    }

    /** A recovery has said that no earlier attempt had an effect. */
    void settle() {
        settled = true;
    }

    /** The next renewal, to be called off when the claim ends. */
    void renewedBy(Future<?> next) {
        renewal = next;
        if (ended) {
            next.cancel(false);
        }
    }

    /** No renewal from here on; the answer of one under way counts no more. */
    void end() {
        ended = true;
        Future<?> next = renewal;
        if (next != null) {
            next.cancel(false);
        }
    }

    /** As {@link #end()}; the store is about to be told that the lease is over and the claim stays (S-22). */
    void endLease() {
        end();
        leaseEnded = true;
    }

    boolean isEnded() {
        return ended;
    }

    /** Known to be taken over; told once. */
    void lost() {
        if (fenced.compareAndSet(false, true)) {
            events.tell(Kind.LEASE_LOST, scene, attempt, null);
        }
    }
}
