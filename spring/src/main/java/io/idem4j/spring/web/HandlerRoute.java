package io.idem4j.spring.web;

import io.idem4j.spring.HandlerPlan;
import java.lang.reflect.Method;

/**
 * What a request is routed to: an annotated handler, by one verb and one of its templates.
 *
 * @param plan of the handler
 * @param verb such as {@code POST}
 * @param template such as {@code /orders/{id}}
 */
record HandlerRoute(HandlerPlan plan, String verb, String template) {
    String scope() {
        String named = plan.scope();
        return named == null ? verb + " " + template : named;
    }

    Method method() {
        return plan.method();
    }
}
