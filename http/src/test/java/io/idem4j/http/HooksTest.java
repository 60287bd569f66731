package io.idem4j.http;

import static io.idem4j.http.Asked.answered;
import static io.idem4j.http.Asked.begin;
import static io.idem4j.http.Asked.created;
import static io.idem4j.http.Asked.run;
import static io.idem4j.http.Asked.text;
import static io.idem4j.http.Asked.withKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.ConfigurationException;
import io.idem4j.Fingerprint;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.Recovered;
import io.idem4j.tck.Clause;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What applications can change, and what becomes of a hook that fails. */
class HooksTest {
    private static final String SECRET = "secret";

    private final Idempotency idempotency = Asked.onMemory();

    private HttpIdempotency with(UnaryOperator<HttpPolicy> change) {
        return HttpIdempotency.builder(idempotency)
                .policy(change.apply(HttpPolicy.storeFinalAnswers()))
                .build();
    }

    /** What a hook throws. */
    RuntimeException broken() {
        return new IllegalStateException(SECRET);
    }

    private static void assertCheckFailed(HttpDecision decision) {
        assertThat(answered(decision).status()).isEqualTo(500);
        assertThat(text(answered(decision)))
                .contains("idempotency_check_failed")
                .doesNotContain(SECRET);
    }

    private static void assertFresh(HttpDecision decision) {
        assertThat(decision).isInstanceOf(HttpDecision.Running.class);
    }

    @Test
    void the_header_the_mark_and_the_kept_headers_have_names_of_ones_own() {
        HttpIdempotency named = with(policy ->
                policy.header("X-Request-Key").replayedHeader("X-Replayed").storedHeaders("x-other"));
        Asked request = Asked.post("/orders").with("x-request-key", "k");
        created(run(named, request));

        assertThat(answered(named, request).headers())
                .containsKeys("X-Replayed", "X-Other")
                .doesNotContainKey("Set-Cookie");
        assertThat(named.decide(withKey("k"))).isInstanceOf(HttpDecision.PassThrough.class);
    }

