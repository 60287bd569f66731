package io.idem4j.spring.web;

import io.idem4j.spring.HandlerPlan;
import io.idem4j.spring.Plans;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springframework.web.method.HandlerMethod;

/**
 * Shows the key's header and the answers of the filter at the operations of annotated handlers, in the documents that springdoc
 * makes. What an operation says itself stays. Thread-safe.
 *
 * <p>springdoc tells the handler of an operation before it tells the verb and path, so that an operation is marked first and
 * described when the whole document is there.
 */
public final class DocumentedHandlers implements GlobalOperationCustomizer, GlobalOpenApiCustomizer {
    private static final String MARK = "x-idem4j-handler";

    private final Plans plans;
    private final IdempotentHandlers handlers;

    /** For the handlers of one context. */
    public DocumentedHandlers(Plans plans, IdempotentHandlers handlers) {
        this.plans = plans;
        this.handlers = handlers;
    }

    @Override
    public Operation customize(Operation operation, HandlerMethod handler) {
        HandlerPlan plan = plans.handler(handler.getMethod(), handler.getBeanType());
        if (plan != null) {
            operation.addExtension(MARK, plan);
        }
        return operation;
    }

    @Override
    public void customise(OpenAPI document) {
        if (document.getPaths() != null) {
            document.getPaths()
                    .forEach((path, item) ->
                            item.readOperationsMap().forEach((verb, operation) -> describe(path, verb, operation)));
        }
    }

    private void describe(String path, PathItem.HttpMethod verb, Operation operation) {
        if (operation.getExtensions() == null
                || !(operation.getExtensions().remove(MARK) instanceof HandlerPlan plan)) {
            return;
        }
        if (operation.getExtensions().isEmpty()) {
            operation.setExtensions(null);
        }
        if (Verbs.PROTECTED.contains(verb.name())) {
            OpenApiDescription.add(handlers.policy(plan, verb.name(), path), operation);
        }
    }
}
