package io.idem4j.http;

import java.util.Objects;

/** Problems to responses, by the policy of an endpoint; what a hook makes of one counts only if it does. */
record Problems(HttpPolicy policy, RequestView request) {
    HttpAnswer answer(ProblemCode kind) {
        return answer(kind.problem());
    }

    HttpAnswer answer(HttpProblem problem) {
        return render(changed(problem));
    }

    HttpProblem changed(HttpProblem problem) {
        return policy.changed(problem);
    }

    HttpAnswer render(HttpProblem problem) {
        try {
            return Objects.requireNonNull(policy.renderer().render(problem, request), "the rendered problem");
        } catch (Throwable e) {
            Log.hookFailed("renderer", "the problem is answered as application/problem+json", e);
            return ProblemJson.render(problem);
        }
    }
}
