package io.idem4j.spring;

import io.idem4j.spring.Expressions.Parsed;
import org.jspecify.annotations.Nullable;

/**
 * An annotation on a method that is no request handler, read and found good.
 *
 * @param header null where the key is an expression
 * @param key null where it is a header
 */
record MethodPlan(
        Place place,
        String scope,
        @Nullable Parsed key,
        @Nullable String header,
        @Nullable Parsed fingerprint,
        @Nullable Parsed principal,
        @Nullable String policy,
        OperationSettings settings,
        ResultTypes.Result result,
        Boundary boundary) {

    /** What of the record the method's own transaction holds. */
    enum Boundary {
        NONE,
        CLAIM_AND_RESULT,
        RESULT
    }
}
