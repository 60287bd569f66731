package io.idem4j.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent.ProxyRequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent.RequestIdentity;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
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
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The clauses of HTTP, as API Gateway's events and responses spell them. */
@Clause("L-09")
class ApiGatewayTest extends OnMemory {
    private final HttpIdempotency http = HttpIdempotency.of(idempotency);
    private final RestHandler rest = RestHandler.of(http, (request, context) -> created(request.getBody()));
    private final HttpApiHandler httpApi = HttpApiHandler.of(http, (request, context) -> {
        effects.add(request.getBody());
        return APIGatewayV2HTTPResponse.builder()
                .withStatusCode(201)
                .withHeaders(Map.of("Content-Type", "application/json", "X-Own", "1"))
                .withCookies(List.of("session=1"))
                .withBody("{\"order\":" + effects.size() + "}")
                .build();
    });

    private APIGatewayProxyResponseEvent created(String body) {
        effects.add(body);
        return new APIGatewayProxyResponseEvent()
                .withStatusCode(201)
                .withHeaders(Map.of("content-type", "application/json", "Set-Cookie", "session=1"))
                .withMultiValueHeaders(Map.of("Link", List.of("<a>", "<b>")))
                .withBody("{\"order\":" + effects.size() + "}");
    }

    private static APIGatewayProxyRequestEvent request(String key, String body) {
        Map<String, String> headers = new HashMap<>(Map.of("content-type", "application/json"));
        if (key != null) {
            headers.put("idempotency-key", key);
        }
        return new APIGatewayProxyRequestEvent()
                .withHttpMethod("POST")
                .withPath("/orders")
                .withResource("/orders")
                .withHeaders(headers)
                .withMultiValueHeaders(key == null ? null : Map.of("idempotency-key", List.of(key)))
                .withRequestContext(new ProxyRequestContext())
                .withBody(body)
                .withIsBase64Encoded(false);
    }

    private static APIGatewayV2HTTPEvent request2(String key, String path, String body) {
        return APIGatewayV2HTTPEvent.builder()
                .withRouteKey("POST /orders/{id}")
                .withRawPath(path)
                .withRawQueryString("")
                .withHeaders(Map.of("idempotency-key", key))
                .withBody(body)
                .withRequestContext(RequestContext.builder()
                        .withStage("live")
                        .withHttp(
                                RequestContext.Http.builder().withMethod("POST").build())
                        .build())
                .build();
    }

    private APIGatewayProxyResponseEvent answer(APIGatewayProxyRequestEvent request) {
        return rest.handleRequest(request, invocation());
    }

    private static String header(APIGatewayProxyResponseEvent response, String name) {
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (response.getHeaders() != null) {
            all.putAll(response.getHeaders());
        }
        if (response.getMultiValueHeaders() != null) {
            response.getMultiValueHeaders().forEach((each, values) -> all.put(each, String.join(",", values)));
        }
        return all.get(name);
    }

    @Test
    void a_duplicate_gets_status_headers_and_body_of_the_first() {
        APIGatewayProxyResponseEvent first = answer(request("k1", "{}"));
        APIGatewayProxyResponseEvent again = answer(request("k1", "{}"));
        assertThat(first.getStatusCode()).isEqualTo(201);
        assertThat(header(first, "Set-Cookie")).isEqualTo("session=1");
        assertThat(again.getStatusCode()).isEqualTo(201);
        assertThat(again.getBody()).isEqualTo("{\"order\":1}").isEqualTo(first.getBody());
        assertThat(again.getIsBase64Encoded()).isFalse();
        assertThat(header(again, "Content-Type")).isEqualTo("application/json");
        assertThat(header(again, "Link")).isEqualTo("<a>,<b>");
        assertThat(header(again, "Idempotent-Replayed")).isEqualTo("true");
        assertThat(header(again, "Set-Cookie")).isNull();
        assertThat(effects).hasSize(1);
    }

    @Test
    void without_a_key_it_is_not_idempotent_and_knows_no_attempt() {
        RestHandler telling = RestHandler.of(http, (request, context, execution) -> {
            effects.add(execution == null ? "none" : "attempt " + execution.attempt());
            return new APIGatewayProxyResponseEvent().withStatusCode(200);
        });
        telling.handleRequest(request(null, "{}"), invocation());
        telling.handleRequest(request("k1", "{}"), invocation());
        assertThat(effects).containsExactly("none", "attempt 1");
    }

