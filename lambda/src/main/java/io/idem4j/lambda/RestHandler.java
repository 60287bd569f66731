package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import io.idem4j.http.HttpIdempotency;
import java.time.Duration;

/**
 * Answers requests with an {@code Idempotency-Key} once for each key, by the clauses of HTTP: REST APIs, in payload format 1.0, which HTTP APIs can be set to as well.
 * Immutable and thread-safe; each setter returns a new one. Throws what the action threw, which API Gateway answers with 502 and a
 * duplicate gets as a stored 500 (H-09).
 */
public final class RestHandler implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> {
    private final ApiRequests<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> requests;

    private RestHandler(ApiRequests<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> requests) {
        this.requests = requests;
    }

    /** An action, or the {@code handleRequest} of a handler. */
    public static RestHandler of(
            HttpIdempotency idempotency,
            EventAction<? super APIGatewayProxyRequestEvent, ? extends APIGatewayProxyResponseEvent> action) {
        return new RestHandler(ApiRequests.of(idempotency, new RestFormat(), action));
    }

    /** An action that wants to know about its attempt. */
    public static RestHandler of(
            HttpIdempotency idempotency,
            ApiAction<? super APIGatewayProxyRequestEvent, ? extends APIGatewayProxyResponseEvent> action) {
        return new RestHandler(ApiRequests.of(idempotency, new RestFormat(), action));
    }

    /**
     * With no more than this left of the invocation nothing is started, and the answer is 503; default {@link
     * Invocation#DEFAULT_MARGIN}.
     */
    public RestHandler margin(Duration margin) {
        return new RestHandler(requests.margin(margin));
    }

    @Override
    public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent event, Context context) {
        return requests.handle(event, context);
    }
}
