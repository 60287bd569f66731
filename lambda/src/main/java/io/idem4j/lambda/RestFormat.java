package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
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
    public RequestView view(APIGatewayProxyRequestEvent event, Context context, Duration margin) {
        if (event.getHttpMethod() == null || event.getPath() == null) {
            throw new IllegalArgumentException(
                    "the event has no httpMethod and path: it is no request in API Gateway's payload format 1.0");
        }
        return new View(event, context, margin);
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
        View(APIGatewayProxyRequestEvent event, Context context, Duration margin) {
            super(event, context, margin);
        }

        @Override
        public String method() {
            return event.getHttpMethod();
        }

        /** An HTTP API's begins with its stage, and only such an event has a version. */
        @Override
        public String path() {
            boolean rest = event.getVersion() == null || event.getRequestContext() == null;
            return RoutedPath.of(
                    event.getPath(),
                    event.getResource(),
                    event.getPathParameters(),
                    rest ? null : event.getRequestContext().getStage());
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
            return request.getIdentity() == null ? null : user(request.getIdentity());
        }

        /** All users of an identity pool come by the ARN of one role. */
        private static @Nullable String user(APIGatewayProxyRequestEvent.RequestIdentity identity) {
            String inPool = identity.getCognitoIdentityId();
            return inPool != null ? inPool : identity.getUserArn();
        }

        @Override
        public @Nullable String route() {
            return event.getResource();
        }
    }
}
