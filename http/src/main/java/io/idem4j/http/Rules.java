package io.idem4j.http;

import io.idem4j.Call;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.IdempotencyPolicy.OnUnrecorded;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What becomes of a claim, by status and by exception, and the call that does as these rules say. */
final class Rules {
    private static final Set<Integer> NOT_FINAL = Set.of(401, 403, 408, 425, 429, 503);
    private static final int SERVER_ERRORS = 500;

    private final HttpPolicy policy;
    private @Nullable Function<? super Throwable, OnFailure> onFailure;
    private boolean mayHaveHappened;

    private Rules(HttpPolicy policy) {
        this.policy = policy;
    }

    /** A call together with the rules that it was made by. */
    record RuledCall(Call<StoredResponse> call, Rules rules) {}

    /** Ends a claim by {@link OnFailure#KEEP}. */
    static final class ClaimKept extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ClaimKept(String why, @Nullable Throwable cause) {
            super(why, cause, false, false);
        }
    }

    static RuledCall of(Idempotency idempotency, IdempotencyKey key, HttpPolicy policy, @Nullable RequestView request) {
        Rules rules = new Rules(policy);
        Call<StoredResponse> call = idempotency.call(key, StoredResponse.class).policy(base -> rules.applied(base));
        var recovery = policy.recovery();
        if (recovery != null) {
            call = call.recover(record -> recovery.apply(Objects.requireNonNull(request), record));
        }
        return new RuledCall(call, rules);
    }

    private IdempotencyPolicy applied(IdempotencyPolicy base) {
        IdempotencyPolicy changed = Objects.requireNonNull(policy.idempotency().apply(base), "idempotency");
        onFailure = changed.onFailure();
        mayHaveHappened = policy.recovery() != null || changed.maxAttempts() == 1;
        return changed.onUnrecorded(OnUnrecorded.RETURN_RESULT)
                .onFailure(failure -> failure instanceof ClaimKept ? OnFailure.KEEP : OnFailure.RELEASE);
    }

    /** For an answer with this status. */
    OnFailure forStatus(int status) {
        OnFailure chosen;
        try {
            chosen = policy.onStatus().apply(status);
        } catch (Throwable e) {
            Log.hookFailed("onStatus", "the answer is kept", e);
            return OnFailure.STORE;
        }
        if (chosen != null) {
            return chosen;
        }
        if (NOT_FINAL.contains(status)) {
            return OnFailure.RELEASE;
        }
        return policy.retriesServerErrors() && status >= SERVER_ERRORS ? retry() : OnFailure.STORE;
    }

    /** For an exception, or an answer that came because the handler took too long. */
    OnFailure forFailure(Throwable failure) {
        if (onFailure == null) {
            return policy.retriesServerErrors() || mayHaveHappened ? retry() : OnFailure.STORE;
        }
        try {
            // A rule that fails or says nothing must not make a handler run twice (H-16).
            OnFailure chosen = onFailure.apply(failure);
            return chosen == null ? OnFailure.STORE : chosen;
        } catch (Throwable e) {
            Log.hookFailed("onFailure", "the failure is kept", e);
            return OnFailure.STORE;
        }
    }

    private OnFailure retry() {
        return mayHaveHappened ? OnFailure.KEEP : OnFailure.RELEASE;
    }
}
