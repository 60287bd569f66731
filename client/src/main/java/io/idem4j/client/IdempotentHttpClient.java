package io.idem4j.client;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Sends requests with an {@code Idempotency-Key}, and sends them again with the same key where it is not known whether they
 * were carried out, or where the server asks for it: after failures of the connection and timeouts, 425, 429, 502, 503, 504, and
 * 409 while the server is at it. Every other response is the answer (C-02). Against a server that keeps the key's promise the
 * operation is done once, however many attempts it took; against one that does not know the header each attempt may do it.
 *
 * <p>Immutable and thread-safe. It has no threads of its own, and does not close the {@link HttpClient} that it is built on.
 */
public final class IdempotentHttpClient {
    private final HttpClient client;
    private final ClientPolicy policy;

    private IdempotentHttpClient(HttpClient client, ClientPolicy policy) {
        this.client = Objects.requireNonNull(client, "client");
        this.policy = Objects.requireNonNull(policy, "policy");
    }

    /** On a client of the JDK, which keeps its settings: connect timeout, redirects, proxy, TLS. */
    public static IdempotentHttpClient on(HttpClient client) {
        return on(client, ClientPolicy.defaults());
    }

    /** As {@link #on(HttpClient)}, with other settings than the default ones. */
    public static IdempotentHttpClient on(HttpClient client, ClientPolicy policy) {
        return new IdempotentHttpClient(client, policy);
    }

    /**
     * A logical request with a new key: the prefix and a UUID of version 7.
     *
     * @param request without the key's header; its body must be one that can be published again, as those of {@code BodyPublishers} are
     * @throws IllegalArgumentException if it has the header
     */
    public IdempotentRequest prepare(HttpRequest request) {
        return new IdempotentRequest(request, policy.header(), policy.newKey());
    }

    /**
     * A logical request with a key that the caller knows, such as an order's number, so that the same operation asked for by
     * another process is known to be the same.
     *
     * @param key without the prefix; with it 1 to 255 visible ASCII characters
     * @throws IllegalArgumentException if the key is not so, or the request has the header
     */
    public IdempotentRequest prepare(HttpRequest request, String key) {
        return new IdempotentRequest(request, policy.header(), policy.keyPrefix() + Objects.requireNonNull(key, "key"));
    }

    /**
     * Sends a request until there is an answer, or no attempt or time is left. Then it gives the last response as it is, or
     * throws the last failure, with those before as suppressed ones. After a failure it is not known whether the operation was done: send
     * the same logical request again, or one with the same key.
     *
     * @param handler for the body of the answer; responses after which the request is sent again do not reach it
     * @throws IOException the last attempt's, if no response came
     * @throws InterruptedException if the thread was interrupted; the attempt under way is cancelled
     */
    public <T> HttpResponse<T> send(IdempotentRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<T>> response = sendAsync(request, handler);
        try {
            return response.get();
        } catch (InterruptedException e) {
            response.cancel(true);
            throw e;
        } catch (ExecutionException e) {
            Throwable failure = e.getCause();
            if (failure instanceof IOException io) {
                throw io;
            }
            if (failure instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (failure instanceof Error error) {
                throw error;
            }
            throw new IOException(failure);
        }
    }

    /** As {@link #send}, on the threads of the {@link HttpClient}. Cancelling it ends the attempt under way, and no other is made (C-06). */
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(IdempotentRequest request, BodyHandler<T> handler) {
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(handler, "handler");
        return new Exchange<>(client, policy, request, handler).run();
    }
}
