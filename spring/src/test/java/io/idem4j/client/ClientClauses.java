package io.idem4j.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.idem4j.client.RetryListener.Reason;
import io.idem4j.client.RetryListener.Retry;
import io.idem4j.tck.Clause;
import io.idem4j.testtools.ScriptedServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The C clauses that every client keeps, against a real server; waits pass at once, on a clock that they move. In the client's
 * package, because only there the clock can be set.
 */
public abstract class ClientClauses {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Duration HASTY = Duration.ofMillis(500);
    private static final Duration PATIENT = Duration.ofSeconds(20);

    protected final HttpClient jdk =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScriptedServer server = new ScriptedServer();
    private final AtomicLong nanos = new AtomicLong();
    private final List<Duration> waits = Collections.synchronizedList(new ArrayList<>());
    private final List<Retry> retries = Collections.synchronizedList(new ArrayList<>());
    private final ClientPolicy policy = ClientPolicy.defaults()
            .listener(retries::add)
            .time(new Time(() -> NOW.plusNanos(nanos.get()), nanos::get, () -> 1, wait -> task -> {
                waits.add(wait);
                nanos.addAndGet(wait.toNanos());
                task.run();
            }));

    /** What the caller got. */
    public record Reply(int status, String body) {}

    /** Posts {@code an order} as one logical request, each attempt of which ends after the timeout. Throws what the caller would get. */
    protected abstract Reply send(ClientPolicy with, URI uri, Duration timeout) throws Exception;

    private Reply send(ClientPolicy with) throws Exception {
        return send(with, server.uri(), PATIENT);
    }

    @AfterEach
    void end() {
        server.close();
    }

    @Test
    @Clause("C-01")
    void all_attempts_have_one_key_and_the_whole_body_and_another_request_has_another() throws Exception {
        server.then(503).thenNothing().then(201);

        assertThat(send(policy)).isEqualTo(new Reply(201, "status 201"));
        assertThat(server.keys()).hasSize(3);
        assertThat(server.keys().stream().distinct()).hasSize(1);
        assertThat(retries).extracting(Retry::key).containsOnly(server.keys().get(0));
        send(policy);
        assertThat(server.keys().get(3)).isNotEqualTo(server.keys().get(0));
        assertThat(server.bodies()).hasSize(4).containsOnly("an order");
    }

    @Test
    @Clause("C-01")
    void a_key_is_the_prefix_and_a_uuid_of_version_7_with_the_time_in_front() throws Exception {
        server.then(201);
        send(policy.keyPrefix("shop-"));

        String sent = server.keys().get(0);
        assertThat(sent).startsWith("shop-");
        UUID key = UUID.fromString(sent.substring("shop-".length()));
        assertThat(key.version()).isEqualTo(7);
        assertThat(key.variant()).isEqualTo(2);
        assertThat(key.getMostSignificantBits() >>> 16).isEqualTo(NOW.toEpochMilli());
    }

    @Test
    @Clause("C-01")
    void a_key_goes_by_the_header_that_is_set() throws Exception {
        AtomicReference<String> sent = new AtomicReference<>();
        server.then(exchange -> {
            sent.set(exchange.getRequestHeaders().getFirst("X-Request-Key"));
            exchange.sendResponseHeaders(201, -1);
        });
        send(policy.header("X-Request-Key"));

        assertThat(UUID.fromString(sent.get()).version()).isEqualTo(7);
        assertThat(server.keys()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {425, 429, 502, 503, 504})
    @Clause("C-02")
    void a_server_that_can_not_now_is_asked_again(int status) throws Exception {
        server.then(status).then(200);

        assertThat(send(policy).status()).isEqualTo(200);
        Retry retry = new Retry(
                "POST",
                server.uri(),
                server.keys().get(0),
                1,
                Reason.NOT_NOW,
                OptionalInt.of(status),
                Duration.ofMillis(200));
        assertThat(retries).containsExactly(retry);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 204, 301, 400, 401, 404, 408, 409, 412, 422, 500, 501})
    @Clause("C-02")
    void every_other_response_is_the_answer(int status) throws Exception {
        server.then(status, "", Map.of()).then(200);

        assertThat(send(policy).status()).isEqualTo(status);
        assertThat(server.keys()).hasSize(1);
    }

