package io.idem4j.spring.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.idem4j.client.ClientPolicy;
import io.idem4j.tck.Clause;
import io.idem4j.testtools.ScriptedServer;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/** What is Spring's about the client. */
class IdempotencyKeyInterceptorTest {
    private static final ClientPolicy QUICK =
            ClientPolicy.defaults().backoff(Duration.ofMillis(1), Duration.ofMillis(1));

    private final ScriptedServer server = new ScriptedServer();
    private final IdempotencyKeyInterceptor interceptor = new IdempotencyKeyInterceptor(QUICK);
    private final RestClient client =
            RestClient.builder().requestInterceptor(interceptor).build();

    @AfterEach
    void end() {
        server.close();
    }

    private int sent(HttpMethod method) {
        return client.method(method)
                .uri(server.uri())
                .exchangeForRequiredValue(
                        (request, response) -> response.getStatusCode().value());
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PATCH"})
    @Clause("C-07")
    void a_request_with_an_effect_gets_a_key_and_is_sent_again(String method) {
        server.then(503).then(201);

        assertThat(sent(HttpMethod.valueOf(method))).isEqualTo(201);
        assertThat(server.keys()).hasSize(2);
        assertThat(server.keys().get(1)).isEqualTo(server.keys().get(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT", "DELETE", "OPTIONS"})
    @Clause("C-07")
    void any_other_passes_as_it_is_and_once(String method) {
        server.then(503).then(200);

        assertThat(sent(HttpMethod.valueOf(method))).isEqualTo(503);
        assertThat(server.keys()).isEmpty();
        assertThat(server.bodies()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE"})
    @Clause("C-07")
    void a_request_that_has_a_key_keeps_it_whatever_its_method(String method) {
        server.then(503).then(200);

        client.method(HttpMethod.valueOf(method))
                .uri(server.uri())
                .header("idempotency-key", "order-17")
                .retrieve()
                .toBodilessEntity();
        assertThat(server.keys()).containsExactly("order-17", "order-17");
    }

    @Test
    void interceptors_before_see_one_request_and_those_behind_each_attempt_with_headers_of_its_own() {
        server.then(503).thenNothing().then(201);
        List<String> seen = new ArrayList<>();
        ClientHttpRequestInterceptor before = (request, body, execution) -> {
            seen.add("before");
            request.getHeaders().add("X-Call", "1");
            return execution.execute(request, body);
        };
        ClientHttpRequestInterceptor behind = (request, body, execution) -> {
            request.getHeaders().add("X-Call", "2");
            seen.add("behind " + request.getHeaders().get("X-Call"));
            return execution.execute(request, body);
        };
        RestClient.builder()
                .requestInterceptors(all -> all.addAll(List.of(before, interceptor, behind)))
                .build()
                .post()
                .uri(server.uri())
                .body("an order")
                .retrieve()
                .toBodilessEntity();

        assertThat(seen).containsExactly("before", "behind [1, 2]", "behind [1, 2]", "behind [1, 2]");
        assertThat(server.bodies()).containsOnly("an order");
    }

    @Test
    void what_an_interceptor_behind_throws_is_thrown_and_not_repeated() {
        List<String> seen = new ArrayList<>();
        RestClient broken = RestClient.builder()
                .requestInterceptors(all ->
                        all.addAll(List.<ClientHttpRequestInterceptor>of(interceptor, (request, body, execution) -> {
                            seen.add("called");
                            throw new IllegalStateException("no token");
                        })))
                .build();

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> broken.post().uri(server.uri()).retrieve().toBodilessEntity())
                .withMessage("no token");
        assertThat(seen).hasSize(1);
    }

    @Test
    void a_rest_template_has_it_too() {
        server.then(503).then(201);
        RestTemplate template = new RestTemplate();
        template.getInterceptors().add(interceptor);

        assertThat(template.postForObject(server.uri(), "an order", String.class))
                .isEqualTo("status 201");
        assertThat(server.keys()).hasSize(2);
    }

    private List<ClientHttpRequestFactory> factories() {
        return List.of(new JdkClientHttpRequestFactory(), new SimpleClientHttpRequestFactory());
    }

    @Test
    void answers_that_are_not_the_last_give_their_connections_back() {
        for (ClientHttpRequestFactory factory : factories()) {
            try (ScriptedServer other = new ScriptedServer()) {
                other.then(503, "busy ".repeat(100_000), Map.of())
                        .thenProblem(409, "idempotency_request_in_progress", Map.of())
                        .then(504)
                        .then(201);
                RestClient.builder()
                        .requestFactory(factory)
                        .requestInterceptor(interceptor)
                        .build()
                        .post()
                        .uri(other.uri())
                        .body("an order")
                        .retrieve()
                        .toBodilessEntity();

                assertThat(other.bodies()).hasSize(4);
                assertThat(other.connections())
                        .as(factory.getClass().getSimpleName())
                        .isEqualTo(1);
            }
        }
    }

    @Test
    void a_long_answer_comes_whole() {
        String text = "0123456789".repeat(100_000);
        server.then(200, text, Map.of());

        assertThat(client.post().uri(server.uri()).retrieve().body(String.class))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/event-stream;charset=UTF-8",
                "application/x-ndjson",
                "application/stream+json",
                "application/grpc",
                "multipart/x-mixed-replace; boundary=part"
            })
    void a_stream_of_events_is_handed_on_as_it_comes(String type) {
        CountDownLatch read = new CountDownLatch(1);
        server.then(exchange -> {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("one".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            assertThat(read.await(1, TimeUnit.MINUTES)).isTrue();
            exchange.getResponseBody().write("two".getBytes(StandardCharsets.UTF_8));
        });

        String all = client.post().uri(server.uri()).exchangeForRequiredValue((request, response) -> {
            InputStream body = response.getBody();
            String first = new String(body.readNBytes(3), StandardCharsets.UTF_8);
            read.countDown();
            return first + new String(body.readAllBytes(), StandardCharsets.UTF_8);
        });
        assertThat(all).isEqualTo("onetwo");
    }

    @Test
    @Clause("C-06")
    void a_thread_that_is_interrupted_between_attempts_makes_no_other_and_keeps_its_mark() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        server.then(503).then(200);
        RestClient slow = RestClient.builder()
                .requestInterceptor(new IdempotencyKeyInterceptor(ClientPolicy.defaults()
                        .backoff(Duration.ofMinutes(1), Duration.ofMinutes(1))
                        .within(Duration.ofMinutes(5))
                        .listener(retry -> told.countDown())))
                .build();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicBoolean marked = new AtomicBoolean();
        Thread caller = new Thread(() -> {
            thrown.set(catchThrowable(
                    () -> slow.post().uri(server.uri()).retrieve().toBodilessEntity()));
            marked.set(Thread.currentThread().isInterrupted());
        });
        caller.start();
        assertThat(told.await(1, TimeUnit.MINUTES)).isTrue();

        caller.interrupt();

        await().until(() -> !caller.isAlive());
        assertThat(thrown.get())
                .isInstanceOf(ResourceAccessException.class)
                .hasCauseInstanceOf(InterruptedIOException.class);
        assertThat(marked).isTrue();
        assertThat(server.keys()).hasSize(1);
    }
}
