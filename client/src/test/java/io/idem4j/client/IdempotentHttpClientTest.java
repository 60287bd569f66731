package io.idem4j.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.idem4j.client.RetryListener.Reason;
import io.idem4j.client.RetryListener.Retry;
import io.idem4j.tck.Clause;
import io.idem4j.testtools.ScriptedServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What only this client has, against a real server; the rest of the C clauses is in {@code ClientClauses}, beside the other client. */
class IdempotentHttpClientTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private final ScriptedServer server = new ScriptedServer();
    private final AtomicLong nanos = new AtomicLong();
    private final List<Duration> waits = Collections.synchronizedList(new ArrayList<>());
    private final List<Retry> retries = Collections.synchronizedList(new ArrayList<>());
    private final HttpClient jdk =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ClientPolicy policy = ClientPolicy.defaults()
            .listener(retries::add)
            .time(new Time(() -> NOW.plusNanos(nanos.get()), nanos::get, () -> 1, wait -> task -> {
                nanos.addAndGet(wait.toNanos());
                task.run();
            }));
    private final IdempotentHttpClient client = IdempotentHttpClient.on(jdk, policy);

    @AfterEach
    void end() {
        server.close();
    }

    private HttpRequest order() {
        return HttpRequest.newBuilder(server.uri())
                .POST(BodyPublishers.ofString("an order"))
                .build();
    }

    private HttpResponse<String> send(IdempotentHttpClient sender) throws Exception {
        return sender.send(sender.prepare(order()), BodyHandlers.ofString());
    }

    @Test
    @Clause("C-01")
    void a_request_that_is_sent_later_once_more_has_its_key_and_another_has_another() throws Exception {
        server.then(201);
        IdempotentRequest request = client.prepare(order());
        client.send(request, BodyHandlers.ofString());
        client.send(request, BodyHandlers.ofString());
        send(client);

        assertThat(server.keys().get(1)).isEqualTo(server.keys().get(0));
        assertThat(server.keys().get(2)).isNotEqualTo(server.keys().get(0));
    }

    @Test
    @Clause("C-01")
    void a_key_of_the_callers_own_gets_the_prefix_and_goes_by_the_header_that_is_set() throws Exception {
        server.then(201);
        AtomicReference<String> sent = new AtomicReference<>();
        server.then(exchange -> {
            sent.set(exchange.getRequestHeaders().getFirst("X-Request-Key"));
            exchange.sendResponseHeaders(201, -1);
        });
        IdempotentHttpClient own =
                IdempotentHttpClient.on(jdk, policy.keyPrefix("shop-").header("X-Request-Key"));
        own.send(own.prepare(order(), "order-17"), BodyHandlers.discarding());
        own.send(own.prepare(order(), "order-17"), BodyHandlers.discarding());

        assertThat(sent).hasValue("shop-order-17");
    }

    @Test
    @Clause("C-01")
    void keys_that_no_server_would_take_and_a_header_given_twice_are_refused_before_anything_is_sent() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.prepare(order(), ""))
                .withMessageStartingWith("key:");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.prepare(order(), "two words"))
                .withMessageStartingWith("key:")
                .withMessageNotContaining("words");
        assertThatIllegalArgumentException().isThrownBy(() -> client.prepare(order(), "k".repeat(256)));
        HttpRequest twice = HttpRequest.newBuilder(server.uri())
                .header("idempotency-key", "own")
                .build();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.prepare(twice))
                .withMessageContaining("prepare(request, key)");
    }

    @Test
    @Clause("C-03")
    void jitter_leaves_out_up_to_half_of_a_wait_and_adds_to_what_the_server_asked_for() {
        Backoff least = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5), () -> 0);
        Backoff most = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5), () -> 1);

        assertThat(least.after(2, Duration.ZERO)).isEqualTo(Duration.ofMillis(100));
        assertThat(most.after(2, Duration.ZERO)).isEqualTo(Duration.ofMillis(200));
        assertThat(most.after(10_000, Duration.ZERO)).isEqualTo(Duration.ofSeconds(5));
        assertThat(least.after(1, Duration.ofSeconds(7))).isEqualTo(Duration.ofSeconds(7));
        assertThat(most.after(1, Duration.ofSeconds(7))).isEqualTo(Duration.ofMillis(7_050));
    }

    @Test
    @Clause("C-03")
    void a_body_that_stops_half_way_ends_with_the_time_of_all_attempts() {
        server.then(exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write("half".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            new CountDownLatch(1).await();
        });
        IdempotentHttpClient hasty = IdempotentHttpClient.on(
                jdk, policy.within(Duration.ofMillis(300)).maxAttempts(1));

        assertThatExceptionOfType(HttpTimeoutException.class).isThrownBy(() -> send(hasty));
    }

    @Test
    @Clause("C-04")
    void a_body_of_an_attempt_that_is_repeated_does_not_reach_the_handler() throws Exception {
        server.then(503)
                .thenProblem(409, "idempotency_request_in_progress", Map.of())
                .then(201);
        AtomicInteger bodies = new AtomicInteger();

        HttpResponse<String> response = client.send(client.prepare(order()), info -> {
            bodies.incrementAndGet();
            return BodyHandlers.ofString().apply(info);
        });

        assertThat(response.body()).isEqualTo("status 201");
        assertThat(bodies).hasValue(1);
    }

    @Test
    @Clause("C-04")
    void what_a_handler_throws_is_thrown_and_not_repeated() {
        server.then(200);

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> client.send(client.prepare(order()), info -> {
                    throw new IllegalStateException("the caller's own");
                }))
                .withMessage("the caller's own");
        assertThat(server.keys()).hasSize(1);
    }

    @Test
    @Clause("C-05")
    void a_request_tells_neither_its_key_nor_its_path() {
        IdempotentRequest request = client.prepare(order(), "secret-key");

        assertThat(request.toString()).contains("POST", "localhost").doesNotContain("secret-key", "orders");

        Retry retry = new Retry(
                "POST", server.uri(), "secret-key", 2, Reason.NOT_NOW, OptionalInt.of(503), Duration.ofMillis(120));
        assertThat(retry).hasToString("attempt 2 of POST to localhost: NOT_NOW 503, again in 120 ms");
    }

    @Test
    @Clause("C-06")
    void cancelling_ends_the_attempt_and_none_follows() {
        server.thenSilence().then(200);
        CompletableFuture<HttpResponse<String>> response =
                client.sendAsync(client.prepare(order()), BodyHandlers.ofString());
        await().until(() -> server.keys().size() == 1);

        response.cancel(true);

        assertThatExceptionOfType(CancellationException.class).isThrownBy(response::join);
        assertThat(retries).isEmpty();
        assertThat(server.keys()).hasSize(1);
    }

    @Test
    void settings_that_make_no_sense_are_refused_by_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy.maxAttempts(0))
                .withMessageStartingWith("maxAttempts:");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy.within(Duration.ZERO))
                .withMessageStartingWith("within:");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy.backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .withMessageStartingWith("backoff");
        for (String name : List.of("", " ", "a b", "Key:", "Schlüssel")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> policy.header(name))
                    .withMessageStartingWith("header:");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy.keyPrefix("two words"))
                .withMessageStartingWith("keyPrefix:");
        assertThatIllegalArgumentException().isThrownBy(() -> policy.keyPrefix("p".repeat(220)));
    }
}
