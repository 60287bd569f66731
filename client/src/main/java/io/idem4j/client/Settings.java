package io.idem4j.client;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * What a client was built with.
 *
 * @param ticker nanoseconds that only go forward
 * @param delayed runs things after a wait
 */
record Settings(
        int maxAttempts,
        Duration within,
        Backoff backoff,
        RetryListener listener,
        InstantSource clock,
        LongSupplier ticker,
        Function<Duration, Executor> delayed) {}
