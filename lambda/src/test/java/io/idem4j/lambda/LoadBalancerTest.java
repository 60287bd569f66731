package io.idem4j.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerRequestEvent;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerRequestEvent.Elb;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerRequestEvent.RequestContext;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerResponseEvent;
import io.idem4j.http.HttpIdempotency;
import io.idem4j.http.HttpPolicy;
import io.idem4j.tck.Clause;
import io.idem4j.testtools.Deadline;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clauses of HTTP, as a load balancer's events and responses spell them. */
@Clause("L-09")
class LoadBalancerTest extends OnMemory {
    private final HttpIdempotency http = HttpIdempotency.of(idempotency);
    private final LoadBalancerHandler handler = LoadBalancerHandler.of(http, (request, context) -> created(request));

    /** In the way that its target group has. */
    private ApplicationLoadBalancerResponseEvent created(ApplicationLoadBalancerRequestEvent request) {
        effects.add(request.getBody());
        ApplicationLoadBalancerResponseEvent response = new ApplicationLoadBalancerResponseEvent();
        response.setStatusCode(201);
        response.setStatusDescription("201 Created");
        if (request.getMultiValueHeaders() == null) {
            response.setHeaders(Map.of("Content-Type", "application/json", "Set-Cookie", "session=1", "Link", "<a>"));
        } else {
            response.setMultiValueHeaders(Map.of(
                    "Content-Type", List.of("application/json"),
                    "Set-Cookie", List.of("session=1"),
                    "Link", List.of("<a>", "<b>")));
        }
        response.setBody("{\"order\":" + effects.size() + "}");
        return response;
    }

    private static ApplicationLoadBalancerRequestEvent request(boolean several, String body, String... keys) {
        ApplicationLoadBalancerRequestEvent event = new ApplicationLoadBalancerRequestEvent();
        RequestContext context = new RequestContext();
        context.setElb(new Elb());
        event.setRequestContext(context);
        event.setHttpMethod("POST");
        event.setPath("/orders");
        Map<String, List<String>> headers = new LinkedHashMap<>();
        headers.put("content-type", List.of("application/json"));
        if (keys.length > 0) {
            headers.put("idempotency-key", List.of(keys));
        }
        if (several) {
            event.setMultiValueHeaders(headers);
        } else {
            event.setHeaders(Fields.joined(headers));
        }
        event.setBody(body);
        return event;
    }

    private ApplicationLoadBalancerResponseEvent answer(ApplicationLoadBalancerRequestEvent request) {
        return handler.handleRequest(request, invocation());
    }

    private int status(ApplicationLoadBalancerRequestEvent request) {
        return answer(request).getStatusCode();
    }

    @Test
    void a_duplicate_gets_status_headers_and_body_of_the_first() {
        ApplicationLoadBalancerResponseEvent first = answer(request(false, "{}", "k1"));
        ApplicationLoadBalancerResponseEvent again = answer(request(false, "{}", "k1"));
        assertThat(first.getHeaders()).containsEntry("Set-Cookie", "session=1");
        assertThat(again.getStatusCode()).isEqualTo(201);
        assertThat(again.getStatusDescription()).startsWith("201 ");
        assertThat(again.getBody()).isEqualTo("{\"order\":1}").isEqualTo(first.getBody());
        assertThat(again.getIsBase64Encoded()).isFalse();
        assertThat(again.getMultiValueHeaders()).isNull();
        assertThat(again.getHeaders())
                .containsEntry("Content-Type", "application/json")
                .containsEntry("Link", "<a>")
                .containsEntry("Idempotent-Replayed", "true")
                .doesNotContainKey("Set-Cookie");
        assertThat(effects).hasSize(1);
    }

    @Test
    void where_headers_have_several_values_the_answer_has_them_too_and_nothing_else() {
        answer(request(true, "{}", "k1"));
        ApplicationLoadBalancerResponseEvent again = answer(request(true, "{}", "k1"));
        assertThat(again.getHeaders()).isNull();
        assertThat(again.getMultiValueHeaders())
                .containsEntry("Content-Type", List.of("application/json"))
                .containsEntry("Link", List.of("<a>", "<b>"))
                .containsEntry("Idempotent-Replayed", List.of("true"));
        assertThat(effects).hasSize(1);
    }

