package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.idem4j.http.HttpAnswer;
import io.idem4j.http.HttpRun;
import io.idem4j.http.RequestView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Payload format 2.0: HTTP APIs and function URLs. */
final class HttpApiFormat implements ApiFormat<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {

    @Override
    public RequestView view(APIGatewayV2HTTPEvent event, Context context, Duration margin) {
        RequestContext request = event.getRequestContext();
        if (request == null || request.getHttp() == null || event.getRawPath() == null) {
            throw new IllegalArgumentException(
                    "the event has no requestContext.http and rawPath: it is no request in API"
                            + " Gateway's payload format 2.0");
        }
        return new View(event, request, context, margin);
    }

    @Override
    public byte[] body(APIGatewayV2HTTPEvent event) {
        return ApiFormat.bytes(event.getBody(), event.getIsBase64Encoded());
    }

    @Override
    public APIGatewayV2HTTPResponse response(APIGatewayV2HTTPEvent event, HttpAnswer answer) {
        EncodedBody body = EncodedBody.of(answer.body());
        return APIGatewayV2HTTPResponse.builder()
                .withStatusCode(answer.status())
                .withHeaders(Fields.joined(answer.headers()))
                .withBody(body.text())
                .withIsBase64Encoded(body.base64())
                .build();
    }

    @Override
    public void respond(HttpRun run, APIGatewayV2HTTPResponse response) {
        Map<String, List<String>> headers = Fields.ofResponse(null, response.getMultiValueHeaders());
        headers.putAll(Fields.ofResponse(response.getHeaders(), null));
        run.respond(
                response.getStatusCode(), headers, ApiFormat.bytes(response.getBody(), response.getIsBase64Encoded()));
    }

    private static final class View extends ApiView<APIGatewayV2HTTPEvent> {
        private final RequestContext request;

        View(APIGatewayV2HTTPEvent event, RequestContext request, Context context, Duration margin) {
            super(event, context, margin);
            this.request = request;
        }

        @Override
        public String method() {
            return request.getHttp().getMethod();
        }

        @Override
        public String path() {
            return RoutedPath.of(event.getRawPath(), route(), event.getPathParameters(), request.getStage());
        }

        @Override
        public @Nullable String query() {
            String query = event.getRawQueryString();
            return query == null || query.isEmpty() ? null : query;
        }

        @Override
        public List<String> headers(String name) {
            return Fields.values(Fields.of(event.getHeaders(), null), name);
        }

        @Override
        public @Nullable String principal() {
            RequestContext.Authorizer authorizer = request.getAuthorizer();
            if (authorizer == null) {
                return null;
            }
            if (authorizer.getJwt() != null && authorizer.getJwt().getClaims() != null) {
                String subject = authorizer.getJwt().getClaims().get("sub");
                if (subject != null) {
                    return subject;
                }
            }
            if (authorizer.getLambda() != null && authorizer.getLambda().get("principalId") != null) {
                return authorizer.getLambda().get("principalId").toString();
            }
            return authorizer.getIam() == null ? null : user(authorizer.getIam());
        }

        /** All users of an identity pool come by the ARN of one role. */
        private static @Nullable String user(RequestContext.IAM iam) {
            RequestContext.CognitoIdentity pool = iam.getCognitoIdentity();
            return pool != null && pool.getIdentityId() != null ? pool.getIdentityId() : iam.getUserArn();
        }

        /** The route's key is the method, a space and the template. */
        @Override
        public @Nullable String route() {
            String key = event.getRouteKey();
            int at = key == null ? -1 : key.indexOf(' ');
            return at < 0 ? null : key.substring(at + 1);
        }
    }
}
