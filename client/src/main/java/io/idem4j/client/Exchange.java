package io.idem4j.client;

import io.idem4j.client.RetryListener.Reason;
import io.idem4j.client.RetryListener.Retry;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One logical request under way: attempt after attempt until there is an answer, or no time or attempt left. */
@SuppressWarnings("FutureReturnValueIgnored") // every end, good or bad, goes into the result
final class Exchange<T> {
    private final HttpClient client;
    private final Settings settings;
    private final IdempotentRequest request;
    private final BodyHandler<T> handler;
    private final long start;
    private final CompletableFuture<HttpResponse<T>> result = new CompletableFuture<>();
    private volatile @Nullable CompletableFuture<?> sent;
    private volatile @Nullable Throwable earlier;

    Exchange(HttpClient client, Settings settings, IdempotentRequest request, BodyHandler<T> handler) {
        this.client = client;
        this.settings = settings;
        this.request = request;
        this.handler = handler;
        this.start = settings.ticker().getAsLong();
    }

    CompletableFuture<HttpResponse<T>> run() {
        result.whenComplete((response, failure) -> {
            CompletableFuture<?> current = sent;
            if (result.isCancelled() && current != null) {
                current.cancel(true);
            }
        });
        attempt(1);
        return result;
    }

    private void attempt(int number) {
        if (result.isDone()) {
            return;
        }
        Duration left = left();
        CompletableFuture<HttpResponse<Answer<T>>> current;
        try {
            current = client.sendAsync(request.asSent(left), info -> subscriber(number, info));
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
            return;
        }
        sent = current;
        if (result.isCancelled()) {
            current.cancel(true);
        }
        current.copy().orTimeout(left.toNanos(), TimeUnit.NANOSECONDS).whenComplete((response, failure) -> {
            if (response != null) {
                answered(number, response);
            } else {
                current.cancel(true);
                failed(number, unwrapped(failure));
            }
        });
    }

    private BodySubscriber<Answer<T>> subscriber(int number, ResponseInfo info) {
        return Verdict.needsBody(info)
                ? new PeekingSubscriber<>(body -> chosen(number, info, body))
                : chosen(number, info, new byte[0]);
    }

    /** The user's, unless the request is sent again, so that he sees one body only. */
    private BodySubscriber<Answer<T>> chosen(int number, ResponseInfo info, byte[] body) {
        Optional<Answer<T>> again = Verdict.of(info, body).flatMap(reason -> {
            Duration asked =
                    RetryAfter.of(info.headers(), settings.clock().instant()).orElse(Duration.ZERO);
            return wait(number, asked).map(wait -> new Answer.Again<>(reason, wait));
        });
        return again.<BodySubscriber<Answer<T>>>map(BodySubscribers::replacing)
                .orElseGet(() -> BodySubscribers.mapping(handler.apply(info), Answer.Final::new));
    }

    private void answered(int number, HttpResponse<Answer<T>> response) {
        if (response.body() instanceof Answer.Again<T> again) {
            again(number, again.reason(), OptionalInt.of(response.statusCode()), again.delay());
        } else {
            result.complete(new Answered<>(response));
        }
    }

    private void failed(int number, Throwable failure) {
        Throwable before = earlier;
        if (before != null && before != failure) {
            failure.addSuppressed(before);
        }
        Optional<Duration> wait = failure instanceof IOException ? wait(number, Duration.ZERO) : Optional.empty();
        if (wait.isEmpty()) {
            result.completeExceptionally(failure);
            return;
        }
        earlier = failure;
        again(number, Reason.NO_RESPONSE, OptionalInt.empty(), wait.get());
    }

    private void again(int number, Reason reason, OptionalInt status, Duration wait) {
        try {
            settings.listener().retrying(request, new Retry(number, reason, status, wait));
        } catch (RuntimeException e) {
            // as its contract says
        }
        settings.delayed().apply(wait).execute(() -> attempt(number + 1));
    }

    /** Empty: no attempt is left, or no time for one after the wait. */
    private Optional<Duration> wait(int number, Duration asked) {
        Duration wait = settings.backoff().after(number, asked);
        return number < settings.maxAttempts() && wait.compareTo(left()) < 0 ? Optional.of(wait) : Optional.empty();
    }

    private Duration left() {
        Duration left = settings.within().minusNanos(settings.ticker().getAsLong() - start);
        return left.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : left;
    }

    private static Throwable unwrapped(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof TimeoutException) {
            return new HttpTimeoutException("no whole response in time");
        }
        return cause;
    }
}
