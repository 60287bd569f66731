package io.idem4j.http;

/** Makes a response of a problem. Thread-safe. One that throws or answers null is replaced by {@link #problemJson()}. */
@FunctionalInterface
public interface ErrorRenderer {
    /** The response for this problem of this request. */
    HttpAnswer render(HttpProblem problem, RequestView request);

    /** As {@code application/problem+json} (RFC 9457), with {@code code} and the metadata beside its members. */
    static ErrorRenderer problemJson() {
        return (problem, request) -> ProblemJson.render(problem);
    }
}
