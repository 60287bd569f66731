package io.idem4j.client;

import io.idem4j.client.RetryListener.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Which responses say that the same request should be sent again (C-02). */
final class Verdict {
    private static final int CONFLICT = 409;
    private static final Set<Integer> NOT_NOW = Set.of(425, 429, 502, 503, 504);
    private static final String IN_PROGRESS = "idempotency_request_in_progress";
    private static final String OURS = "idempotency_";

    private Verdict() {}

    /** Whether the body decides. */
    static boolean needsBody(Attempts.Response response) {
        return response.status() == CONFLICT
                && response.header("Content-Type")
                        .filter(type -> type.toLowerCase(Locale.ROOT).contains("json"))
                        .isPresent();
    }

    /** Empty: it is the answer. */
    static Optional<Reason> of(Attempts.Response response) throws IOException {
        if (NOT_NOW.contains(response.status())) {
            return Optional.of(Reason.NOT_NOW);
        }
        if (response.status() != CONFLICT) {
            return Optional.empty();
        }
        String code = needsBody(response)
                ? ProblemCode.in(new String(response.body(), StandardCharsets.UTF_8))
                        .orElse("")
                : "";
        boolean inProgress = code.equals(IN_PROGRESS)
                || (!code.startsWith(OURS) && response.header("Retry-After").isPresent());
        return inProgress ? Optional.of(Reason.IN_PROGRESS) : Optional.empty();
    }
}
