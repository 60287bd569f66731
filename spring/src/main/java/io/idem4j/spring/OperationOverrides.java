package io.idem4j.spring;

import java.util.Map;

/**
 * What the environment sets otherwise than the code, by scope; it goes before the annotation. Immutable.
 *
 * @param byScope never null; keys are scopes, such as {@code orders.ship} or {@code POST /orders}
 */
public record OperationOverrides(Map<String, OperationSettings> byScope) {
    /** Copies. */
    public OperationOverrides {
        byScope = Map.copyOf(byScope);
    }

    /** Of one operation. */
    public OperationSettings of(String scope) {
        return byScope.getOrDefault(scope, OperationSettings.NONE);
    }
}
