package io.idem4j.internal;

import io.idem4j.IdempotencyKey;
import io.idem4j.InconsistentStateException;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.StoreException;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoreUnavailableException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends a store call, and again while its outcome is unknown, with the same token (S-12). An interrupt neither cuts a
 * store call nor ends the repeats, which are bounded; the thread's flag stands again afterwards.
 */
final class Repeats {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    private final Ticker ticker;
    private final Consumer<StoreException> onError;

    Repeats(Ticker ticker, Consumer<StoreException> onError) {
        this.ticker = ticker;
        this.onError = onError;
    }

    /**
     * What came of the call.
     *
     * @param result the store's answer; null where it gave none
     * @param error the last error, null where there is an answer
     * @param unknown whether any sending may have been applied without an answer
     */
    record Answer<R>(@Nullable R result, @Nullable StoreException error, boolean unknown) {

        R orThrow() {
            if (error != null) {
                throw error;
            }
            return Objects.requireNonNull(result, "result");
        }
    }

    /** A claim: a store that can't be reached is reported at once, for nothing was written and nothing ran. */
    <R> Answer<R> claim(IdempotencyKey key, Duration within, Supplier<R> call) {
        return send(key, within, false, call);
    }

    /** An ending: repeated also where the store can't be reached, for the action has run. */
    <R> Answer<R> ending(IdempotencyKey key, Duration within, Supplier<R> call) {
        return send(key, within, true, call);
    }

    private <R> Answer<R> send(IdempotencyKey key, Duration within, boolean repeatUnavailable, Supplier<R> call) {
        boolean interrupted = Thread.interrupted();
        try {
            Ticker.Mark start = ticker.mark();
            Duration pause = FIRST_PAUSE;
            boolean unknown = false;
            while (true) {
                StoreException error;
                try {
                    return new Answer<>(Objects.requireNonNull(call.get(), "the store's answer"), null, unknown);
                } catch (Throwable e) {
                    error = asStoreException(key, e);
                }
                onError.accept(error);
                unknown |= error instanceof OutcomeUnknownException;
                boolean useless =
                        error instanceof StoreRejectedException || error instanceof InconsistentStateException;
                boolean reportNow = error instanceof StoreUnavailableException && !repeatUnavailable && !unknown;
                Duration left = ticker.left(start, within);
                if (useless || reportNow || left.isZero()) {
                    return new Answer<>(null, error, unknown);
                }
                interrupted |= pause(Ticker.min(pause, left));
                pause = Ticker.min(pause.multipliedBy(2), LONGEST_PAUSE);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What a store threw: whatever is not of the four kinds says nothing of the record (S-13). */
    static StoreException asStoreException(IdempotencyKey key, Throwable thrown) {
        return thrown instanceof StoreException known
                ? known
                : new OutcomeUnknownException(
                        key,
                        "the store threw " + thrown.getClass().getName() + ", which says nothing of the record",
                        thrown);
    }

    /** Half to all of the pause; true if an interrupt came meanwhile. */
    private static boolean pause(Duration pause) {
        long nanos = pause.toNanos() / 2 + ThreadLocalRandom.current().nextLong(pause.toNanos() / 2 + 1);
        long end = System.nanoTime() + nanos;
        boolean interrupted = false;
        while (true) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return interrupted;
            }
            LockSupport.parkNanos(Math.min(left, TimeUnit.SECONDS.toNanos(1)));
            interrupted |= Thread.interrupted();
        }
    }
}
