package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import io.idem4j.http.HttpIdempotency;
import java.time.Duration;

/**
 * Answers requests with an {@code Idempotency-Key} once for each key, by the clauses of HTTP: HTTP APIs and function URLs, in payload format 2.0.
 * Immutable and thread-safe; each setter returns a new one. Throws what the action threw, which API Gateway answers with 502 and a
 * duplicate gets as a stored 500 (H-09).
 */
public final class HttpApiHandler implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final ApiRequests<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> requests;

    private HttpApiHandler(ApiRequests<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> requests) {
        this.requests = requests;
    }

    /** An action, or the {@code handleRequest} of a handler. */
    public static HttpApiHandler of(
            HttpIdempotency idempotency,
            EventAction<? super APIGatewayV2HTTPEvent, ? extends APIGatewayV2HTTPResponse> action) {
        return new HttpApiHandler(ApiRequests.of(idempotency, new HttpApiFormat(), action));
    }

    /** An action that wants to know about its attempt. */
    public static HttpApiHandler of(
            HttpIdempotency idempotency,
            ApiAction<? super APIGatewayV2HTTPEvent, ? extends APIGatewayV2HTTPResponse> action) {
        return new HttpApiHandler(ApiRequests.of(idempotency, new HttpApiFormat(), action));
    }

    /**
     * With no more than this left of the invocation nothing is started, and the answer is 503; default {@link
     * Invocation#DEFAULT_MARGIN}.
     */
    public HttpApiHandler margin(Duration margin) {
        return new HttpApiHandler(requests.margin(margin));
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return requests.handle(event, context);
    }
}
