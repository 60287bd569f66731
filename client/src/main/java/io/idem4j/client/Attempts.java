package io.idem4j.client;

import io.idem4j.client.RetryListener.Reason;
import io.idem4j.client.RetryListener.Retry;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;

/**
 * The attempts of one logical request, for whoever sends it: which response is the answer, and what comes before another attempt
 * (C-02, C-03). Made by {@link ClientPolicy#begin}. It sends nothing itself. Not for two threads at a time.
 */
public final class Attempts {
    /** The response to an attempt, as far as it decides. */
    public interface Response {
        /** The status code. */
        int status();

        /** The first value of a header, whatever the case of its name. */
        Optional<String> header(String name);

        /**
         * The whole body. Asked for where it decides, and only there: a 409 with JSON.
         *
         * @throws IOException if it can't be read, which is as if no response had come
         */
        byte[] body() throws IOException;
    }

    private final ClientPolicy policy;
    private final String method;
    private final URI uri;
    private final String key;
    private final long start;
    private volatile int number = 1;

    Attempts(ClientPolicy policy, String method, URI uri, String key) {
        this.policy = policy;
        this.method = method;
        this.uri = uri;
        this.key = key;
        this.start = policy.time().ticker().getAsLong();
    }

    /** The time that an attempt that begins now has; at least a millisecond. */
    public Duration left() {
        Duration left = policy.within().minusNanos(policy.time().ticker().getAsLong() - start);
        return left.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : left;
    }

    /**
     * What comes after a response.
     *
     * @return empty: it is the answer, or no attempt or time is left
     * @throws IOException if its body was asked for and can't be read; then {@link #afterNoResponse()} holds
     */
    public Optional<Retry> after(Response response) throws IOException {
        Optional<Reason> reason = Verdict.of(response);
        if (reason.isEmpty()) {
            return Optional.empty();
        }
        Duration asked =
                RetryAfter.of(response, policy.time().clock().instant()).orElse(Duration.ZERO);
        return retry(reason.get(), OptionalInt.of(response.status()), asked);
    }

    /**
     * What comes after an attempt without a whole response: the connection failed, or the time for an answer was over.
     *
     * @return empty: no attempt or time is left
     */
    public Optional<Retry> afterNoResponse() {
        return retry(Reason.NO_RESPONSE, OptionalInt.empty(), Duration.ZERO);
    }

    /**
     * Tells the listener, and waits until the next attempt may begin.
     *
     * @param retry what {@link #after} or {@link #afterNoResponse} gave
     * @throws InterruptedException if the thread is interrupted; then no attempt may follow
     */
    public void pause(Retry retry) throws InterruptedException {
        try {
            CompletableFuture.runAsync(() -> {}, next(retry)).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Tells the listener. What is executed runs when the next attempt may begin. */
    Executor next(Retry retry) {
        try {
            policy.listener().retrying(retry);
        } catch (RuntimeException e) {
            // as its contract says
        }
        number = retry.number() + 1;
        return policy.time().delayed().apply(retry.delay());
    }

    private Optional<Retry> retry(Reason reason, OptionalInt status, Duration asked) {
        Duration wait = policy.backoff().after(number, asked);
        return number < policy.maxAttempts() && wait.compareTo(left()) < 0
                ? Optional.of(new Retry(method, uri, key, number, reason, status, wait))
                : Optional.empty();
    }
}