    @Test
    @Clause("H-14")
    void a_cookie_can_not_be_kept() {
        assertThatThrownBy(() -> HttpPolicy.storeFinalAnswers().storedHeaders("SET-cookie"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("storedHeaders");
    }

    @Test
    void a_problem_is_changed_in_code_detail_status_and_metadata() {
        HttpIdempotency changed = with(policy -> policy.problem(
                        ProblemCode.IDEMPOTENCY_KEY_PAYLOAD_MISMATCH,
                        problem -> problem.status(409)
                                .code("other", URI.create("https://example.org/other"))
                                .title("Other")
                                .detail("Take another key.")
                                .with("docs", "https://example.org"))
                .problem(
                        ProblemCode.IDEMPOTENCY_REQUEST_IN_PROGRESS,
                        problem -> problem.status(425).retryAfter(7L)));
        HttpDecision.Running run = run(changed, withKey("k"));
        HttpAnswer inProgress = answered(changed, withKey("k"));
        created(run);
        HttpAnswer mismatch = answered(begin(changed, withKey("k"), new byte[0]));

        assertThat(inProgress.status()).isEqualTo(425);
        assertThat(inProgress.headers()).containsEntry("Retry-After", List.of("7"));
        assertThat(mismatch.status()).isEqualTo(409);
        assertThat(text(mismatch))
                .contains("\"code\":\"other\"", "\"type\":\"https://example.org/other\"", "\"title\":\"Other\"")
                .contains("\"detail\":\"Take another key.\"", "\"docs\":\"https://example.org\"");
    }

    @Test
    @Clause("H-16")
    void a_renderer_of_ones_own_falls_back_when_it_fails() {
        ErrorRenderer plain = (problem, request) -> HttpAnswer.of(
                problem.status(), Map.of(), (request.path() + ' ' + problem.code()).getBytes(StandardCharsets.UTF_8));
        ErrorRenderer failing = (problem, request) -> {
            throw broken();
        };

        assertThat(text(answered(with(policy -> policy.renderer(plain)).decide(withKey(" ")))))
                .isEqualTo("/orders invalid_idempotency_key");
        for (ErrorRenderer renderer : List.<ErrorRenderer>of(failing, (problem, request) -> null)) {
            HttpAnswer answer =
                    answered(with(policy -> policy.renderer(renderer)).decide(withKey(" ")));
            assertThat(answer.status()).isEqualTo(400);
            assertThat(text(answer)).contains("invalid_idempotency_key").doesNotContain(SECRET);
        }
    }

    @Test
    @Clause("H-16")
    void a_change_of_a_problem_that_fails_is_left_out() {
        HttpIdempotency failing = with(policy -> policy.problem(ProblemCode.INVALID_IDEMPOTENCY_KEY, problem -> {
            throw broken();
        }));

        assertThat(answered(failing.decide(withKey(" "))).status()).isEqualTo(400);
    }

    @Test
    @Clause({"H-14", "H-16"})
    void who_calls_is_the_applications_to_say_and_a_failing_answer_is_no_answer() {
        HttpIdempotency tenants =
                with(policy -> policy.principal(request -> String.join("", request.headers("X-Tenant"))));
        created(run(tenants, withKey("k").with("X-Tenant", "a")));

        assertFresh(begin(tenants, withKey("k").with("X-Tenant", "b")));
        assertThat(answered(tenants, withKey("k").with("X-Tenant", "a")).status())
                .isEqualTo(201);
        assertCheckFailed(begin(tenants, withKey("k")));
        assertCheckFailed(begin(tenants, withKey("k").with("X-Tenant", "t".repeat(256))));
        assertCheckFailed(begin(
                with(policy -> policy.principal(request -> {
                    throw broken();
                })),
                withKey("k")));
    }

    @Test
    @Clause({"H-16", "H-17"})
    void scope_and_fingerprint_are_the_applications_to_say() {
        HttpIdempotency own = with(policy ->
                policy.scope(request -> "orders").fingerprint((request, body) -> Fingerprint.ofParts(body.length)));
        created(run(own, withKey("k")));

        assertThat(answered(begin(own, withKey("k").to("PATCH", "/other", "q"), new byte[Asked.BODY.length]))
                        .status())
                .isEqualTo(201);
        assertThat(answered(begin(own, withKey("k"), new byte[1])).status()).isEqualTo(422);
        assertCheckFailed(begin(
                with(policy -> policy.scope(request -> {
                    throw broken();
                })),
                withKey("k")));
        assertCheckFailed(begin(
                with(policy -> policy.fingerprint((request, body) -> {
                    throw broken();
                })),
                withKey("k")));
    }

    @Test
    @Clause("H-16")
    void what_is_kept_is_the_applications_to_say_and_nothing_unfiltered_is_kept_when_it_fails() {
        HttpIdempotency filtering = with(policy -> policy.keep(response -> response.without("content-type")));
        created(run(filtering, withKey("a")));
        HttpIdempotency failing = with(policy -> policy.keep(response -> {
            throw broken();
        }));
        created(run(failing, withKey("b")));

        assertThat(answered(filtering, withKey("a")).headers()).doesNotContainKey("Content-Type");
        assertThat(text(answered(failing, withKey("b"))))
                .contains("idempotency_result_unavailable")
                .doesNotContain("text/plain");
    }

    @Test
    @Clause("H-16")
    void a_replay_is_the_applications_to_make_and_runs_nothing_when_it_fails() {
        HttpIdempotency seeing = with(policy -> policy.onReplay((response, record) ->
                HttpAnswer.of(303, Map.of("Location", List.of("/seen/" + response.statusCode())), new byte[0])));
        HttpIdempotency failing = with(policy -> policy.onReplay((response, record) -> {
            throw broken();
        }));
        created(run(seeing, withKey("k")));

        HttpAnswer seen = answered(seeing, withKey("k"));
        assertThat(seen.status()).isEqualTo(303);
        assertThat(seen.headers())
                .containsEntry("Location", List.of("/seen/201"))
                .containsEntry("Idempotent-Replayed", List.of("true"));
        assertCheckFailed(begin(failing, withKey("k")));
        assertThat(answered(with(UnaryOperator.identity()), withKey("k")).status())
                .isEqualTo(201);
    }

    @Test
    @Clause({"H-09", "H-16"})
    void the_crash_answer_is_the_applications_to_make() {
        HttpIdempotency own = with(policy -> policy.crashAnswer((failure, problem) ->
                problem.status(502).with("failure", failure.getClass().getSimpleName())));
        HttpIdempotency failing = with(policy -> policy.crashAnswer((failure, problem) -> {
            throw broken();
        }));
        run(own, withKey("a")).crash(new IllegalStateException(SECRET));
        run(failing, withKey("b")).crash(new IllegalStateException(SECRET));

        assertThat(answered(own, withKey("a")).status()).isEqualTo(502);
        assertThat(text(answered(own, withKey("a")))).contains("\"failure\":\"IllegalStateException\"");
        assertThat(text(answered(failing, withKey("b")))).contains("idempotency_execution_failed");
    }

    @Test
    @Clause("H-16")
    void a_rule_that_fails_stores_so_that_nothing_runs_twice() {
        HttpIdempotency failing = with(policy -> policy.onStatus(status -> {
                    throw broken();
                })
                .idempotency(engine -> engine.onFailure(failure -> {
                    throw broken();
                })));
        HttpIdempotency silent = with(policy -> policy.idempotency(engine -> engine.onFailure(failure -> null)));
        run(failing, withKey("a")).respond(503, Map.of(), new byte[0]);
        run(failing, withKey("b")).crash(new IllegalStateException(SECRET));
        run(silent, withKey("c")).crash(new IllegalStateException(SECRET));

        assertThat(answered(failing, withKey("a")).status()).isEqualTo(503);
        assertThat(answered(failing, withKey("b")).status()).isEqualTo(500);
        assertThat(answered(silent, withKey("c")).status()).isEqualTo(500);
    }

    @Test
    @Clause("H-16")
    void a_recovery_that_fails_leaves_the_key_in_doubt() {
        HttpIdempotency failing =
                with(policy -> policy.onStatus(status -> OnFailure.KEEP).recover((request, lapsed) -> {
                    throw broken();
                }));
        created(run(failing, withKey("k")));

        assertThat(text(answered(failing, withKey("k")))).contains("idempotency_outcome_unknown");
    }

    @Test
    void an_endpoint_has_its_own_policy() {
        HttpIdempotency two = HttpIdempotency.builder(idempotency)
                .policy(HttpPolicy.storeFinalAnswers().required(true))
                .endpoint("/notes", policy -> policy.required(false).header("Note-Key"))
                .endpoint("/**")
                .build();

        assertThat(two.decide(Asked.post("/notes"))).isInstanceOf(HttpDecision.PassThrough.class);
        assertThat(answered(two.decide(Asked.post("/orders"))).status()).isEqualTo(400);
    }

    @Test
    void a_wrong_setting_is_named_when_it_is_made() {
        HttpPolicy policy = HttpPolicy.storeFinalAnswers();

        assertNames("header", () -> policy.header("a b"));
        assertNames("methods", () -> policy.methods(new String[0]));
        assertNames("maxRequestBytes", () -> policy.maxRequestBytes(-1));
        assertNames("maxResponseBytes", () -> policy.maxResponseBytes(-1));
        assertNames("retryAfterAtMost", () -> policy.retryAfterAtMost(Duration.ofMillis(900)));
        assertNames(
                "endpoint",
                () -> HttpIdempotency.builder(idempotency).endpoint("orders").build());
        assertNames(
                "endpoint",
                () -> HttpIdempotency.builder(idempotency).endpoint("/a{b}").build());
        assertNames(
                "endpoint",
                () -> HttpIdempotency.builder(idempotency)
                        .endpoint('/' + "o".repeat(120))
                        .build());
        assertNames(
                "maxAttempts",
                () -> HttpIdempotency.builder(idempotency)
                        .policy(policy.recover((request, lapsed) -> Recovered.unknown())
                                .idempotency(engine -> engine.maxAttempts(1)))
                        .build());
    }

    private static void assertNames(String property, Runnable wrong) {
        assertThatThrownBy(wrong::run)
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.property()).isEqualTo(property));
    }
}
