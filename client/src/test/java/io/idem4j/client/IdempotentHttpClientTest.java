package io.idem4j.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.idem4j.client.RetryListener.Reason;
import io.idem4j.client.RetryListener.Retry;
import io.idem4j.tck.Clause;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The C clauses, against a real server; waits pass at once, on a clock that they move. */
class IdempotentHttpClientTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private final ScriptedServer server = new ScriptedServer();
    private final AtomicLong nanos = new AtomicLong();
    private final List<Duration> waits = Collections.synchronizedList(new ArrayList<>());
    private final List<Retry> retries = Collections.synchronizedList(new ArrayList<>());
    private final HttpClient jdk =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final IdempotentHttpClient client = builder().build();

    private IdempotentHttpClientBuilder builder() {
        return IdempotentHttpClient.builder(jdk)
                .listener((request, retry) -> retries.add(retry))
                .time(() -> NOW.plusNanos(nanos.get()), nanos::get, () -> 1, wait -> task -> {
                    waits.add(wait);
                    nanos.addAndGet(wait.toNanos());
                    task.run();
                });
    }

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
    void all_attempts_have_one_key_and_the_whole_body() throws Exception {
        server.then(503).thenNothing().then(201);

        IdempotentRequest request = client.prepare(order());
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(response.body()).isEqualTo("status 201");
        assertThat(server.keys).containsExactly(request.key(), request.key(), request.key());
        assertThat(server.bodies).containsExactly("an order", "an order", "an order");
    }

    @Test
    @Clause("C-01")
    void a_request_that_is_sent_later_once_more_has_its_key_and_another_has_another() throws Exception {
        server.then(201);
        IdempotentRequest request = client.prepare(order());
        client.send(request, BodyHandlers.ofString());
        client.send(request, BodyHandlers.ofString());
        send(client);

        assertThat(server.keys.get(1)).isEqualTo(server.keys.get(0));
        assertThat(server.keys.get(2)).isNotEqualTo(server.keys.get(0));
    }

    @Test
    @Clause("C-01")
    void a_key_is_a_uuid_of_version_7_with_the_time_in_front() {
        UUID key = UUID.fromString(client.prepare(order()).key());

        assertThat(key.version()).isEqualTo(7);
        assertThat(key.variant()).isEqualTo(2);
        assertThat(key.getMostSignificantBits() >>> 16).isEqualTo(NOW.toEpochMilli());
        assertThat(client.prepare(order()).key()).isNotEqualTo(key.toString());
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
                builder().keyPrefix("shop-").header("X-Request-Key").build();
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

    @ParameterizedTest
    @ValueSource(ints = {425, 429, 502, 503, 504})
    @Clause("C-02")
    void a_server_that_can_not_now_is_asked_again(int status) throws Exception {
        server.then(status).then(200);

        assertThat(send(client).statusCode()).isEqualTo(200);
        assertThat(retries)
                .containsExactly(new Retry(1, Reason.NOT_NOW, OptionalInt.of(status), Duration.ofMillis(200)));
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 204, 301, 400, 401, 404, 408, 409, 412, 422, 500, 501})
    @Clause("C-02")
    void every_other_response_is_the_answer(int status) throws Exception {
        server.then(status, "", Map.of()).then(200);

        assertThat(send(client).statusCode()).isEqualTo(status);
        assertThat(server.keys).hasSize(1);
    }

    @Test
    @Clause("C-02")
    void a_request_that_the_server_is_at_is_asked_for_again_until_it_is_replayed() throws Exception {
        server.thenProblem(409, "idempotency_request_in_progress", Map.of("Retry-After", "2"))
                .thenProblem(409, "idempotency_request_in_progress", Map.of())
                .then(409, "busy", Map.of("Retry-After", "1"))
                .thenProblem(409, "conflict_elsewhere", Map.of("Retry-After", "1"))
                .then(201);

        assertThat(send(client).statusCode()).isEqualTo(201);
        assertThat(retries).extracting(Retry::reason).containsOnly(Reason.IN_PROGRESS);
        assertThat(server.keys).hasSize(5);
    }

    @ParameterizedTest
    @CsvSource({
        "409, idempotency_outcome_unknown",
        "409, idempotency_result_unavailable",
        "409, another_conflict",
        "422, idempotency_key_payload_mismatch"
    })
    @Clause("C-02")
    void a_conflict_that_does_not_pass_is_the_answer_with_its_whole_body(int status, String code) throws Exception {
        server.thenProblem(status, code, Map.of()).then(200);

        HttpResponse<String> response = send(client);
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).contains(code).endsWith("}");
        assertThat(server.keys).hasSize(1);
    }

    @Test
    @Clause("C-02")
    void what_is_unknown_is_not_asked_again_even_where_a_time_to_come_back_is_named() throws Exception {
        server.thenProblem(409, "idempotency_outcome_unknown", Map.of("Retry-After", "1"))
                .then(200);

        assertThat(send(client).statusCode()).isEqualTo(409);
    }

    @Test
    @Clause("C-02")
    void a_lost_reply_a_refused_connection_and_a_timeout_are_asked_again() throws Exception {
        server.thenNothing().thenSilence().then(201);
        HttpRequest impatient = HttpRequest.newBuilder(order(), (name, value) -> true)
                .timeout(Duration.ofMillis(200))
                .build();

        assertThat(client.send(client.prepare(impatient), BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(201);
        assertThat(retries)
                .hasSizeGreaterThanOrEqualTo(2)
                .extracting(Retry::reason)
                .containsOnly(Reason.NO_RESPONSE);

        URI nobody = server.uri();
        server.close();
        retries.clear();
        IdempotentRequest refused = client.prepare(
                HttpRequest.newBuilder(nobody).POST(BodyPublishers.noBody()).build());
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> client.send(refused, BodyHandlers.ofString()))
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        assertThat(retries).hasSize(4);
    }

    @Test
    @Clause("C-03")
    void waits_grow_to_the_longest_and_attempts_end_with_the_last_response() throws Exception {
        server.then(503);
        IdempotentHttpClient patient = builder()
                .maxAttempts(6)
                .backoff(Duration.ofMillis(100), Duration.ofMillis(500))
                .build();

        HttpResponse<String> response = send(patient);
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).isEqualTo("status 503");
        assertThat(waits).extracting(Duration::toMillis).containsExactly(100L, 200L, 400L, 500L, 500L);
        assertThat(server.keys).hasSize(6);
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
    void the_server_says_when_in_seconds_or_as_a_date() throws Exception {
        String date =
                DateTimeFormatter.RFC_1123_DATE_TIME.format(NOW.plusSeconds(9).atOffset(ZoneOffset.UTC));
        server.then(503, "", Map.of("Retry-After", "3"))
                .then(429, "", Map.of("Retry-After", date))
                .then(503, "", Map.of("Retry-After", "Fri, 02 Jan 2026 03:04:05 GMT"))
                .then(503, "", Map.of("Retry-After", "soon"))
                .then(200);

        assertThat(send(client).statusCode()).isEqualTo(200);
        assertThat(waits.get(0)).isBetween(Duration.ofSeconds(3), Duration.ofMillis(3_200));
        assertThat(waits.get(1)).isBetween(Duration.ofMillis(5_800), Duration.ofMillis(6_200));
        assertThat(waits.get(2)).isEqualTo(Duration.ofMillis(800));
        assertThat(waits.get(3)).isEqualTo(Duration.ofMillis(1_600));
    }

    @Test
    @Clause("C-03")
    void a_wait_that_would_not_end_in_time_is_not_begun() throws Exception {
        server.then(503, "later", Map.of("Retry-After", "31"));

        assertThat(send(client).body()).isEqualTo("later");
        assertThat(waits).isEmpty();
        assertThat(server.keys).hasSize(1);
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
        IdempotentHttpClient hasty =
                builder().within(Duration.ofMillis(300)).maxAttempts(1).build();

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
        assertThat(server.keys).hasSize(1);
    }

    @Test
    @Clause("C-05")
    void a_listener_that_throws_changes_nothing() throws Exception {
        server.then(503).then(200);
        IdempotentHttpClient told = builder()
                .listener((request, retry) -> {
                    throw new IllegalStateException();
                })
                .build();

        assertThat(send(told).statusCode()).isEqualTo(200);
    }

    @Test
    @Clause("C-05")
    void a_request_tells_neither_its_key_nor_its_path() {
        IdempotentRequest request = client.prepare(order(), "secret-key");

        assertThat(request.toString()).contains("POST", "localhost").doesNotContain("secret-key", "orders");
    }

    @Test
    @Clause("C-06")
    void cancelling_ends_the_attempt_and_none_follows() {
        server.thenSilence().then(200);
        CompletableFuture<HttpResponse<String>> response =
                client.sendAsync(client.prepare(order()), BodyHandlers.ofString());
        await().until(() -> server.keys.size() == 1);

        response.cancel(true);

        assertThatExceptionOfType(CancellationException.class).isThrownBy(response::join);
        assertThat(retries).isEmpty();
        assertThat(server.keys).hasSize(1);
    }

    @Test
    @Clause("C-06")
    void an_interrupted_thread_ends_its_attempt_and_none_follows() throws Exception {
        server.thenSilence().then(200);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            try {
                send(client);
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
        caller.start();
        await().until(() -> server.keys.size() == 1);

        caller.interrupt();
        caller.join();

        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        assertThat(server.keys).hasSize(1);
    }

    @Test
    void settings_that_make_no_sense_are_refused_by_name() {
        IdempotentHttpClientBuilder builder = IdempotentHttpClient.builder(jdk);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.maxAttempts(0))
                .withMessageStartingWith("maxAttempts:");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.within(Duration.ZERO))
                .withMessageStartingWith("within:");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .withMessageStartingWith("backoff");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.header(" "))
                .withMessageStartingWith("header:");
    }
}
