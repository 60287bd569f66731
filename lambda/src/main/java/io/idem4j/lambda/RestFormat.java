package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import io.idem4j.http.HttpAnswer;
import io.idem4j.http.HttpRun;
import io.idem4j.http.RequestView;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
    public APIGatewayProxyResponseEvent response(APIGatewayProxyRequestEvent event, HttpAnswer answer) {
        EncodedBody body = EncodedBody.of(answer.body());
        APIGatewayProxyResponseEvent response = new APIGatewayProxyResponseEvent();
        response.setStatusCode(answer.status());
        response.setMultiValueHeaders(answer.headers());
        response.setBody(body.text());
        response.setIsBase64Encoded(body.base64());
        return response;
    }

    @Override
    public void respond(HttpRun run, APIGatewayProxyResponseEvent response) {
        run.respond(
                response.getStatusCode() == null ? 0 : response.getStatusCode(),
                Fields.ofResponse(response.getHeaders(), response.getMultiValueHeaders()),
                ApiFormat.bytes(response.getBody(), Boolean.TRUE.equals(response.getIsBase64Encoded())));
    }

    private static final class View extends ApiView<APIGatewayProxyRequestEvent> {
        View(APIGatewayProxyRequestEvent event, Object context, Duration left) {
            super(event, context, left);
        }

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
            return Fields.query(
                    Fields.of(event.getQueryStringParameters(), event.getMultiValueQueryStringParameters()),
                    View::encoded);
        }

        private static String encoded(String text) {
            return URLEncoder.encode(text, StandardCharsets.UTF_8);
        }

        @Override
        public List<String> headers(String name) {
            return Fields.values(Fields.of(event.getHeaders(), event.getMultiValueHeaders()), name);
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
    }
}
