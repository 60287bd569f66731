package io.idem4j.internal;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Renews the leases of running actions at a third of their length (E-07). One scheduler for all, made at the first claim
 * that needs it; its daemon threads end when there is nothing to do. There are enough of them that some store calls which
 * hang keep no other lease from being renewed.
 */
final class LeaseKeeper {
    private static final int THREADS = 16;
    private static final int RENEWALS_PER_LEASE = 3;
    private static final int TRIES_PER_LEASE = 10;
    private static final long IDLE_SECONDS = 10;

    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable ScheduledThreadPoolExecutor scheduler;
    private boolean closed;

    /** Renews until the claim ends, is lost, or is older than {@code renewFor}. */
    void keep(Claim claim, Duration lease, Duration renewFor, Ticker ticker, Ticker.Mark from) {
        new Keeping(claim, lease, renewFor, ticker, from).in(lease.dividedBy(RENEWALS_PER_LEASE));
    }

    private final class Keeping implements Runnable {
        private final Claim claim;
        private final Duration lease;
        private final Duration renewFor;
        private final Ticker ticker;
        private final Ticker.Mark from;

        Keeping(Claim claim, Duration lease, Duration renewFor, Ticker ticker, Ticker.Mark from) {
            this.claim = claim;
            this.lease = lease;
            this.renewFor = renewFor;
            this.ticker = ticker;
            this.from = from;
        }

        @Override
        public void run() {
            if (claim.isEnded() || ticker.left(from, renewFor).isZero()) {
                return;
            }
            Duration next = lease.dividedBy(RENEWALS_PER_LEASE);
            try {
                if (!claim.keep(lease)) {
                    return;
                }
            } catch (Throwable e) {
                next = lease.dividedBy(TRIES_PER_LEASE);
            }
            in(next);
        }

        void in(Duration delay) {
            Future<?> renewal = schedule(this, delay);
            if (renewal != null) {
                claim.renewedBy(renewal);
            }
        }
    }

    private @Nullable Future<?> schedule(Runnable task, Duration in) {
        lock.lock();
        try {
            if (closed) {
                return null;
            }
            if (scheduler == null) {
                scheduler = newScheduler();
            }
            return scheduler.schedule(task, in.toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            lock.unlock();
        }
    }

    private static ScheduledThreadPoolExecutor newScheduler() {
        AtomicInteger number = new AtomicInteger();
        ScheduledThreadPoolExecutor made = new ScheduledThreadPoolExecutor(THREADS, task -> {
            Thread thread = new Thread(task, "idem4j-lease-keeper-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        made.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        made.allowCoreThreadTimeOut(true);
        made.setRemoveOnCancelPolicy(true);
        return made;
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            if (scheduler != null) {
                scheduler.shutdownNow();
            }
        } finally {
            lock.unlock();
        }
    }
}
