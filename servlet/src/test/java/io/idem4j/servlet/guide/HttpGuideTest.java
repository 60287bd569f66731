package io.idem4j.servlet.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Fingerprint;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.Recovered;
import io.idem4j.http.HttpAnswer;
import io.idem4j.http.HttpDecision;
import io.idem4j.http.HttpIdempotency;
import io.idem4j.http.HttpPolicy;
import io.idem4j.http.ProblemCode;
import io.idem4j.http.RequestView;
import io.idem4j.http.StoredResponse;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.servlet.IdempotencyFilter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What docs/http.md shows. */
class HttpGuideTest {
    private final Idempotency idempotency =
            Idempotency.builder(new InMemoryStore()).build();

    @Test
    void the_filter_is_registered_for_requests_and_their_dispatches() {
        List<String> calls = new ArrayList<>();
        FilterRegistration.Dynamic registration = (FilterRegistration.Dynamic) Proxy.newProxyInstance(
                HttpGuideTest.class.getClassLoader(),
                new Class<?>[] {FilterRegistration.Dynamic.class},
                (proxy, method, arguments) -> {
                    calls.add(method.getName() + List.of(arguments));
                    return null;
                });
        ServletContext context = (ServletContext) Proxy.newProxyInstance(
                HttpGuideTest.class.getClassLoader(),
                new Class<?>[] {ServletContext.class},
                (proxy, method, arguments) -> registration);

        // region filter
        HttpIdempotency http = HttpIdempotency.builder(idempotency)
                .policy(HttpPolicy.storeFinalAnswers().required(true))
                .endpoint("/orders")
                .endpoint("/orders/{id}/refunds", policy -> policy.required(false))
                .build();
        new IdempotencyFilter(http).register(context, "/*");
        // endregion

        assertThat(calls).anyMatch(call -> call.startsWith("setAsyncSupported[true]"));
        assertThat(calls).anyMatch(call -> call.contains("REQUEST") && call.contains("ASYNC"));
    }

    private record Post(Map<String, List<String>> headers) implements RequestView {
        @Override
        public String method() {
            return "POST";
        }

        @Override
        public String path() {
            return "/orders";
        }

        @Override
        public String query() {
            return null;
        }

        @Override
        public List<String> headers(String name) {
            return headers.getOrDefault(name, List.of());
        }

        @Override
        public String principal() {
            return null;
        }

        @Override
        public <T> Optional<T> unwrap(Class<T> type) {
            return Optional.empty();
        }
    }

    private HttpDecision begin(HttpPolicy policy, String key) {
        HttpIdempotency http =
                HttpIdempotency.builder(idempotency).policy(policy).build();
        Post post = new Post(Map.of("Idempotency-Key", List.of(key), "X-Tenant", List.of("t")));
        return ((HttpDecision.Guarded) http.decide(post))
                .begin("{\"at\":1,\"item\":\"pen\"}".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void settings_are_changed_one_by_one() {
        // region settings
        HttpPolicy policy = HttpPolicy.retryServerErrors()
                .principal(request -> request.headers("X-Tenant").get(0))
                .fingerprint((request, body) -> Fingerprint.ofBytes(body))
                .storedHeaders("X-Order-Id")
                .keep(response -> response.without("X-Order-Id"))
                .onStatus(status -> status == 400 ? OnFailure.RELEASE : null)
                .problem(ProblemCode.IDEMPOTENCY_KEY_PAYLOAD_MISMATCH, problem -> problem.status(409))
                .idempotency(engine -> engine.lease(Duration.ofSeconds(10)).waitUpTo(Duration.ofSeconds(5)));
        // endregion

        ((HttpDecision.Running) begin(policy, "k")).respond(400, Map.of(), new byte[0]);
        ((HttpDecision.Running) begin(policy, "k")).respond(201, Map.of("X-Order-Id", List.of("7")), new byte[0]);
        HttpAnswer replay = ((HttpDecision.Answered) begin(policy, "k")).answer();
        assertThat(replay.status()).isEqualTo(201);
        assertThat(replay.headers()).doesNotContainKey("X-Order-Id");
    }

    private static final class Orders {
        static Optional<String> placedUnder(String key) {
            return Optional.of("7");
        }
    }

    @Test
    void a_recovery_answers_for_a_request_that_vanished() {
        // region recover
        HttpPolicy policy = HttpPolicy.retryServerErrors()
                .recover((request, lapsed) -> Orders.placedUnder(lapsed.key().value())
                        .map(id -> Recovered.done(
                                StoredResponse.of(201, Map.of("Location", List.of("/orders/" + id)), new byte[0])))
                        .orElseGet(Recovered::notDone));
        // endregion

        ((HttpDecision.Running) begin(policy, "r")).crash(new IllegalStateException());
        HttpAnswer found = ((HttpDecision.Answered) begin(policy, "r")).answer();
        assertThat(found.headers()).containsEntry("Location", List.of("/orders/7"));
    }

    private static String charge(HttpServletRequest request) {
        // region execution
        return IdempotencyFilter.execution(request)
                .map(execution -> execution.downstreamKey("charge"))
                .orElseGet(() -> UUID.randomUUID().toString());
        // endregion
    }

    @Test
    void without_a_key_there_is_no_execution() {
        HttpServletRequest request = (HttpServletRequest) Proxy.newProxyInstance(
                HttpGuideTest.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                (proxy, method, arguments) -> null);

        assertThat(charge(request)).hasSize(36);
    }
}
