package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerRequestEvent;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerResponseEvent;
import io.idem4j.http.HttpAnswer;
import io.idem4j.http.HttpRun;
import io.idem4j.http.RequestView;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An Application Load Balancer's. Its target group says whether headers and parameters have one value each or several, in requests and
 * in responses alike; what a response has in the other way is dropped. A description that is null is refused.
 */
final class LoadBalancerFormat
        implements ApiFormat<ApplicationLoadBalancerRequestEvent, ApplicationLoadBalancerResponseEvent> {
    private static final List<String> DESCRIPTIONS =
            List.of("Informational", "Successful", "Redirection", "Client Error", "Server Error");
    private static final int CLASS = 100;

    @Override
    public RequestView view(ApplicationLoadBalancerRequestEvent event, Context context, Duration margin) {
        if (event.getRequestContext() == null
                || event.getRequestContext().getElb() == null
                || event.getHttpMethod() == null
                || event.getPath() == null) {
            throw new IllegalArgumentException("the event has no requestContext.elb, httpMethod and path: it is no"
                    + " request of an Application Load Balancer");
        }
        return new View(event, context, margin);
    }

    @Override
    public byte[] body(ApplicationLoadBalancerRequestEvent event) {
        return ApiFormat.bytes(event.getBody(), event.getIsBase64Encoded());
    }

    @Override
    public ApplicationLoadBalancerResponseEvent response(ApplicationLoadBalancerRequestEvent event, HttpAnswer answer) {
        EncodedBody body = EncodedBody.of(answer.body());
        ApplicationLoadBalancerResponseEvent response = new ApplicationLoadBalancerResponseEvent();
        response.setStatusCode(answer.status());
        response.setStatusDescription(answer.status() + " " + description(answer.status()));
        if (event.getMultiValueHeaders() != null) {
            response.setMultiValueHeaders(answer.headers());
        } else {
            response.setHeaders(Fields.joined(answer.headers()));
        }
        response.setBody(body.text());
        response.setIsBase64Encoded(body.base64());
        return response;
    }

    private static String description(int status) {
        int at = status / CLASS - 1;
        return at < DESCRIPTIONS.size() ? DESCRIPTIONS.get(at) : "Unknown";
    }

    @Override
    public void respond(HttpRun run, ApplicationLoadBalancerResponseEvent response) {
        run.respond(
                response.getStatusCode(),
                Fields.ofResponse(response.getHeaders(), response.getMultiValueHeaders()),
                ApiFormat.bytes(response.getBody(), response.getIsBase64Encoded()));
    }

    private static final class View extends ApiView<ApplicationLoadBalancerRequestEvent> {
        View(ApplicationLoadBalancerRequestEvent event, Context context, Duration margin) {
            super(event, context, margin);
        }

        @Override
        public String method() {
            return event.getHttpMethod();
        }

        /** The event has it as it was sent. A slash that is escaped parts nothing, and stays as it is. */
        @Override
        public String path() {
            String path = event.getPath();
            try {
                return URLDecoder.decode(
                        path.replace("+", "%2B").replaceAll("%(2[Ff])", "%25$1"), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                return path;
            }
        }

        /** The event has them as they were sent, but in no order of their own. */
        @Override
        public @Nullable String query() {
            return Fields.query(
                    Fields.of(event.getQueryStringParameters(), event.getMultiValueQueryStringParameters()),
                    UnaryOperator.identity());
        }

        @Override
        public List<String> headers(String name) {
            return Fields.values(Fields.of(event.getHeaders(), event.getMultiValueHeaders()), name);
        }

        /** Nobody: the headers in which it says who has logged in may be the client's own where no rule has asked for a login. */
        @Override
        public @Nullable String principal() {
            return null;
        }
    }
}
