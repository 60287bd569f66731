package io.idem4j.spring;

import io.idem4j.ConfigurationException;
import io.idem4j.Records;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * Deletes expired records again and again, in batches, on a thread of its own, from the context's start to its end. A run that
 * fails is logged, and the next one tries again. Several processes may do so at once. Thread-safe.
 */
public final class PurgeSchedule implements SmartLifecycle {
    private static final System.Logger LOG = System.getLogger("io.idem4j.spring");
    private static final long LONGEST_STOP_SECONDS = 5;

    private final Records records;
    private final Duration every;
    private final int batchSize;
    private volatile @Nullable ScheduledExecutorService thread;

    /**
     * For these records.
     *
     * @param every the pause between two runs, and before the first; at least a millisecond
     * @param batchSize records deleted at once; at least 1
     */
    public PurgeSchedule(Records records, Duration every, int batchSize) {
        if (every.toMillis() < 1) {
            throw new ConfigurationException("every", "must be at least a millisecond", null);
        }
        if (batchSize < 1) {
            throw new ConfigurationException("batchSize", "must be at least 1", null);
        }
        this.records = records;
        this.every = every;
        this.batchSize = batchSize;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // a run reports its own failure
    public void start() {
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread made = new Thread(work, "idem4j-purge");
            made.setDaemon(true);
            return made;
        });
        thread = started;
        long millis = every.toMillis();
        started.scheduleWithFixedDelay(this::purge, millis, millis, TimeUnit.MILLISECONDS);
    }

    private void purge() {
        try {
            int purged;
            do {
                purged = records.purgeExpired(batchSize);
            } while (purged == batchSize && isRunning());
        } catch (RuntimeException e) {
            LOG.log(
                    Level.WARNING,
                    "Expired records can't be purged now: " + e.getClass().getName());
        }
    }

    @Override
    public void stop() {
        ScheduledExecutorService running = thread;
        thread = null;
        if (running != null) {
            running.shutdown();
            try {
                running.awaitTermination(LONGEST_STOP_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }
}
