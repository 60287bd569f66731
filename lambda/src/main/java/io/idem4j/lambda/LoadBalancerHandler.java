package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerRequestEvent;
import com.amazonaws.services.lambda.runtime.events.ApplicationLoadBalancerResponseEvent;
import io.idem4j.http.HttpIdempotency;
import java.time.Duration;

/**
 * Answers requests with an {@code Idempotency-Key} once for each key, by the clauses of HTTP: those of an Application Load Balancer, whether or not its target group has
 * headers with several values. It names no caller (H-14) and no route: say who calls with {@link io.idem4j.http.HttpPolicy#principal}, and name
 * endpoints. Immutable and thread-safe; each setter returns a new one. Throws what the action threw, which the load balancer answers with 502 and a duplicate
 * gets as a stored 500 (H-09).
 */
public final class LoadBalancerHandler
        implements RequestHandler<ApplicationLoadBalancerRequestEvent, ApplicationLoadBalancerResponseEvent> {
    private final ApiRequests<ApplicationLoadBalancerRequestEvent, ApplicationLoadBalancerResponseEvent> requests;

    private LoadBalancerHandler(
            ApiRequests<ApplicationLoadBalancerRequestEvent, ApplicationLoadBalancerResponseEvent> requests) {
        this.requests = requests;
    }

    /** An action, or the {@code handleRequest} of a handler. */
    public static LoadBalancerHandler of(
            HttpIdempotency idempotency,
            EventAction<? super ApplicationLoadBalancerRequestEvent, ? extends ApplicationLoadBalancerResponseEvent>
                    action) {
        return new LoadBalancerHandler(ApiRequests.of(idempotency, new LoadBalancerFormat(), action));
    }

    /** An action that wants to know about its attempt. */
    public static LoadBalancerHandler of(
            HttpIdempotency idempotency,
            ApiAction<? super ApplicationLoadBalancerRequestEvent, ? extends ApplicationLoadBalancerResponseEvent>
                    action) {
        return new LoadBalancerHandler(ApiRequests.of(idempotency, new LoadBalancerFormat(), action));
    }

    /**
     * With no more than this left of the invocation nothing is started, and the answer is 503; default {@link
     * Invocation#DEFAULT_MARGIN}.
     */
    public LoadBalancerHandler margin(Duration margin) {
        return new LoadBalancerHandler(requests.margin(margin));
    }

    @Override
    public ApplicationLoadBalancerResponseEvent handleRequest(
            ApplicationLoadBalancerRequestEvent event, Context context) {
        return requests.handle(event, context);
    }
}