    @Test
    void a_changed_body_is_422_and_a_changed_query_too() {
        answer(request("k1", "{\"amount\":1}"));
        assertThat(answer(request("k1", "{\"amount\":2}")).getStatusCode()).isEqualTo(422);
        assertThat(answer(request("k1", "{ \"amount\": 1 }")).getStatusCode()).isEqualTo(201);
        APIGatewayProxyRequestEvent asked = request("k1", "{\"amount\":1}").withQueryStringParameters(Map.of("a", "1"));
        assertThat(answer(asked).getStatusCode()).isEqualTo(422);
        assertThat(effects).hasSize(1);
    }

    @Test
    void parameters_in_another_order_are_the_same_query() {
        Map<String, List<String>> one = new LinkedHashMap<>();
        one.put("a", List.of("1", "2"));
        one.put("b", List.of("3&x=4"));
        Map<String, List<String>> other = new LinkedHashMap<>();
        other.put("b", List.of("3&x=4"));
        other.put("a", List.of("1", "2"));
        answer(request("k1", "{}").withMultiValueQueryStringParameters(one));
        assertThat(answer(request("k1", "{}").withMultiValueQueryStringParameters(other))
                        .getStatusCode())
                .isEqualTo(201);
        assertThat(effects).hasSize(1);
    }

    @Test
    void two_callers_with_one_key_are_kept_apart() {
        for (Map<String, Object> caller : List.<Map<String, Object>>of(
                Map.of("claims", Map.of("sub", "ann")),
                Map.of("claims", Map.of("sub", "bob")),
                Map.of("principalId", "cyd"))) {
            APIGatewayProxyRequestEvent request = request("k1", "{}");
            request.getRequestContext().setAuthorizer(new HashMap<>(caller));
            answer(request);
            answer(request);
        }
        assertThat(effects).hasSize(3);
    }

    @Test
    void a_duplicate_in_progress_is_409_with_retry_after() {
        RestHandler nested = RestHandler.of(http, (request, context) -> {
            APIGatewayProxyResponseEvent inner = answer(request("k1", "{}"));
            effects.add(inner.getStatusCode() + " " + header(inner, "Retry-After"));
            return created("{}");
        });
        nested.handleRequest(request("k1", "{}"), invocation());
        assertThat(effects).containsExactly("409 5", "{}");
    }

    @Test
    void what_the_action_throws_reaches_the_runtime_and_duplicates_get_a_500() {
        IllegalStateException failure = new IllegalStateException();
        RestHandler failing = RestHandler.of(http, (request, context) -> {
            throw failure;
        });
        assertThatThrownBy(() -> failing.handleRequest(request("k1", "{}"), invocation()))
                .isSameAs(failure);
        assertThat(answer(request("k1", "{}")).getStatusCode()).isEqualTo(500);
        assertThat(effects).isEmpty();
    }

    @Test
    @Clause("L-01")
    void with_no_time_left_nothing_runs_and_the_answer_is_503() {
        APIGatewayProxyResponseEvent late =
                rest.handleRequest(request("k1", "{}"), Deadline.in(Duration.ofMillis(500), clock));
        assertThat(late.getStatusCode()).isEqualTo(503);
        assertThat(header(late, "Retry-After")).isNotNull();
        assertThat(effects).isEmpty();
        assertThat(answer(request("k1", "{}")).getStatusCode()).isEqualTo(201);
    }

    @Test
    void a_response_that_makes_no_sense_is_given_and_its_duplicates_get_none() {
        RestHandler nothing = RestHandler.of(http, (request, context) -> {
            effects.add("ran");
            return effects.size() == 1 ? null : new APIGatewayProxyResponseEvent();
        });
        assertThat(nothing.handleRequest(request("k1", "{}"), invocation())).isNull();
        assertThat(nothing.handleRequest(request("k2", "{}"), invocation()).getStatusCode())
                .isNull();
        for (String key : List.of("k1", "k2")) {
            assertThat(answer(request(key, "{}")).getStatusCode()).isEqualTo(409);
        }
        assertThat(effects).hasSize(2);
    }

