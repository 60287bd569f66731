package io.idem4j.internal;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoredRecord;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.WatchableStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where the duplicates of one key wait. One of them leads: it alone asks the store, when it is told of a change and now
 * and then. A settled record ends the wait of all; a leader who leaves for another reason is followed by the next.
 * Followers are woken side by side, not one by the other as a condition's lock would have it.
 */
final class WaitingRoom {
    /** So that a wait notices a configured clock that was moved. */
    private static final Duration LONGEST_NAP = Duration.ofSeconds(1);

    private static final Logger LOG = System.getLogger("io.idem4j");

    private final AtomicBoolean led = new AtomicBoolean();
    private final Set<Thread> followers = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition leader = lock.newCondition();
    /** Counted by {@link WaitingRooms}, one step at a time for each key. */
    private int guests;
    /** The first leader asks at once: the record may have changed before it was watched. */
    private boolean told = true;

    private volatile boolean closed;
    private volatile @Nullable StoredRecord settled;
    private volatile @Nullable StoredRecord latest;
    private volatile WatchableStore.@Nullable Watch watch;

    /** What a guest is to do next. */
    enum Turn {
        LEAD,
        SETTLED,
        GIVE_UP
    }

    void enter() {
        guests++;
    }

    /** True if the last guest has gone. */
    boolean exit() {
        guests--;
        return guests == 0;
    }

    /** Waits until one is to lead, the record is settled, or the time is over; an interrupt ends it, its flag stands. */
    Turn turn(Ticker ticker, Ticker.Mark from, Duration longest) {
        Thread self = Thread.currentThread();
        followers.add(self);
        try {
            while (true) {
                if (settled != null) {
                    return Turn.SETTLED;
                }
                Duration left = ticker.left(from, longest);
                if (closed || left.isZero() || self.isInterrupted()) {
                    return Turn.GIVE_UP;
                }
                if (led.compareAndSet(false, true)) {
                    return Turn.LEAD;
                }
                LockSupport.parkNanos(this, Ticker.min(left, LONGEST_NAP).toNanos());
            }
        } finally {
            followers.remove(self);
        }
    }

    /** The leader's wait; false if it is to give up. */
    boolean awaitTold(Duration atMost) {
        lock.lock();
        try {
            long left = atMost.toNanos();
            while (!told && !closed && left > 0) {
                left = leader.awaitNanos(left);
            }
            told = false;
            return !closed;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    void tell() {
        lock.lock();
        try {
            told = true;
            leader.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Has the store tell this room, if it can; called by the leader, outside any lock. Without it the leader polls. */
    void watch(IdempotencyStore store, IdempotencyKey key) {
        if (watch == null && store instanceof WatchableStore watchable) {
            try {
                watch = watchable.watch(key, this::tell);
            } catch (RuntimeException e) {
                LOG.log(
                        Level.DEBUG,
                        "{0} can't be watched: {1}",
                        key,
                        e.getClass().getName());
            }
        }
    }

    /** The leader has found the record still in progress. */
    void saw(StoredRecord record) {
        latest = record;
    }

    /** As a leader last found it; null if none has found it in progress. */
    @Nullable StoredRecord latest() {
        return latest;
    }

    /** The leader has found the record settled: everybody's wait is over. */
    void settle(StoredRecord record) {
        settled = record;
        followers.forEach(LockSupport::unpark);
    }

    /** The leader leaves. */
    void handOver(boolean askAtOnce) {
        if (askAtOnce) {
            tell();
        }
        led.set(false);
        followers.forEach(LockSupport::unpark);
    }

    boolean isSettled() {
        return settled != null;
    }

    @Nullable StoredRecord settled() {
        return settled;
    }

    void close() {
        closed = true;
        followers.forEach(LockSupport::unpark);
        lock.lock();
        try {
            leader.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The last guest has gone, and none will come. A guest may leave with a claim, which a store's failure here must not cost. */
    void unwatch() {
        WatchableStore.Watch unused = watch;
        try {
            if (unused != null) {
                unused.close();
            }
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "A watch can't be closed: {0}", e.getClass().getName());
        }
    }
}