    @Test
    @Clause("C-02")
    void a_request_that_the_server_is_at_is_asked_for_again_until_it_is_replayed() throws Exception {
        server.thenProblem(409, "idempotency_request_in_progress", Map.of("Retry-After", "2"))
                .thenProblem(409, "idempotency_request_in_progress", Map.of())
                .then(409, "busy", Map.of("Retry-After", "1"))
                .thenProblem(409, "conflict_elsewhere", Map.of("Retry-After", "1"))
                .then(201);

        assertThat(send(policy).status()).isEqualTo(201);
        assertThat(retries).extracting(Retry::reason).containsOnly(Reason.IN_PROGRESS);
        assertThat(server.keys()).hasSize(5);
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

        Reply reply = send(policy);
        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.body()).contains(code).endsWith("}");
        assertThat(server.keys()).hasSize(1);
    }

    @Test
    @Clause("C-02")
    void what_is_unknown_is_not_asked_again_even_where_a_time_to_come_back_is_named() throws Exception {
        server.thenProblem(409, "idempotency_outcome_unknown", Map.of("Retry-After", "1"))
                .then(200);

        assertThat(send(policy).status()).isEqualTo(409);
    }

    @Test
    @Clause("C-02")
    void a_lost_reply_half_a_reply_and_a_timeout_are_asked_again() throws Exception {
        server.thenNothing().thenHalf().thenSilence().then(201);
        ClientPolicy untiring = policy.maxAttempts(1_000).within(Duration.ofDays(1));

        assertThat(send(untiring, server.uri(), HASTY).status()).isEqualTo(201);
        assertThat(retries)
                .hasSizeGreaterThanOrEqualTo(3)
                .extracting(Retry::reason)
                .containsOnly(Reason.NO_RESPONSE);
    }

    @Test
    @Clause({"C-02", "C-04"})
    void a_refused_connection_is_tried_to_the_last_and_the_failures_before_are_suppressed_ones() {
        URI nobody = server.uri();
        server.close();

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> send(policy, nobody, PATIENT))
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        assertThat(retries).hasSize(4);
    }

    @Test
    @Clause({"C-03", "C-04"})
    void waits_grow_to_the_longest_and_attempts_end_with_the_last_response() throws Exception {
        server.then(503);

        Reply reply = send(policy.maxAttempts(6).backoff(Duration.ofMillis(100), Duration.ofMillis(500)));
        assertThat(reply).isEqualTo(new Reply(503, "status 503"));
        assertThat(waits).extracting(Duration::toMillis).containsExactly(100L, 200L, 400L, 500L, 500L);
        assertThat(server.keys()).hasSize(6);
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

        assertThat(send(policy).status()).isEqualTo(200);
        assertThat(waits.get(0)).isBetween(Duration.ofSeconds(3), Duration.ofMillis(3_200));
        assertThat(waits.get(1)).isBetween(Duration.ofMillis(5_800), Duration.ofMillis(6_200));
        assertThat(waits.get(2)).isEqualTo(Duration.ofMillis(800));
        assertThat(waits.get(3)).isEqualTo(Duration.ofMillis(1_600));
    }

    @Test
    @Clause("C-03")
    void a_wait_that_would_not_end_in_time_is_not_begun() throws Exception {
        server.then(503, "later", Map.of("Retry-After", "31"));

        assertThat(send(policy).body()).isEqualTo("later");
        assertThat(waits).isEmpty();
        assertThat(server.keys()).hasSize(1);
    }

    @Test
    @Clause("C-05")
    void a_listener_that_throws_changes_nothing() throws Exception {
        server.then(503).then(200);
        ClientPolicy told = policy.listener(retry -> {
            throw new IllegalStateException();
        });

        assertThat(send(told).status()).isEqualTo(200);
    }

    @Test
    @Clause("C-06")
    void an_interrupted_thread_ends_its_attempt_and_none_follows() throws Exception {
        server.thenSilence().then(200);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            try {
                send(policy);
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
        caller.start();
        await().until(() -> server.keys().size() == 1);

        caller.interrupt();
        caller.join();

        assertThat(thrown.get()).isInstanceOfAny(InterruptedException.class, IOException.class);
        assertThat(retries).isEmpty();
        assertThat(server.keys()).hasSize(1);
    }
}
