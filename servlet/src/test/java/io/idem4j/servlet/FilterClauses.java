package io.idem4j.servlet;

import static io.idem4j.servlet.RawClient.head;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.StoreUnavailableException;
import io.idem4j.http.HttpPolicy;
import io.idem4j.http.ProblemCode;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.Clause;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every row of the table of answers, over real connections. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class FilterClauses {
    private static final String CREATED = "{\"id\":1}";

    final Site site;

    FilterClauses(Container.Kind kind) {
        site = new Site(kind);
        site.on("/created", (request, response) -> {
            response.setStatus(201);
            response.setContentType("application/json");
            response.setHeader("Location", "/orders/1");
            response.addHeader("Link", "<a>");
            response.addHeader("Link", "<b>");
            response.addCookie(new Cookie("session", "s3cret"));
            response.setHeader("X-Trace", "t");
            response.getOutputStream().print(CREATED);
        });
    }

    @AfterEach
    void defaults() {
        site.use(HttpPolicy.storeFinalAnswers());
    }

    @AfterAll
    void stop() {
        site.close();
    }

    static String key() {
        return UUID.randomUUID().toString();
    }

    static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), UTF_8);
    }

    static void assertProblem(HttpResponse<byte[]> response, int status, String code) {
        assertThat(response.statusCode()).as(text(response)).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(text(response))
                .contains("\"code\":\"" + code + "\"", "\"type\":\"urn:idem4j:problem:" + code + "\"");
    }

    static void assertReplayed(HttpResponse<byte[]> replay, HttpResponse<byte[]> first) {
        assertThat(replay.statusCode()).isEqualTo(first.statusCode());
        assertThat(replay.headers().firstValue("Idempotent-Replayed")).hasValue("true");
        assertThat(first.headers().firstValue("Idempotent-Replayed")).isEmpty();
        for (String name : Set.of("Content-Type", "Location", "Link", "ETag", "Content-Language", "Content-Encoding")) {
            assertThat(replay.headers().allValues(name))
                    .as(name)
                    .isEqualTo(first.headers().allValues(name));
        }
        assertThat(replay.body()).isEqualTo(first.body());
    }

    /** Sends twice and sees that the second is a replay of the first. */
    final HttpResponse<byte[]> assertOnce(String path) {
        String key = key();
        int before = site.runs(path);
        HttpResponse<byte[]> first = site.send(site.post(path, key));
        assertReplayed(site.send(site.post(path, key)), first);
        assertThat(site.runs(path)).isEqualTo(before + 1);
        return first;
    }

    @Test
    @Clause("H-01")
    void without_a_key_every_request_runs() {
        int before = site.runs("/created");
        for (int i = 0; i < 2; i++) {
            HttpResponse<byte[]> response =
                    site.send(site.request("/created").POST(HttpRequest.BodyPublishers.noBody()));
            assertThat(response.statusCode()).isEqualTo(201);
            assertThat(response.headers().firstValue("Set-Cookie")).isPresent();
        }
        site.send(site.request("/created").header(Site.KEY, "g").GET());
        site.send(site.request("/created").header(Site.KEY, "g").GET());
        assertThat(site.runs("/created")).isEqualTo(before + 4);
    }

    @Test
    @Clause("H-02")
    void a_required_key_that_is_missing_is_asked_for() {
        site.use(HttpPolicy.storeFinalAnswers().required(true));
        int before = site.runs("/created");

        assertProblem(
                site.send(site.request("/created").POST(HttpRequest.BodyPublishers.noBody())),
                400,
                "idempotency_key_missing");
        assertThat(site.runs("/created")).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "a b", "\"a", "\"a\"b", "\"\""})
    @Clause("H-03")
    void an_invalid_key_is_refused(String key) throws IOException {
        int before = site.runs("/created");
        RawClient.Answer answer = RawClient.exchange(
                site.port(), head("POST", "/created", "Idempotency-Key: " + key, "Content-Length: 0"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("invalid_idempotency_key");
        assertThat(site.runs("/created")).isEqualTo(before);
    }

    @Test
    @Clause("H-03")
    void hostile_keys_are_refused_with_a_clear_status() throws IOException {
        int before = site.runs("/created");
        String[][] hostile = {
            {"Idempotency-Key: a", "Idempotency-Key: a"},
            {"Idempotency-Key: k\u00e9y"},
            {"Idempotency-Key: a\u0001b"},
            {"Idempotency-Key: a\u0000b"},
            {"Idempotency-Key: " + "k".repeat(65_536)}
        };
        for (String[] headers : hostile) {
            String[] all = Stream.concat(Arrays.stream(headers), Stream.of("Content-Length: 0"))
                    .toArray(String[]::new);
            RawClient.Answer answer = RawClient.exchange(site.port(), head("POST", "/created", all));
            assertThat(answer.status()).isIn(400, 431);
        }
        assertThat(site.runs("/created")).isEqualTo(before);
    }

    @Test
    @Clause({"H-04", "H-06", "H-14"})
    void a_duplicate_gets_the_first_answer_without_its_cookie() {
        String key = key();
        HttpResponse<byte[]> first = site.send(site.post("/created", key));
        HttpResponse<byte[]> replay = site.send(site.post("/created", key));

        assertThat(first.headers().firstValue("Set-Cookie")).isPresent();
        assertThat(first.headers().firstValue("X-Trace")).hasValue("t");
        assertReplayed(replay, first);
        assertThat(replay.headers().allValues("Link")).containsExactly("<a>", "<b>");
        assertThat(replay.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(replay.headers().firstValue("X-Trace")).isEmpty();
    }

    @Test
    @Clause("H-05")
    void a_duplicate_of_a_running_request_is_refused_or_waits() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        site.on("/slow", (request, response) -> {
            entered.countDown();
            await(go);
            response.getOutputStream().print("done");
        });
        String key = key();
        CompletableFuture<HttpResponse<byte[]>> first =
                CompletableFuture.supplyAsync(() -> site.send(site.post("/slow", key)));
        entered.await();

        HttpResponse<byte[]> refused = site.send(site.post("/slow", key));
        assertProblem(refused, 409, "idempotency_request_in_progress");
        assertThat(Integer.parseInt(refused.headers().firstValue("Retry-After").orElseThrow()))
                .isBetween(1, 5);

        site.use(HttpPolicy.storeFinalAnswers().idempotency(policy -> policy.waitUpTo(Duration.ofSeconds(20))));
        CompletableFuture<HttpResponse<byte[]>> waiting =
                CompletableFuture.supplyAsync(() -> site.send(site.post("/slow", key)));
        go.countDown();

        assertReplayed(waiting.get(), first.get());
        assertThat(site.runs("/slow")).isEqualTo(1);
    }

    static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Clause("H-07")
    void another_payload_under_the_same_key_is_refused() {
        String key = key();
        site.send(site.post("/created", key));

        assertProblem(
                site.send(
                        site.request("/created").header(Site.KEY, key).POST(HttpRequest.BodyPublishers.ofString("x"))),
                422,
                "idempotency_key_payload_mismatch");
        assertProblem(site.send(site.post("/created?a=1", key)), 422, "idempotency_key_payload_mismatch");
        site.use(HttpPolicy.storeFinalAnswers()
                .problem(ProblemCode.IDEMPOTENCY_KEY_PAYLOAD_MISMATCH, problem -> problem.status(409)));
        assertProblem(site.send(site.post("/created?a=1", key)), 409, "idempotency_key_payload_mismatch");
    }

    @Test
    @Clause("H-08")
    void without_a_store_nothing_runs() {
        site.use(Idempotency.builder(failingOn("claim")).build(), HttpPolicy.storeFinalAnswers());
        int before = site.runs("/created");

        HttpResponse<byte[]> refused = site.send(site.post("/created", key()));
        assertProblem(refused, 503, "idempotency_unavailable");
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(site.runs("/created")).isEqualTo(before);
    }

    @Test
    @Clause("H-11")
    void a_response_that_can_not_be_recorded_is_sent() {
        site.use(
                Idempotency.builder(failingOn("complete")).build(),
                HttpPolicy.storeFinalAnswers().idempotency(policy -> policy.recordWithin(Duration.ZERO)));

        HttpResponse<byte[]> response = site.send(site.post("/created", key()));
        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(text(response)).isEqualTo(CREATED);
    }

    private static IdempotencyStore failingOn(String name) {
        InMemoryStore store = new InMemoryStore();
        return (IdempotencyStore) Proxy.newProxyInstance(
                FilterClauses.class.getClassLoader(),
                new Class<?>[] {IdempotencyStore.class},
                (proxy, method, args) -> {
                    if (method.getName().equals(name)) {
                        throw new StoreUnavailableException(null, "down", null);
                    }
                    try {
                        return method.invoke(store, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    @Clause("H-09")
    void what_a_handler_throws_reaches_the_container_and_duplicates_get_a_stored_500() {
        site.on("/throws", (request, response) -> {
            response.getOutputStream().print("half");
            throw new ServletException("secret");
        });
        String key = key();

        HttpResponse<byte[]> first = site.send(site.post("/throws", key));
        assertThat(first.statusCode()).isEqualTo(500);
        assertThat(text(first)).doesNotContain("half");
        HttpResponse<byte[]> second = site.send(site.post("/throws", key));
        assertProblem(second, 500, "idempotency_execution_failed");
        assertThat(text(second)).doesNotContain("secret");
        assertThat(site.runs("/throws")).isEqualTo(1);
    }

    @Test
    @Clause("H-10")
    void what_is_no_final_answer_and_what_was_abandoned_runs_again() {
        site.on("/busy", (request, response) -> response.setStatus(429));
        site.on("/abandons", (request, response) -> {
            IdempotencyFilter.execution(request).orElseThrow().abandon();
            response.setStatus(200);
        });
        String key = key();
        for (String path : Set.of("/busy", "/abandons")) {
            assertThat(site.send(site.post(path, key + path.length())).statusCode())
                    .isIn(200, 429);
            assertThat(site.send(site.post(path, key + path.length())).headers().firstValue("Idempotent-Replayed"))
                    .isEmpty();
            assertThat(site.runs(path)).isEqualTo(2);
        }
    }

    @Test
    @Clause("H-12")
    void in_doubt_nobody_is_asked_to_come_back() {
        site.use(HttpPolicy.storeFinalAnswers().idempotency(policy -> policy.maxAttempts(1)));
        site.on("/dies", (request, response) -> {
            throw new IllegalStateException();
        });
        String key = key();
        site.send(site.post("/dies", key));

        HttpResponse<byte[]> second = site.send(site.post("/dies", key));
        assertProblem(second, 409, "idempotency_outcome_unknown");
        assertThat(second.headers().firstValue("Retry-After")).isEmpty();
        assertThat(site.runs("/dies")).isEqualTo(1);
    }

    @Test
    @Clause({"H-14", "H-17"})
    void users_endpoints_payloads_and_spellings_of_one_key_get_what_is_theirs() {
        site.on("/echo", (request, response) -> {
            response.addCookie(new Cookie("user", "of-" + request.getHeader("X-User")));
            response.getOutputStream()
                    .print(request.getHeader("X-User") + request.getReader().readLine());
        });
        site.on("/other", (request, response) -> response.getOutputStream().print("other"));
        String key = key();

        assertThat(text(echo(key, "ann", "1"))).isEqualTo("ann1");
        assertThat(text(echo(key, "bob", "2"))).isEqualTo("bob2");
        HttpResponse<byte[]> again = echo('"' + key + '"', "ann", "1");
        assertThat(text(again)).isEqualTo("ann1");
        assertThat(again.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(again.headers().firstValue("Idempotent-Replayed")).hasValue("true");
        assertProblem(echo(key, "ann", "2"), 422, "idempotency_key_payload_mismatch");
        assertProblem(
                site.send(site.post("/other", key).header("X-User", "ann")), 422, "idempotency_key_payload_mismatch");
        assertThat(site.runs("/echo")).isEqualTo(2);
    }

    private HttpResponse<byte[]> echo(String key, String user, String body) {
        return site.send(site.request("/echo")
                .header(Site.KEY, key)
                .header("X-User", user)
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    @Test
    @Clause("H-20")
    void the_application_reaches_its_execution() {
        site.on(
                "/pays",
                (request, response) -> response.getOutputStream()
                        .print(IdempotencyFilter.execution(request)
                                .map(execution -> execution.downstreamKey("charge"))
                                .orElse("none")));
        String key = key();

        assertThat(text(site.send(site.post("/pays", key)))).matches("[0-9a-f]{32}");
        assertThat(text(site.send(site.request("/pays").GET()))).isEqualTo("none");
    }

    static byte[] latin(String text) {
        return text.getBytes(ISO_8859_1);
    }
}
