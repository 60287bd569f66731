package io.idem4j.client;

import io.idem4j.client.RetryListener.Retry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One logical request under way: attempt after attempt until there is an answer, or no time or attempt left. */
@SuppressWarnings("FutureReturnValueIgnored") // every end, good or bad, goes into the result
final class Exchange<T> {
    private final HttpClient client;
    private final IdempotentRequest request;
    private final BodyHandler<T> handler;
    private final Attempts attempts;
    private final CompletableFuture<HttpResponse<T>> result = new CompletableFuture<>();
    private volatile @Nullable CompletableFuture<?> sent;
    private volatile @Nullable Throwable earlier;

    Exchange(HttpClient client, ClientPolicy policy, IdempotentRequest request, BodyHandler<T> handler) {
        this.client = client;
        this.request = request;
        this.handler = handler;
        this.attempts =
                policy.begin(request.request().method(), request.request().uri(), request.key());
    }

    CompletableFuture<HttpResponse<T>> run() {
        result.whenComplete((response, failure) -> {
            CompletableFuture<?> current = sent;
            if (result.isCancelled() && current != null) {
                current.cancel(true);
            }
        });
        attempt();
        return result;
    }

    private void attempt() {
        if (result.isDone()) {
            return;
        }
        Duration left = attempts.left();
        CompletableFuture<HttpResponse<Answer<T>>> current;
        try {
            current = client.sendAsync(request.asSent(left), this::subscriber);
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
                answered(response);
            } else {
                current.cancel(true);
                failed(unwrapped(failure));
            }
        });
    }

    private BodySubscriber<Answer<T>> subscriber(ResponseInfo info) {
        return Verdict.needsBody(new Received(info, new byte[0]))
                ? new PeekingSubscriber<>(body -> chosen(info, body))
                : chosen(info, new byte[0]);
    }

    /** The user's, unless the request is sent again, so that he sees one body only. */
    private BodySubscriber<Answer<T>> chosen(ResponseInfo info, byte[] body) {
        Optional<Retry> again;
        try {
            again = attempts.after(new Received(info, body));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return again.<BodySubscriber<Answer<T>>>map(retry -> BodySubscribers.replacing(new Answer.Again<>(retry)))
                .orElseGet(() -> BodySubscribers.mapping(handler.apply(info), Answer.Final::new));
    }

    private void answered(HttpResponse<Answer<T>> response) {
        if (response.body() instanceof Answer.Again<T> again) {
            again(again.retry());
        } else {
            result.complete(new Answered<>(response));
        }
    }

    private void failed(Throwable failure) {
        Throwable before = earlier;
        if (before != null && before != failure) {
            failure.addSuppressed(before);
        }
        Optional<Retry> retry = failure instanceof IOException ? attempts.afterNoResponse() : Optional.empty();
        if (retry.isEmpty()) {
            result.completeExceptionally(failure);
            return;
        }
        earlier = failure;
        again(retry.get());
    }

    private void again(Retry retry) {
        attempts.next(retry).execute(this::attempt);
    }

    private static Throwable unwrapped(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof TimeoutException) {
            return new HttpTimeoutException("no whole response in time");
        }
        return cause;
    }

    private static final class Received implements Attempts.Response {
        private final ResponseInfo info;
        private final byte[] body;

        Received(ResponseInfo info, byte[] body) {
            this.info = info;
            this.body = body;
        }

        @Override
        public int status() {
            return info.statusCode();
        }

        @Override
        public Optional<String> header(String name) {
            return info.headers().firstValue(name);
        }

        @Override
        public byte[] body() {
            return body;
        }
    }
}
