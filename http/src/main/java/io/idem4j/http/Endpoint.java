package io.idem4j.http;

import io.idem4j.ConfigurationException;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import org.jspecify.annotations.Nullable;

/** A pattern with its policy. */
record Endpoint(Idempotency idempotency, PathPattern pattern, HttpPolicy policy) {

    boolean matches(RequestView request) {
        return policy.methods().contains(request.method()) && pattern.matches(request.path());
    }

    HttpDecision decide(RequestView request) {
        Problems problems = new Problems(policy, request);
        KeyHeader.Found found = KeyHeader.in(request.headers(policy.header()));
        if (found instanceof KeyHeader.Key key) {
            return new GuardedRequest(this, request, key, problems);
        }
        if (found instanceof KeyHeader.Invalid) {
            return new HttpDecision.Answered(problems.answer(ProblemCode.INVALID_IDEMPOTENCY_KEY));
        }
        return policy.required()
                ? new HttpDecision.Answered(problems.answer(ProblemCode.IDEMPOTENCY_KEY_MISSING))
                : new HttpDecision.PassThrough();
    }

    /** Scope and value; the principal is the request's. */
    IdempotencyKey key(RequestView request, String value) {
        return key(
                request.method(),
                request.route(),
                policy.scope() == null ? null : policy.scope().apply(request),
                value);
    }

    private IdempotencyKey key(String method, @Nullable String route, @Nullable String scope, String value) {
        return IdempotencyKey.of(scope != null ? scope : method + " " + (route != null ? route : pattern), value);
    }

    /** Meets now what every request would meet. */
    void check() {
        for (String method : policy.methods()) {
            IdempotencyKey any;
            try {
                any = key(method, null, policy.scope() == null ? null : "any", "any");
            } catch (IllegalArgumentException e) {
                throw new ConfigurationException(
                        "endpoint", "method and pattern make no scope, set one: " + e.getMessage(), e);
            }
            Rules.of(idempotency, any, policy, null);
        }
    }
}
