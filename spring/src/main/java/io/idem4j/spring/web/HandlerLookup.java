package io.idem4j.spring.web;

import io.idem4j.spring.HandlerPlan;
import io.idem4j.spring.Plans;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

/** Finds the handler that the dispatcher servlet is going to find, by asking the same mappings in the same order. */
final class HandlerLookup {
    private final Plans plans;
    private final List<HandlerMapping> mappings;

    HandlerLookup(Plans plans, ListableBeanFactory beans) {
        this.plans = plans;
        this.mappings =
                new ArrayList<>(BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, HandlerMapping.class, true, false)
                        .values());
        AnnotationAwareOrderComparator.sort(mappings);
    }

    /**
     * Null: no annotated handler, or none at all, which is the dispatcher servlet's to say. A verb of the client's own invention is
     * left to the guard.
     */
    @Nullable HandlerRoute find(HttpServletRequest request) {
        Looked looked = new Looked(request);
        ServletRequestPathUtils.parseAndCache(looked);
        for (HandlerMapping mapping : mappings) {
            HandlerExecutionChain chain;
            try {
                chain = mapping.getHandler(looked);
            } catch (Exception e) {
                return null;
            }
            if (chain != null) {
                return chain.getHandler() instanceof HandlerMethod handler ? route(handler, looked) : null;
            }
        }
        return null;
    }

    private @Nullable HandlerRoute route(HandlerMethod handler, Looked looked) {
        HandlerPlan plan = plans.handler(handler.getMethod(), handler.getBeanType());
        Object template = looked.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        return plan == null || template == null || !Verbs.PROTECTED.contains(looked.getMethod())
                ? null
                : new HandlerRoute(plan, looked.getMethod(), template.toString());
    }
}
