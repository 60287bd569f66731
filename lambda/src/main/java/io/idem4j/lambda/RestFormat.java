package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import io.idem4j.http.HttpAnswer;
import io.idem4j.http.HttpRun;
import io.idem4j.http.RequestView;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Payload format 1.0: REST APIs, and HTTP APIs where it is chosen. */
final class RestFormat implements ApiFormat<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> {

    @Override
    public RequestView view(APIGatewayProxyRequestEvent event, Object context, Duration left) {
        if (event.getHttpMethod() == null || event.getPath() == null) {
            throw new IllegalArgumentException(
                    "the event has no httpMethod and path: it is no request in API Gateway's payload format 1.0");
        }
        return new View(event, context, left);
    }

    @Override
    public byte[] body(APIGatewayProxyRequestEvent event) {
        return ApiFormat.bytes(event.getBody(), Boolean.TRUE.equals(event.getIsBase64Encoded()));
    }

    @Override
    public APIGatewayProxyResponseEvent response(HttpAnswer answer) {
        String text = ApiFormat.text(answer.body());
        APIGatewayProxyResponseEvent response = new APIGatewayProxyResponseEvent();
        response.setStatusCode(answer.status());
        response.setMultiValueHeaders(answer.headers());
        response.setBody(text != null ? text : Base64.getEncoder().encodeToString(answer.body()));
        response.setIsBase64Encoded(text == null);
        return response;
    }

    @Override
    public void respond(HttpRun run, APIGatewayProxyResponseEvent response) {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (response.getHeaders() != null) {
            response.getHeaders().forEach((name, value) -> headers.put(name, List.of(value)));
        }
        if (response.getMultiValueHeaders() != null) {
            headers.putAll(response.getMultiValueHeaders());
        }
        run.respond(
                response.getStatusCode() == null ? 0 : response.getStatusCode(),
                headers,
                ApiFormat.bytes(response.getBody(), Boolean.TRUE.equals(response.getIsBase64Encoded())));
    }

    private record View(APIGatewayProxyRequestEvent event, Object context, Duration left) implements RequestView {
        @Override
        public String method() {
            return event.getHttpMethod();
        }

        @Override
        public String path() {
            return event.getPath();
        }

        /** The event has them decoded, and names in no order of their own. */
        @Override
        public @Nullable String query() {
            Map<String, List<String>> all = new TreeMap<>();
            if (event.getQueryStringParameters() != null) {
                event.getQueryStringParameters().forEach((name, value) -> all.put(name, List.of(value)));
            }
            if (event.getMultiValueQueryStringParameters() != null) {
                all.putAll(event.getMultiValueQueryStringParameters());
            }
            List<String> pairs = new ArrayList<>();
            all.forEach((name, values) -> values.forEach(value -> pairs.add(encoded(name) + "=" + encoded(value))));
            return pairs.isEmpty() ? null : String.join("&", pairs);
        }

        private static String encoded(String text) {
            return URLEncoder.encode(text, StandardCharsets.UTF_8);
        }

        @Override
        public List<String> headers(String name) {
            Map<String, List<String>> all = new LinkedHashMap<>();
            if (event.getHeaders() != null) {
                event.getHeaders().forEach((each, value) -> all.put(each, List.of(value)));
            }
            if (event.getMultiValueHeaders() != null) {
                all.putAll(event.getMultiValueHeaders());
            }
            List<String> found = new ArrayList<>();
            all.forEach((each, values) -> {
                if (each.equalsIgnoreCase(name)) {
                    found.addAll(values);
                }
            });
            return found;
        }

        @Override
        public @Nullable String principal() {
            APIGatewayProxyRequestEvent.ProxyRequestContext request = event.getRequestContext();
            if (request == null) {
                return null;
            }
            Map<String, Object> authorizer = request.getAuthorizer();
            if (authorizer != null) {
                Object subject = authorizer.get("claims") instanceof Map<?, ?> claims ? claims.get("sub") : null;
                Object known = subject != null ? subject : authorizer.get("principalId");
                if (known != null) {
                    return known.toString();
                }
            }
            return request.getIdentity() == null ? null : request.getIdentity().getUserArn();
        }

        @Override
        public @Nullable String route() {
            return event.getResource();
        }

        @Override
        public @Nullable Duration timeLeft() {
            return left;
        }

        @Override
        public <T> Optional<T> unwrap(Class<T> type) {
            return ApiFormat.unwrap(type, event, context);
        }
    }
}
