package io.idem4j.http;

import static io.idem4j.http.Asked.answered;
import static io.idem4j.http.Asked.begin;
import static io.idem4j.http.Asked.created;
import static io.idem4j.http.Asked.post;
import static io.idem4j.http.Asked.run;
import static io.idem4j.http.Asked.text;
import static io.idem4j.http.Asked.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.Recovered;
import io.idem4j.StoreUnavailableException;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.Clause;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDecisionsTest {
    private final Idempotency idempotency = Asked.onMemory();
    private final HttpIdempotency http = HttpIdempotency.of(idempotency);

    private HttpIdempotency with(HttpPolicy policy) {
        return HttpIdempotency.builder(idempotency).policy(policy).build();
    }

    private static HttpPolicy defaults() {
        return HttpPolicy.storeFinalAnswers();
    }

    private static void assertProblem(HttpAnswer answer, int status, ProblemCode code) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.headers()).containsEntry("Content-Type", List.of("application/problem+json"));
        assertThat(text(answer))
                .contains("\"type\":\"urn:idem4j:problem:" + code.code() + "\"", "\"code\":\"" + code.code() + "\"")
                .contains("\"status\":" + status);
    }

    @Test
    @Clause("H-01")
    void without_a_key_a_request_passes_through() {
        assertThat(http.decide(post("/orders"))).isInstanceOf(HttpDecision.PassThrough.class);
        assertThat(http.decide(withKey("k").to("GET", "/orders", null))).isInstanceOf(HttpDecision.PassThrough.class);
    }

    @Test
    @Clause("H-02")
    void a_key_can_be_required() {
        HttpIdempotency requiring = with(defaults().required(true));

        assertProblem(answered(requiring.decide(post("/orders"))), 400, ProblemCode.IDEMPOTENCY_KEY_MISSING);
        assertThat(requiring.decide(withKey("k").to("GET", "/", null))).isInstanceOf(HttpDecision.PassThrough.class);
    }

    @Test
    @Clause("H-03")
    void an_invalid_key_is_refused_whether_required_or_not() {
        assertProblem(answered(http.decide(withKey("a b"))), 400, ProblemCode.INVALID_IDEMPOTENCY_KEY);
        assertProblem(
                answered(http.decide(withKey("a").with("Idempotency-Key", "a"))),
                400,
                ProblemCode.INVALID_IDEMPOTENCY_KEY);
    }

    @Test
    @Clause({"H-04", "H-06", "H-14"})
    void a_duplicate_gets_status_chosen_headers_and_body() {
        created(run(http, withKey("k")));

        HttpAnswer replay = answered(http, withKey("\"k\""));
        assertThat(replay.status()).isEqualTo(201);
        assertThat(text(replay)).isEqualTo("done");
        assertThat(replay.headers())
                .containsOnly(
                        Map.entry("Content-Type", List.of("text/plain")),
                        Map.entry("Idempotent-Replayed", List.of("true")));
    }

    @Test
    @Clause("H-05")
    void a_duplicate_of_a_running_request_is_told_when_to_come_back() {
        run(http, withKey("k"));

        HttpAnswer refused = answered(http, withKey("k"));
        assertProblem(refused, 409, ProblemCode.IDEMPOTENCY_REQUEST_IN_PROGRESS);
        assertThat(refused.headers()).containsEntry("Retry-After", List.of("5"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3})
    @Clause("H-05")
    void it_is_not_asked_to_come_back_later_than_the_lease_allows(long left) {
        HttpIdempotency leased = with(defaults()
                .retryAfterAtMost(Duration.ofSeconds(60))
                .idempotency(policy -> policy.lease(Duration.ofSeconds(left).plusMillis(500))));
        run(leased, withKey("k"));

        long seconds = Long.parseLong(
                answered(leased, withKey("k")).headers().get("Retry-After").get(0));
        assertThat(seconds).isBetween(1L, left);
    }

    @Test
    @Clause("H-05")
    void it_waits_where_that_is_configured() {
        HttpIdempotency waiting = with(defaults().idempotency(policy -> policy.waitUpTo(Duration.ofSeconds(20))));
        HttpDecision.Running first = run(waiting, withKey("k"));
        CompletableFuture<HttpAnswer> second = CompletableFuture.supplyAsync(() -> answered(waiting, withKey("k")));

        created(first);

        assertThat(text(second.join())).isEqualTo("done");
    }

    @Test
    @Clause({"H-07", "H-17"})
    void a_key_is_bound_to_method_path_query_and_body() {
        HttpIdempotency one = with(defaults().scope(request -> "one"));
        Asked request = withKey("k");
        created(run(one, request));

        assertThat(answered(one, request).status()).isEqualTo(201);
        assertMismatch(begin(one, request.to("PATCH", "/orders", null)));
        assertMismatch(begin(one, request.to("POST", "/orders/1", null)));
        assertMismatch(begin(one, request.to("POST", "/orders", "a=1")));
        assertMismatch(begin(one, request, "{\"item\":\"pen\"}".getBytes(StandardCharsets.UTF_8)));
        assertMismatch(begin(one, request, new byte[0]));
    }

    private static void assertMismatch(HttpDecision decision) {
        assertProblem(answered(decision), 422, ProblemCode.IDEMPOTENCY_KEY_PAYLOAD_MISMATCH);
    }

    @Test
    @Clause("H-07")
    void a_mismatch_is_told_while_the_first_request_runs() {
        run(http, withKey("k"));

        assertMismatch(begin(http, withKey("k"), new byte[] {1}));
    }

    @Test
    @Clause("H-17")
    void a_json_body_counts_by_its_value_any_other_by_its_bytes() {
        byte[] spaced = "{ \"item\" : \"b\\u006fok\" }".getBytes(StandardCharsets.UTF_8);
        created(run(http, withKey("json")));
        assertThat(answered(begin(http, withKey("json"), spaced)).status()).isEqualTo(201);

        Asked plain = post("/orders").with("Idempotency-Key", "plain").with("Content-Type", "text/plain");
        created(run(http, plain));
        assertMismatch(begin(http, plain, spaced));

        Asked broken = withKey("broken");
        byte[] noJson = "{\"item\":".getBytes(StandardCharsets.UTF_8);
        created((HttpDecision.Running) begin(http, broken, noJson));
        assertThat(answered(begin(http, broken, noJson)).status()).isEqualTo(201);
        assertMismatch(begin(http, broken, "{\"item\": ".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    @Clause({"H-14", "H-17"})
    void two_principals_and_two_endpoints_never_meet() {
        HttpIdempotency two = HttpIdempotency.builder(idempotency)
                .endpoint("/orders")
                .endpoint("/orders/{id}/lines")
                .build();
        created(run(two, withKey("k").by("ann")));

        assertThat(begin(two, withKey("k").by("bob"))).isInstanceOf(HttpDecision.Running.class);
        assertThat(begin(two, withKey("k"))).isInstanceOf(HttpDecision.Running.class);
        assertThat(begin(two, withKey("k").by("ann").to("POST", "/orders/1/lines", null)))
                .isInstanceOf(HttpDecision.Running.class);
        assertThat(answered(two, withKey("k").by("ann")).status()).isEqualTo(201);
        assertThat(two.decide(withKey("k").to("POST", "/other", null))).isInstanceOf(HttpDecision.PassThrough.class);
    }

    @Test
    @Clause("H-08")
    void without_a_store_nothing_runs() {
        HttpIdempotency down =
                HttpIdempotency.of(Idempotency.builder(unreachable()).build());

        HttpAnswer refused = answered(down, withKey("k"));
        assertProblem(refused, 503, ProblemCode.IDEMPOTENCY_UNAVAILABLE);
        assertThat(refused.headers()).containsEntry("Retry-After", List.of("5"));
    }

    @Test
    @Clause("H-09")
    void after_an_exception_duplicates_get_a_stored_500() {
        run(http, withKey("k")).crash(new IllegalStateException("secret"));

        HttpAnswer replay = answered(http, withKey("k"));
        assertProblem(replay, 500, ProblemCode.IDEMPOTENCY_EXECUTION_FAILED);
        assertThat(replay.headers()).containsEntry("Idempotent-Replayed", List.of("true"));
        assertThat(text(replay)).doesNotContain("secret", "IllegalState");
    }

    @Test
    @Clause("H-09")
    void the_failure_policy_can_release_instead() {
        HttpIdempotency releasing =
                with(defaults().idempotency(policy -> policy.onFailure(failure -> OnFailure.RELEASE)));
        run(releasing, withKey("k")).crash(new IllegalStateException());

        assertThat(begin(releasing, withKey("k"))).isInstanceOf(HttpDecision.Running.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 408, 425, 429, 503})
    @Clause("H-10")
    void what_is_no_final_answer_is_released(int status) {
        run(http, withKey("k")).respond(status, Map.of(), new byte[0]);

        assertThat(begin(http, withKey("k"))).isInstanceOf(HttpDecision.Running.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 204, 302, 304, 400, 404, 409, 422, 500, 502, 504})
    @Clause("H-10")
    void what_is_one_is_stored(int status) {
        run(http, withKey("k")).respond(status, Map.of(), new byte[0]);

        assertThat(answered(http, withKey("k")).status()).isEqualTo(status);
    }

    @Test
    @Clause("H-10")
    void an_abandoned_request_runs_again() {
        HttpDecision.Running run = run(http, withKey("k"));
        run.execution().abandon();
        created(run);

        assertThat(begin(http, withKey("k"))).isInstanceOf(HttpDecision.Running.class);
    }

    @Test
    @Clause("H-10")
    void a_rule_decides_for_a_status_before_the_preset() {
        HttpIdempotency ruled = with(defaults().onStatus(status -> switch (status) {
            case 400 -> OnFailure.RELEASE;
            case 429 -> OnFailure.STORE;
            default -> null;
        }));
        run(ruled, withKey("a")).respond(400, Map.of(), new byte[0]);
        run(ruled, withKey("b")).respond(429, Map.of(), new byte[0]);

        assertThat(begin(ruled, withKey("a"))).isInstanceOf(HttpDecision.Running.class);
        assertThat(answered(ruled, withKey("b")).status()).isEqualTo(429);
    }

    @Test
    @Clause("H-10")
    void server_errors_can_be_retried() {
        HttpIdempotency retrying = with(HttpPolicy.retryServerErrors());
        run(retrying, withKey("a")).respond(500, Map.of(), new byte[0]);
        run(retrying, withKey("b")).crash(new IllegalStateException());
        run(retrying, withKey("c")).respond(404, Map.of(), new byte[0]);

        assertThat(begin(retrying, withKey("a"))).isInstanceOf(HttpDecision.Running.class);
        assertThat(begin(retrying, withKey("b"))).isInstanceOf(HttpDecision.Running.class);
        assertThat(answered(retrying, withKey("c")).status()).isEqualTo(404);
    }

    @Test
    @Clause({"H-09", "H-10", "H-12"})
    void at_most_once_a_failure_leaves_its_key_in_doubt() {
        HttpIdempotency once = with(HttpPolicy.retryServerErrors().idempotency(policy -> policy.maxAttempts(1)));
        HttpIdempotency storing = with(defaults().idempotency(policy -> policy.maxAttempts(1)));
        run(once, withKey("a")).respond(500, Map.of(), new byte[0]);
        run(once, withKey("b")).crash(new IllegalStateException());
        run(storing, withKey("c")).crash(new IllegalStateException());

        for (String key : List.of("a", "b", "c")) {
            HttpAnswer refused = answered(once, withKey(key));
            assertProblem(refused, 409, ProblemCode.IDEMPOTENCY_OUTCOME_UNKNOWN);
            assertThat(refused.headers()).doesNotContainKey("Retry-After");
        }
    }

    @Test
    @Clause("H-10")
    void with_a_recovery_a_failed_request_is_asked_about() {
        StoredResponse found = StoredResponse.of(201, Map.of(), "found".getBytes(StandardCharsets.UTF_8));
        HttpIdempotency recovering =
                with(HttpPolicy.retryServerErrors().recover((request, lapsed) -> Recovered.done(found)));
        run(recovering, withKey("k")).respond(500, Map.of(), new byte[0]);

        assertThat(text(answered(recovering, withKey("k")))).isEqualTo("found");
    }

    @Test
    @Clause("H-13")
    void what_was_not_held_back_or_is_too_long_is_recorded_without_body() {
        HttpIdempotency small = with(defaults().maxResponseBytes(3));
        run(small, withKey("long")).respond(200, Map.of(), new byte[4]);
        run(small, withKey("none")).respond(200, Map.of(), null);
        run(small, withKey("fits")).respond(200, Map.of(), new byte[3]);

        for (String key : List.of("long", "none")) {
            assertProblem(answered(small, withKey(key)), 409, ProblemCode.IDEMPOTENCY_RESULT_UNAVAILABLE);
        }
        assertThat(answered(small, withKey("fits")).body()).hasSize(3);
    }

    @Test
    @Clause("H-19")
    void a_request_that_timed_out_ends_as_one_that_threw() {
        run(http, withKey("a")).respondAfterTimeout(503, Map.of(), new byte[0]);
        HttpIdempotency retrying = with(HttpPolicy.retryServerErrors());
        run(retrying, withKey("b")).respondAfterTimeout(503, Map.of(), new byte[0]);

        assertThat(answered(http, withKey("a")).status()).isEqualTo(503);
        assertThat(begin(retrying, withKey("b"))).isInstanceOf(HttpDecision.Running.class);
    }

    @Test
    @Clause("H-19")
    void a_rule_can_tell_a_request_that_timed_out() {
        HttpIdempotency ruled = with(defaults()
                .idempotency(policy -> policy.onFailure(
                        failure -> failure instanceof HandlerTimeoutException ? OnFailure.RELEASE : OnFailure.STORE)));
        run(ruled, withKey("a")).respondAfterTimeout(503, Map.of(), new byte[0]);
        run(ruled, withKey("b")).crash(new IllegalStateException());

        assertThat(begin(ruled, withKey("a"))).isInstanceOf(HttpDecision.Running.class);
        assertThat(answered(ruled, withKey("b")).status()).isEqualTo(500);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 100, 199, 1_000})
    @Clause({"H-10", "H-13"})
    void no_rule_is_asked_about_a_status_that_is_none(int status) {
        List<Integer> asked = new ArrayList<>();
        HttpIdempotency ruled = with(defaults().onStatus(each -> {
            asked.add(each);
            return OnFailure.RELEASE;
        }));
        run(ruled, withKey("k")).respond(status, Map.of(), new byte[0]);

        assertThat(asked).isEmpty();
        assertProblem(answered(ruled, withKey("k")), 409, ProblemCode.IDEMPOTENCY_RESULT_UNAVAILABLE);
    }

    @Test
    @Clause({"H-11", "H-13"})
    void a_response_with_a_status_that_is_none_still_ends_its_claim() {
        run(http, withKey("k")).respond(42, Map.of(), new byte[0]);

        assertProblem(answered(http, withKey("k")), 409, ProblemCode.IDEMPOTENCY_RESULT_UNAVAILABLE);
    }

    @Test
    @Clause({"H-04", "H-11"})
    void the_first_ending_counts() {
        HttpDecision.Running run = run(http, withKey("k"));
        created(run);
        run.crash(new IllegalStateException());
        run.respond(503, Map.of(), null);

        assertThat(answered(http, withKey("k")).status()).isEqualTo(201);
    }

    private static IdempotencyStore unreachable() {
        InMemoryStore store = new InMemoryStore();
        return (IdempotencyStore) Proxy.newProxyInstance(
                HttpDecisionsTest.class.getClassLoader(),
                new Class<?>[] {IdempotencyStore.class},
                (proxy, method, args) -> {
                    if (method.getName().equals("claim")) {
                        throw new StoreUnavailableException(((ClaimRequest) args[0]).key(), "down", null);
                    }
                    try {
                        return method.invoke(store, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
