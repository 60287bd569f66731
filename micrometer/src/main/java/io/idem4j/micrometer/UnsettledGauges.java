package io.idem4j.micrometer;

import io.idem4j.StoredRecord;
import io.idem4j.spi.ListableStore;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * How many records wait for someone to settle them, and for how long the first has (M-03). The store is asked by whoever
 * reads a gauge, at most once in {@code refreshEvery}; when it fails, the gauges are {@code NaN} until it answers. Every
 * process that shares a store tells of the same records: take the maximum, not the sum. Thread-safe.
 */
public final class UnsettledGauges implements MeterBinder {
    /** A gauge: records whose holder is silent; tag {@link #STATE}. */
    public static final String UNSETTLED = "idempotency.unsettled";
    /** A gauge in seconds: how long ago the oldest lease of them ended; 0 without any. */
    public static final String OLDEST = "idempotency.unsettled.oldest";
    /** A tag: {@code lapsed} where the next call may go on, {@code in_doubt} where it may not. */
    public static final String STATE = "state";
    /** No more are counted. */
    public static final int MAX_COUNTED = 1_000;

    private static final Duration DEFAULT_REFRESH = Duration.ofSeconds(30);
    private static final Look UNKNOWN = new Look(Double.NaN, Double.NaN, Double.NaN);

    private final ListableStore store;
    private final Predicate<StoredRecord> inDoubt;
    private final Duration refreshEvery;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Look last;
    private volatile long lookedAt;

    private record Look(double lapsed, double inDoubt, double oldestSeconds) {}

    /** Looks at most every 30 seconds. */
    public UnsettledGauges(ListableStore store, Predicate<StoredRecord> inDoubt) {
        this(store, inDoubt, DEFAULT_REFRESH);
    }

    /**
     * Gauges of that store.
     *
     * @param inDoubt which of its lapsed records no call may take over: those whose operation allows no further attempt
     * @param refreshEvery how old what a gauge tells may be; zero asks each time
     */
    public UnsettledGauges(ListableStore store, Predicate<StoredRecord> inDoubt, Duration refreshEvery) {
        this.store = Objects.requireNonNull(store, "store");
        this.inDoubt = Objects.requireNonNull(inDoubt, "inDoubt");
        this.refreshEvery = Objects.requireNonNull(refreshEvery, "refreshEvery");
        if (refreshEvery.isNegative()) {
            throw new IllegalArgumentException("refreshEvery: must not be negative");
        }
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Clock clock = registry.config().clock();
        ToDoubleFunction<UnsettledGauges> lapsed = gauges -> gauges.look(clock).lapsed();
        ToDoubleFunction<UnsettledGauges> doubted = gauges -> gauges.look(clock).inDoubt();
        gauge(registry, "lapsed", lapsed);
        gauge(registry, "in_doubt", doubted);
        TimeGauge.builder(
                        OLDEST,
                        this,
                        TimeUnit.SECONDS,
                        gauges -> gauges.look(clock).oldestSeconds())
                .description("How long ago the oldest lease of an unsettled record ended")
                .strongReference(true)
                .register(registry);
    }

    private void gauge(MeterRegistry registry, String state, ToDoubleFunction<UnsettledGauges> value) {
        Gauge.builder(UNSETTLED, this, value)
                .description("Records whose holder is silent, up to " + MAX_COUNTED)
                .tag(STATE, state)
                .strongReference(true)
                .register(registry);
    }

    private Look look(Clock clock) {
        Look seen = last;
        if (seen != null && isFresh(clock)) {
            return seen;
        }
        // One asks; the others tell what was known.
        if (!lock.tryLock()) {
            return seen == null ? UNKNOWN : seen;
        }
        try {
            seen = last;
            if (seen == null || !isFresh(clock)) {
                seen = ask();
                lookedAt = clock.monotonicTime();
                last = seen;
            }
            return seen;
        } finally {
            lock.unlock();
        }
    }

    private boolean isFresh(Clock clock) {
        return clock.monotonicTime() - lookedAt < refreshEvery.toNanos();
    }

    private Look ask() {
        try {
            List<StoredRecord> unsettled = store.unsettled(MAX_COUNTED);
            long doubted = unsettled.stream().filter(inDoubt).count();
            return new Look(unsettled.size() - doubted, doubted, oldest(unsettled));
        } catch (RuntimeException e) {
            return UNKNOWN;
        }
    }

    /** The longest silent comes first. */
    private static double oldest(List<StoredRecord> unsettled) {
        if (unsettled.isEmpty()) {
            return 0;
        }
        StoredRecord first = unsettled.get(0);
        return first.leaseUntil() == null
                ? Double.NaN
                : Duration.between(first.leaseUntil(), first.observedAt()).toMillis() / 1_000.0;
    }
}