    @Test
    void bytes_travel_as_base64_both_ways() {
        byte[] bytes = {(byte) 0xff, 0, 1};
        RestHandler binary = RestHandler.of(
                http,
                (request, context) -> new APIGatewayProxyResponseEvent()
                        .withStatusCode(200)
                        .withBody(request.getBody())
                        .withIsBase64Encoded(true));
        String text = Base64.getEncoder().encodeToString(bytes);
        binary.handleRequest(request("k1", text).withIsBase64Encoded(true), invocation());
        APIGatewayProxyResponseEvent again =
                binary.handleRequest(request("k1", text).withIsBase64Encoded(true), invocation());
        assertThat(again.getBody()).isEqualTo(text);
        assertThat(again.getIsBase64Encoded()).isTrue();
        assertThat(answer(request("k2", "%").withIsBase64Encoded(true)).getStatusCode())
                .isEqualTo(400);
        assertThat(effects).isEmpty();
    }

    @Test
    void a_body_beyond_the_bound_is_413() {
        RestHandler bounded = RestHandler.of(
                HttpIdempotency.builder(idempotency)
                        .policy(HttpPolicy.storeFinalAnswers().maxRequestBytes(10))
                        .build(),
                (request, context) -> created(request.getBody()));
        assertThat(bounded.handleRequest(request("k1", "x".repeat(11)), invocation())
                        .getStatusCode())
                .isEqualTo(413);
        assertThat(effects).isEmpty();
    }

    @Test
    void an_http_api_answers_in_its_own_format() {
        APIGatewayV2HTTPResponse first = httpApi.handleRequest(request2("k1", "/live/orders/1", "{}"), invocation());
        APIGatewayV2HTTPResponse again = httpApi.handleRequest(request2("k1", "/live/orders/1", "{}"), invocation());
        assertThat(first.getCookies()).containsExactly("session=1");
        assertThat(again.getStatusCode()).isEqualTo(201);
        assertThat(again.getBody()).isEqualTo("{\"order\":1}");
        assertThat(again.getHeaders())
                .containsEntry("Content-Type", "application/json")
                .containsEntry("Idempotent-Replayed", "true")
                .doesNotContainKey("X-Own");
        assertThat(again.getCookies()).isNull();
        assertThat(httpApi.handleRequest(request2("k1", "/live/orders/1", "{\"a\":1}"), invocation())
                        .getStatusCode())
                .isEqualTo(422);
        assertThat(effects).hasSize(1);
    }

    @Test
    void a_path_is_seen_below_its_stage() {
        HttpIdempotency orders =
                HttpIdempotency.builder(idempotency).endpoint("/orders/{id}").build();
        HttpApiHandler guarded = HttpApiHandler.of(orders, (request, context, execution) -> {
            effects.add(execution == null ? "passed" : "guarded");
            return APIGatewayV2HTTPResponse.builder().withStatusCode(200).build();
        });
        guarded.handleRequest(request2("k1", "/live/orders/1", "{}"), invocation());
        guarded.handleRequest(request2("k2", "/orders/2", "{}"), invocation());
        guarded.handleRequest(request2("k3", "/lively/orders/3", "{}"), invocation());
        guarded.handleRequest(request2("k4", "/live", "{}"), invocation());
        APIGatewayV2HTTPEvent unrouted = request2("k5", "/live/orders/5", "{}");
        unrouted.setRouteKey("$default");
        guarded.handleRequest(unrouted, invocation());
        APIGatewayV2HTTPEvent elsewhere = request2("k6", "/lively/orders/6", "{}");
        elsewhere.setRouteKey("$default");
        guarded.handleRequest(elsewhere, invocation());
        assertThat(effects).containsExactly("guarded", "guarded", "guarded", "passed", "guarded", "passed");
    }

    @Test
    void a_path_of_format_1_0_is_seen_below_a_custom_domain_s_base_path_and_an_http_api_s_stage() {
        RestHandler guarded = RestHandler.of(
                HttpIdempotency.builder(idempotency).endpoint("/orders").build(), (request, context, execution) -> {
                    effects.add(execution == null ? "passed" : "guarded");
                    return new APIGatewayProxyResponseEvent().withStatusCode(200);
                });
        ProxyRequestContext live = new ProxyRequestContext().withStage("live");
        for (APIGatewayProxyRequestEvent request : List.of(
                request("k1", "{}").withPath("/v1/orders"),
                request("k2", "{}").withPath("/live/orders").withVersion("1.0").withRequestContext(live),
                request("k3", "{}")
                        .withPath("/live/orders")
                        .withResource("$default")
                        .withVersion("1.0")
                        .withRequestContext(live),
                request("k4", "{}")
                        .withPath("/v1/orders")
                        .withResource("/{proxy+}")
                        .withPathParameters(Map.of("proxy", "orders")),
                request("k5", "{}").withPath("/live/orders").withResource(null).withRequestContext(live))) {
            guarded.handleRequest(request, invocation());
        }
        assertThat(effects).containsExactly("guarded", "guarded", "guarded", "guarded", "passed");
    }