    @Test
    void a_target_group_may_be_changed_while_its_clients_try_again() {
        answer(request(true, "{}", "k1"));
        assertThat(answer(request(false, "{}", "k1")).getHeaders())
                .containsEntry("Link", "<a>, <b>")
                .containsEntry("Idempotent-Replayed", "true");
        assertThat(effects).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void what_is_refused_is_refused_in_the_way_of_the_target_group(boolean several) {
        answer(request(several, "{\"amount\":1}", "k1"));
        ApplicationLoadBalancerResponseEvent refused = answer(request(several, "{\"amount\":2}", "k1"));
        assertThat(refused.getStatusCode()).isEqualTo(422);
        assertThat(refused.getStatusDescription()).isEqualTo("422 Client Error");
        assertThat(refused.getBody()).contains("idempotency_key_payload_mismatch");
        assertThat(refused.getHeaders() == null).isEqualTo(several);
        assertThat(refused.getMultiValueHeaders() == null).isNotEqualTo(several);
        assertThat(status(request(several, "{ \"amount\": 1 }", "k1"))).isEqualTo(201);
        assertThat(status(request(several, "{}", "not a key"))).isEqualTo(400);
        assertThat(effects).hasSize(1);
    }

    @Test
    void two_keys_are_refused_where_both_are_seen() {
        assertThat(status(request(true, "{}", "k1", "k2"))).isEqualTo(400);
        assertThat(effects).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/orders/17", "/%6Frders/17", "/orders/a%2Fb", "/orders/a%2fb+c", "/orders/%zz", "/orders/%"})
    void an_endpoint_is_found_however_its_path_is_escaped(String path) {
        HttpIdempotency named = HttpIdempotency.builder(idempotency)
                .endpoint("/orders/{id}")
                .policy(HttpPolicy.storeFinalAnswers().required(true))
                .build();
        ApplicationLoadBalancerRequestEvent event = request(true, "{}");
        event.setPath(path);

        assertThat(LoadBalancerHandler.of(named, (request, context) -> created(request))
                        .handleRequest(event, invocation())
                        .getStatusCode())
                .isEqualTo(400);
        assertThat(effects).isEmpty();
    }

    @Test
    void a_header_or_parameter_without_a_value_is_as_if_it_were_not_there() {
        LoadBalancerHandler odd = LoadBalancerHandler.of(http, (request, context) -> {
            ApplicationLoadBalancerResponseEvent response = created(request);
            response.setHeaders(new HashMap<>(response.getHeaders()));
            response.getHeaders().put("X-Odd", null);
            return response;
        });
        ApplicationLoadBalancerRequestEvent event = request(false, "{}", "k1");
        event.getHeaders().put("x-odd", null);
        event.setQueryStringParameters(new HashMap<>());
        event.getQueryStringParameters().put("odd", null);

        assertThat(odd.handleRequest(event, invocation()).getStatusCode()).isEqualTo(201);
        assertThat(odd.handleRequest(request(false, "{}", "k1"), invocation()).getHeaders())
                .containsEntry("Idempotent-Replayed", "true");
        assertThat(effects).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void without_a_key_it_is_not_idempotent_and_knows_no_attempt(boolean several) {
        LoadBalancerHandler telling = LoadBalancerHandler.of(http, (request, context, execution) -> {
            effects.add(execution == null ? "none" : "attempt " + execution.attempt());
            return created(request);
        });
        telling.handleRequest(request(several, "{}"), invocation());
        telling.handleRequest(request(several, "{}", "k1"), invocation());
        assertThat(effects).containsExactly("none", "{}", "attempt 1", "{}");
    }

    @Test
    void parameters_count_in_whatever_order_and_way_they_come() {
        Map<String, List<String>> several = new LinkedHashMap<>();
        several.put("b", List.of("3%264"));
        several.put("a", List.of("1"));
        ApplicationLoadBalancerRequestEvent first = request(false, "{}", "k1");
        first.setQueryStringParameters(Map.of("a", "1", "b", "3%264"));
        ApplicationLoadBalancerRequestEvent same = request(true, "{}", "k1");
        same.setMultiValueQueryStringParameters(several);
        ApplicationLoadBalancerRequestEvent other = request(false, "{}", "k1");
        other.setQueryStringParameters(Map.of("a", "1", "b", "3&4"));
        assertThat(status(first)).isEqualTo(201);
        assertThat(status(same)).isEqualTo(201);
        assertThat(status(other)).isEqualTo(422);
        assertThat(effects).hasSize(1);
    }

    @Test
    @Clause("H-14")
    void two_callers_with_one_key_are_kept_apart_where_the_policy_says_who_they_are() {
        LoadBalancerHandler known = LoadBalancerHandler.of(
                HttpIdempotency.builder(idempotency)
                        .policy(HttpPolicy.storeFinalAnswers()
                                .principal(request -> String.join(",", request.headers("X-Amzn-Oidc-Identity"))))
                        .build(),
                (request, context) -> created(request));
        for (String caller : List.of("ann", "bob", "ann")) {
            ApplicationLoadBalancerRequestEvent request = request(false, "{}", "k1");
            request.setHeaders(Map.of("idempotency-key", "k1", "x-amzn-oidc-identity", caller));
            known.handleRequest(request, invocation());
        }
        assertThat(effects).hasSize(2);
    }

    @Test
    void a_duplicate_in_progress_is_409_with_retry_after() {
        LoadBalancerHandler nested = LoadBalancerHandler.of(http, (request, context) -> {
            ApplicationLoadBalancerResponseEvent inner = answer(request);
            effects.add(inner.getStatusCode() + " " + inner.getHeaders().get("Retry-After"));
            return created(request);
        });
        nested.handleRequest(request(false, "{}", "k1"), invocation());
        assertThat(effects).containsExactly("409 5", "{}");
    }

    @Test
    void what_the_action_throws_reaches_the_runtime_and_duplicates_get_a_500() {
        IllegalStateException failure = new IllegalStateException();
        LoadBalancerHandler failing = LoadBalancerHandler.of(http, (request, context) -> {
            throw failure;
        });
        assertThatThrownBy(() -> failing.handleRequest(request(false, "{}", "k1"), invocation()))
                .isSameAs(failure);
        assertThat(answer(request(false, "{}", "k1")).getStatusDescription()).isEqualTo("500 Server Error");
        assertThat(effects).isEmpty();
    }

    @Test
    @Clause("L-01")
    void with_no_time_left_nothing_runs_and_the_answer_is_503() {
        ApplicationLoadBalancerResponseEvent late = handler.margin(Duration.ofSeconds(2))
                .handleRequest(request(false, "{}", "k1"), Deadline.in(Duration.ofSeconds(2), clock));
        assertThat(late.getStatusCode()).isEqualTo(503);
        assertThat(late.getHeaders()).containsKey("Retry-After");
        assertThat(effects).isEmpty();
        assertThat(status(request(false, "{}", "k1"))).isEqualTo(201);
    }

    @Test
    void bytes_travel_as_base64_both_ways() {
        String text = Base64.getEncoder().encodeToString(new byte[] {(byte) 0xff, 0, 1});
        LoadBalancerHandler binary = LoadBalancerHandler.of(http, (request, context) -> {
            ApplicationLoadBalancerResponseEvent response = created(request);
            response.setBody(Objects.requireNonNull(request.getBody()));
            response.setIsBase64Encoded(true);
            return response;
        });
        ApplicationLoadBalancerRequestEvent request = request(false, text, "k1");
        request.setIsBase64Encoded(true);
        binary.handleRequest(request, invocation());
        ApplicationLoadBalancerResponseEvent again = binary.handleRequest(request, invocation());
        assertThat(again.getBody()).isEqualTo(text);
        assertThat(again.getIsBase64Encoded()).isTrue();
        request.setBody("%");
        assertThat(binary.handleRequest(request, invocation()).getStatusCode()).isEqualTo(400);
        assertThat(effects).hasSize(1);
    }

    @Test
    void a_response_that_makes_no_sense_is_given_and_its_duplicates_get_none() {
        LoadBalancerHandler nothing = LoadBalancerHandler.of(http, (request, context) -> {
            effects.add("ran");
            return effects.size() == 1 ? null : new ApplicationLoadBalancerResponseEvent();
        });
        assertThat(nothing.handleRequest(request(false, "{}", "k1"), invocation()))
                .isNull();
        assertThat(nothing.handleRequest(request(false, "{}", "k2"), invocation())
                        .getStatusCode())
                .isZero();
        for (String key : List.of("k1", "k2")) {
            assertThat(status(request(false, "{}", key))).isEqualTo(409);
        }
        assertThat(effects).hasSize(2);
    }

    @Test
    @Clause("L-08")
    void an_event_of_another_kind_is_refused() {
        ApplicationLoadBalancerRequestEvent other = request(false, "{}", "k1");
        other.setRequestContext(new RequestContext());
        for (ApplicationLoadBalancerRequestEvent event : List.of(new ApplicationLoadBalancerRequestEvent(), other)) {
            assertThatIllegalArgumentException().isThrownBy(() -> answer(event)).withMessageContaining("Load Balancer");
        }
        assertThat(effects).isEmpty();
    }
}
