package io.idem4j.spring.web;

import io.idem4j.spring.HandlerPlan;
import io.idem4j.spring.Plans;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses a request that comes to an annotated handler and was not decided for it by the filter: a filter behind ours changed its
 * path or verb, it was forwarded here, or the filter is not mapped for it. Running it would be a silent loss of what the annotation
 * promises.
 */
public final class UnprotectedRequestGuard implements HandlerInterceptor {
    private final Plans plans;

    /** For annotated handlers. */
    public UnprotectedRequestGuard(Plans plans) {
        this.plans = plans;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (!(handler instanceof HandlerMethod method) || Verbs.isSafe(request.getMethod())) {
            return true;
        }
        HandlerPlan plan = plans.handler(method.getMethod(), method.getBeanType());
        if (plan == null || plan.method().equals(request.getAttribute(IdempotentHandlerFilter.DECIDED))) {
            return true;
        }
        throw new IllegalStateException("A request came to " + plan.type().getName() + "."
                + plan.method().getName()
                + ", which is @Idempotent, and the filter did not see that it would; nothing ran. Is the filter behind those"
                + " that change path or verb, and was the request not forwarded?");
    }
}
