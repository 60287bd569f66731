package io.idem4j.examples.orders;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Answered as {@code application/problem+json}. */
final class Problem extends ErrorResponseException {
    private static final long serialVersionUID = 1L;
    private static final long LONGEST_RETRY_SECONDS = 5;

    Problem(ProblemCode code, String detail) {
        this(code, detail, null);
    }

    Problem(ProblemCode code, String detail, @Nullable Throwable cause) {
        super(code.status(), body(code, detail), cause);
    }

    /** Says when to come back: whole seconds, at least 1, at most 5. */
    Problem retryAfter(Duration wait) {
        long seconds = Math.max(1, Math.min(LONGEST_RETRY_SECONDS, wait.toSeconds()));
        getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
        return this;
    }

    private static ProblemDetail body(ProblemCode code, String detail) {
        ProblemDetail body = ProblemDetail.forStatusAndDetail(code.status(), detail);
        body.setType(code.type());
        body.setTitle(code.title());
        body.setProperty("code", code.code());
        return body;
    }
}
