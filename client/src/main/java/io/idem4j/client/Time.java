package io.idem4j.client;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Where time comes from and how it passes.
 *
 * @param ticker nanoseconds that only go forward
 * @param delayed runs things after a wait
 */
record Time(InstantSource clock, LongSupplier ticker, DoubleSupplier random, Function<Duration, Executor> delayed) {
    static final Time REAL = new Time(
            InstantSource.system(),
            System::nanoTime,
            () -> ThreadLocalRandom.current().nextDouble(),
            wait -> CompletableFuture.delayedExecutor(wait.toMillis(), TimeUnit.MILLISECONDS));
}
