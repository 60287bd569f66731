package io.idem4j.spring;

import io.idem4j.ConfigurationException;
import io.idem4j.IdempotencyKey;
import io.idem4j.spring.MethodPlan.Boundary;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Annotations to plans. Everything that can be wrong with an annotation by itself is found here. */
final class PlanReader {
    private final Expressions expressions;
    private final UnaryOperator<String> placeholders;

    PlanReader(Expressions expressions, UnaryOperator<String> placeholders) {
        this.expressions = expressions;
        this.placeholders = placeholders;
    }

    HandlerPlan handler(Place place, Idempotent annotation) {
        requireUnset(place, "key", annotation.key(), "a request handler has its key from a header");
        requireUnset(place, "fingerprint", annotation.fingerprint(), "a request handler compares the request");
        requireUnset(place, "principal", annotation.principal(), "a request handler takes the request's");
        if (annotation.transactional() || annotation.claimFirst()) {
            throw place.wrong(
                    "transactional",
                    "the response is recorded after the handler's transaction; put it on the method of a bean"
                            + " that the handler calls");
        }
        ResultTypes.requireNotReactive(place);
        Attributes attributes = new Attributes(place, placeholders);
        String scope = attributes.text("scope", annotation.scope());
        if (scope != null) {
            requireScope(place, scope);
        }
        return new HandlerPlan(
                place.method(),
                place.type(),
                scope,
                attributes.text("header", annotation.header()),
                attributes.text("policy", annotation.policy()),
                attributes.settings(annotation));
    }

    MethodPlan method(Place place, Idempotent annotation) {
        Attributes attributes = new Attributes(place, placeholders);
        String scope = attributes.text("scope", annotation.scope());
        if (scope == null) {
            throw place.wrong("scope", "name the operation, such as scope = \"orders.ship\"; its keys go by that name");
        }
        requireScope(place, scope);
        String key = attributes.text("key", annotation.key());
        String header = attributes.text("header", annotation.header());
        if ((key == null) == (header == null)) {
            throw place.wrong(
                    "key",
                    key == null
                            ? "say where it is: key = \"#order.id\", or header = \"Idempotency-Key\" in a web request"
                            : "is set, and header too; leave one out");
        }
        if (header != null && !CurrentRequest.IS_POSSIBLE) {
            throw place.wrong("header", "needs spring-web and the servlet API; use key");
        }
        String principal = attributes.text("principal", annotation.principal());
        String who = principal == null && header != null ? "caller" : principal;
        ResultTypes.Result result = ResultTypes.of(place);
        return new MethodPlan(
                place,
                scope,
                parsed(place, "key", key),
                header,
                parsed(place, "fingerprint", attributes.text("fingerprint", annotation.fingerprint())),
                parsed(place, "principal", who),
                attributes.text("policy", annotation.policy()),
                attributes.settings(annotation),
                result,
                boundary(place, annotation, result));
    }

    /** What it says, unchecked; empty: nothing, or a placeholder can't be resolved. */
    Optional<String> scope(Idempotent annotation) {
        try {
            return Optional.of(placeholders.apply(annotation.scope()).strip()).filter(scope -> !scope.isEmpty());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private Expressions.@Nullable Parsed parsed(Place place, String attribute, @Nullable String text) {
        return text == null ? null : expressions.parse(place, attribute, text);
    }

    private void requireUnset(Place place, String attribute, String value, String why) {
        if (!value.isBlank()) {
            throw place.wrong(attribute, why + "; put it on the method of a bean that the handler calls");
        }
    }

    private static void requireScope(Place place, String scope) {
        try {
            IdempotencyKey.of(scope, "any");
        } catch (IllegalArgumentException e) {
            throw place.wrong("scope", e.getMessage(), e);
        }
    }

    private static Boundary boundary(Place place, Idempotent annotation, ResultTypes.Result result)
            throws ConfigurationException {
        if (!annotation.transactional()) {
            if (annotation.claimFirst()) {
                throw place.wrong("claimFirst", "says when a transactional method claims; set transactional too");
            }
            return Boundary.NONE;
        }
        if (result.isFuture()) {
            throw place.wrong(
                    "transactional", "a transaction belongs to one thread, and a CompletableFuture ends on another");
        }
        return annotation.claimFirst() ? Boundary.RESULT : Boundary.CLAIM_AND_RESULT;
    }
}
