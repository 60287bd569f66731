package io.idem4j.http;

import io.idem4j.Outcome;
import io.idem4j.StoredRecord;
import java.util.Objects;

/** What a duplicate is answered. */
record Duplicates(HttpPolicy policy, Problems problems) {

    HttpAnswer answer(Outcome.Duplicate<StoredResponse> duplicate) {
        if (duplicate instanceof Outcome.Replayed<StoredResponse> replayed) {
            return replay(replayed.value(), replayed.record());
        }
        if (duplicate instanceof Outcome.InProgress<StoredResponse> inProgress) {
            long left = inProgress.retryAfter().toSeconds();
            long seconds = Math.max(1, Math.min(left, policy.retryAfterAtMost()));
            return problems.answer(
                    ProblemCode.IDEMPOTENCY_REQUEST_IN_PROGRESS.problem().retryAfter(seconds));
        }
        return problems.answer(kind(duplicate));
    }

    private static ProblemCode kind(Outcome.Duplicate<StoredResponse> duplicate) {
        if (duplicate instanceof Outcome.Mismatch<StoredResponse>) {
            return ProblemCode.IDEMPOTENCY_KEY_PAYLOAD_MISMATCH;
        }
        if (duplicate instanceof Outcome.InDoubt<StoredResponse>) {
            return ProblemCode.IDEMPOTENCY_OUTCOME_UNKNOWN;
        }
        if (duplicate instanceof Outcome.ReplayedFailure<StoredResponse>) {
            return ProblemCode.IDEMPOTENCY_EXECUTION_FAILED;
        }
        return ProblemCode.IDEMPOTENCY_RESULT_UNAVAILABLE;
    }

    private HttpAnswer replay(StoredResponse response, StoredRecord record) {
        if (response == null) {
            return problems.answer(ProblemCode.IDEMPOTENCY_RESULT_UNAVAILABLE);
        }
        var onReplay = policy.onReplay();
        HttpAnswer answer;
        try {
            if (onReplay == null) {
                if (!response.hasBody()) {
                    return problems.answer(ProblemCode.IDEMPOTENCY_RESULT_UNAVAILABLE);
                }
                answer = HttpAnswer.of(response.statusCode(), response.allHeaders(), response.bodyBytes());
            } else {
                answer = Objects.requireNonNull(onReplay.apply(response, record), "the replayed answer");
            }
        } catch (Throwable e) {
            Log.hookFailed("onReplay", "the handler did not run again", e);
            return problems.answer(ProblemCode.IDEMPOTENCY_CHECK_FAILED);
        }
        return answer.header(policy.replayedHeader(), "true");
    }
}