    @Test
    void a_header_of_a_response_without_a_value_is_as_if_it_were_not_there() {
        HttpApiHandler odd = HttpApiHandler.of(http, (request, context) -> {
            Map<String, String> headers = new HashMap<>(Map.of("Content-Type", "text/plain"));
            headers.put("X-Odd", null);
            return APIGatewayV2HTTPResponse.builder()
                    .withStatusCode(201)
                    .withHeaders(headers)
                    .withBody("made")
                    .build();
        });
        odd.handleRequest(request2("k1", "/live/orders/1", "{}"), invocation());
        APIGatewayV2HTTPResponse again = odd.handleRequest(request2("k1", "/live/orders/1", "{}"), invocation());
        assertThat(again.getStatusCode()).isEqualTo(201);
        assertThat(again.getBody()).isEqualTo("made");
        assertThat(again.getHeaders()).containsEntry("Content-Type", "text/plain");
    }

    @Test
    void users_of_one_identity_pool_who_come_by_one_role_are_kept_apart() {
        for (String user : List.of("eu-west-1:ann", "eu-west-1:bob")) {
            RequestIdentity identity = new RequestIdentity();
            identity.setUserArn("arn:role/CognitoIdentityCredentials");
            identity.setCognitoIdentityId(user);
            APIGatewayProxyRequestEvent request = request("k1", "{}");
            request.getRequestContext().setIdentity(identity);
            answer(request);
            answer(request);
            APIGatewayV2HTTPEvent request2 = request2("k1", "/live/orders/1", "{}");
            request2.getRequestContext()
                    .setAuthorizer(RequestContext.Authorizer.builder()
                            .withIam(RequestContext.IAM
                                    .builder()
                                    .withUserArn("arn:role/CognitoIdentityCredentials")
                                    .withCognitoIdentity(RequestContext.CognitoIdentity.builder()
                                            .withIdentityId(user)
                                            .build())
                                    .build())
                            .build());
            httpApi.handleRequest(request2, invocation());
            httpApi.handleRequest(request2, invocation());
        }
        assertThat(effects).hasSize(4);
    }

    @Test
    void callers_of_an_http_api_are_kept_apart() {
        for (RequestContext.Authorizer caller : List.of(
                RequestContext.Authorizer.builder()
                        .withJwt(RequestContext.Authorizer.JWT
                                .builder()
                                .withClaims(Map.of("sub", "ann"))
                                .build())
                        .build(),
                RequestContext.Authorizer.builder()
                        .withLambda(Map.of("principalId", "bob"))
                        .build(),
                RequestContext.Authorizer.builder()
                        .withIam(RequestContext.IAM
                                .builder()
                                .withUserArn("arn:cyd")
                                .build())
                        .build())) {
            APIGatewayV2HTTPEvent request = request2("k1", "/live/orders/1", "{}");
            request.getRequestContext().setAuthorizer(caller);
            httpApi.handleRequest(request, invocation());
            httpApi.handleRequest(request, invocation());
        }
        assertThat(effects).hasSize(3);
    }

    @Test
    @Clause("L-08")
    void an_event_of_another_kind_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> answer(new APIGatewayProxyRequestEvent()))
                .withMessageContaining("1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> httpApi.handleRequest(new APIGatewayV2HTTPEvent(), invocation()))
                .withMessageContaining("2.0");
    }

    @Test
    void hooks_get_the_event_and_the_context() {
        HttpPolicy policy = HttpPolicy.storeFinalAnswers().principal(request -> {
            Optional<APIGatewayProxyRequestEvent> event = request.unwrap(APIGatewayProxyRequestEvent.class);
            effects.add(event.orElseThrow().getPath()
                    + request.unwrap(Deadline.class).isPresent());
            return "ann";
        });
        RestHandler hooked = RestHandler.of(
                HttpIdempotency.builder(idempotency).policy(policy).build(),
                (request, context) -> new APIGatewayProxyResponseEvent().withStatusCode(200));
        hooked.handleRequest(request("k1", "{}"), invocation());
        assertThat(effects).containsExactly("/orderstrue");
    }
}
