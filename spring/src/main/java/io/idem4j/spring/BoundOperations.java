package io.idem4j.spring;

import io.idem4j.IdempotencyPolicy;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The annotated methods and handlers of the context that are bound to their operation, by scope: those of singletons from the
 * context's start on, others once their bean is made. Thread-safe.
 */
public final class BoundOperations {
    private final Map<String, Integer> attempts = new ConcurrentHashMap<>();

    BoundOperations() {}

    /** Where methods share a scope, the one that allows most attempts says when a key is in doubt: it may go on till then. */
    public void bound(String scope, IdempotencyPolicy policy) {
        attempts.merge(scope, policy.maxAttempts(), Math::max);
    }

    /** Attempts before a lapsed key of that scope is in doubt; empty: no method has the scope. */
    public OptionalInt maxAttempts(String scope) {
        Integer known = attempts.get(scope);
        return known == null ? OptionalInt.empty() : OptionalInt.of(known);
    }

    /** In their order. */
    public Set<String> scopes() {
        return new TreeSet<>(attempts.keySet());
    }
}
