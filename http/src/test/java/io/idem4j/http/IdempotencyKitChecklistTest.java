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
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What users of IdempotencyKit are used to, point by point; where it is otherwise here, the test's name says so. */
class IdempotencyKitChecklistTest {
    private final Idempotency idempotency = Asked.onMemory();
    private final HttpIdempotency http = with(UnaryOperator.identity());

    private HttpIdempotency with(UnaryOperator<HttpPolicy> change) {
        return HttpIdempotency.builder(idempotency)
                .policy(change.apply(HttpPolicy.storeFinalAnswers()))
                .build();
    }

    @Test
    void a_key_is_trimmed() {
        created(run(http, withKey("  k ")));

        assertThat(answered(http, withKey("k")).status()).isEqualTo(201);
    }

    @Test
    void a_blank_header_is_refused_where_there_it_counted_as_none() {
        assertThat(answered(http.decide(withKey("  "))).status()).isEqualTo(400);
    }

    @Test
    void without_a_header_the_request_just_runs() {
        assertThat(http.decide(post("/orders"))).isInstanceOf(HttpDecision.PassThrough.class);
    }

    @Test
    void the_header_can_have_another_name() {
        HttpIdempotency named = with(policy -> policy.header("X-Request-Key"));

        assertThat(named.decide(post("/orders").with("X-Request-Key", "k"))).isInstanceOf(HttpDecision.Guarded.class);
    }

    @Test
    void status_and_body_are_replayed() {
        created(run(http, withKey("k")));

        HttpAnswer replay = answered(http, withKey("k"));
        assertThat(replay.status()).isEqualTo(201);
        assertThat(text(replay)).isEqualTo("done");
    }

    @Test
    void a_key_belongs_to_a_user_and_a_scope() {
        created(run(http, withKey("k").by("ann")));

        assertThat(begin(http, withKey("k").by("bob"))).isInstanceOf(HttpDecision.Running.class);
        assertThat(begin(
                        with(policy -> policy.scope(request -> "other")),
                        withKey("k").by("ann")))
                .isInstanceOf(HttpDecision.Running.class);
    }

    @Test
    void the_answers_to_processing_and_mismatch_can_be_overridden_in_code_detail_status_and_metadata() {
        for (ProblemCode kind :
                List.of(ProblemCode.IDEMPOTENCY_REQUEST_IN_PROGRESS, ProblemCode.IDEMPOTENCY_KEY_PAYLOAD_MISMATCH)) {
            HttpIdempotency own = with(policy -> policy.problem(
                    kind,
                    problem -> problem.status(418)
                            .code("own", URI.create("urn:own"))
                            .detail("own detail")
                            .with("meta", 1)));
            run(own, withKey(kind.code()));
            byte[] body = kind == ProblemCode.IDEMPOTENCY_REQUEST_IN_PROGRESS ? Asked.BODY : new byte[0];
            HttpAnswer answer = answered(begin(own, withKey(kind.code()), body));

            assertThat(answer.status()).isEqualTo(418);
            assertThat(text(answer)).contains("\"own\"", "\"own detail\"", "\"meta\":1");
        }
    }

    @Test
    void a_renderer_of_ones_own_is_asked_and_replaced_when_it_fails() {
        HttpIdempotency own = with(policy -> policy.renderer((problem, request) ->
                HttpAnswer.of(problem.status(), Map.of(), "mine".getBytes(StandardCharsets.UTF_8))));
        HttpIdempotency failing = with(policy -> policy.renderer((problem, request) -> {
            throw new IllegalStateException();
        }));

        assertThat(text(answered(own.decide(withKey(" "))))).isEqualTo("mine");
        assertThat(text(answered(failing.decide(withKey(" "))))).contains("invalid_idempotency_key");
    }

    @Test
    void a_crash_is_stored_and_left_to_the_caller_to_throw_on() {
        run(http, withKey("k")).crash(new IllegalStateException());

        HttpAnswer replay = answered(http, withKey("k"));
        assertThat(replay.status()).isEqualTo(500);
        assertThat(text(replay)).contains("idempotency_execution_failed");
    }
}
