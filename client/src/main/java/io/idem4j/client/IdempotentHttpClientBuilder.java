package io.idem4j.client;

import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Settings of an {@link IdempotentHttpClient}. Not thread-safe; a setting that makes no sense is an {@link IllegalArgumentException}. */
public final class IdempotentHttpClientBuilder {
    private final HttpClient client;
    private String header = "Idempotency-Key";
    private String keyPrefix = "";
    private int maxAttempts = 5;
    private Duration within = Duration.ofSeconds(30);
    private Duration firstWait = Duration.ofMillis(200);
    private Duration longestWait = Duration.ofSeconds(5);
    private RetryListener listener = (request, retry) -> {};
    private InstantSource clock = InstantSource.system();
    private LongSupplier ticker = System::nanoTime;
    private DoubleSupplier random = () -> ThreadLocalRandom.current().nextDouble();
    private Function<Duration, Executor> delayed =
            wait -> CompletableFuture.delayedExecutor(wait.toMillis(), TimeUnit.MILLISECONDS);

    IdempotentHttpClientBuilder(HttpClient client) {
        this.client = client;
    }

    /** The header's name; {@code Idempotency-Key} unless set. */
    public IdempotentHttpClientBuilder header(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("header: must not be blank");
        }
        this.header = name;
        return this;
    }

    /** What every key begins with, such as the service's name; nothing unless set. */
    public IdempotentHttpClientBuilder keyPrefix(String prefix) {
        this.keyPrefix = Objects.requireNonNull(prefix, "keyPrefix");
        return this;
    }

    /** How often a request is sent at most, the first time included; 5 unless set. */
    public IdempotentHttpClientBuilder maxAttempts(int attempts) {
        if (attempts < 1) {
            throw new IllegalArgumentException("maxAttempts: must be at least 1");
        }
        this.maxAttempts = attempts;
        return this;
    }

    /**
     * How long all attempts and waits of a request take together at most; 30 s unless set. An attempt also ends after the
     * request's own {@code timeout}, where that is shorter: give one, or the first attempt may use all the time.
     */
    public IdempotentHttpClientBuilder within(Duration longest) {
        this.within = positive(longest, "within");
        return this;
    }

    /**
     * The waits between attempts: about the first one, then twice as long each time, up to the longest; 200 ms and 5 s unless set. Where the server
     * says {@code Retry-After}, that long instead, and a little more.
     */
    public IdempotentHttpClientBuilder backoff(Duration first, Duration longest) {
        positive(first, "backoff first");
        if (longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("backoff longest: must not be shorter than first");
        }
        this.firstWait = first;
        this.longestWait = longest;
        return this;
    }

    /** Is told of each further attempt. */
    public IdempotentHttpClientBuilder listener(RetryListener retryListener) {
        this.listener = Objects.requireNonNull(retryListener, "listener");
        return this;
    }

    /** For tests: where time comes from and how it passes. */
    IdempotentHttpClientBuilder time(
            InstantSource instants, LongSupplier nanos, DoubleSupplier jitter, Function<Duration, Executor> waits) {
        this.clock = instants;
        this.ticker = nanos;
        this.random = jitter;
        this.delayed = waits;
        return this;
    }

    private static Duration positive(Duration duration, String name) {
        if (duration.isNegative() || duration.toMillis() < 1) {
            throw new IllegalArgumentException(name + ": must be at least a millisecond");
        }
        return duration;
    }

    /** A client with these settings; later changes of this builder do not reach it. */
    public IdempotentHttpClient build() {
        return new IdempotentHttpClient(
                client,
                header,
                keyPrefix,
                new Settings(
                        maxAttempts,
                        within,
                        new Backoff(firstWait, longestWait, random),
                        listener,
                        clock,
                        ticker,
                        delayed));
    }
}
