package io.idem4j.http;

import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.NoTimeLeftException;
import io.idem4j.Outcome;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.StoreUnavailableException;
import java.time.Duration;

/** A request with a key, before its claim. */
record GuardedRequest(Endpoint endpoint, RequestView request, KeyHeader.Key key, Problems problems)
        implements HttpDecision.Guarded {

    @Override
    public int maxRequestBytes() {
        return policy().maxRequestBytes();
    }

    @Override
    public HttpAnswer tooLarge() {
        return problems.answer(ProblemCode.IDEMPOTENCY_REQUEST_TOO_LARGE);
    }

    @Override
    public HttpAnswer incomplete() {
        return problems.answer(ProblemCode.IDEMPOTENCY_REQUEST_INCOMPLETE);
    }

    @Override
    public HttpAnswer failed(String what, Throwable failure) {
        Log.refused(what, failure);
        return problems.answer(ProblemCode.IDEMPOTENCY_CHECK_FAILED);
    }

    @Override
    public HttpDecision begin(byte[] body) {
        Rules.RuledCall ruled;
        try {
            ruled = call(body);
        } catch (Throwable e) {
            return new HttpDecision.Answered(failed("the hook for principal, scope or fingerprint failed", e));
        }
        Attempt<StoredResponse> attempt;
        try {
            attempt = ruled.call().begin();
        } catch (StoreUnavailableException | OutcomeUnknownException | NoTimeLeftException e) {
            Log.unavailable(e);
            HttpProblem problem = ProblemCode.IDEMPOTENCY_UNAVAILABLE.problem();
            return new HttpDecision.Answered(problems.answer(problem.retryAfter(policy().retryAfterAtMost())));
        } catch (RuntimeException e) {
            return new HttpDecision.Answered(failed("the key can't be claimed", e));
        }
        if (attempt instanceof Outcome.Duplicate<StoredResponse> duplicate) {
            return new HttpDecision.Answered(new Duplicates(policy(), problems).answer(duplicate));
        }
        Attempt.Started<StoredResponse> started = (Attempt.Started<StoredResponse>) attempt;
        return new RunningRequest(policy(), problems, ruled.rules(), started);
    }

    private Rules.RuledCall call(byte[] body) {
        IdempotencyKey identity = endpoint.key(request, key.value());
        String principal = policy().principal().apply(request);
        if (principal != null) {
            identity = identity.forPrincipal(principal);
        }
        Fingerprint fingerprint = policy().fingerprint().apply(request, body);
        Rules.RuledCall ruled = Rules.of(endpoint.idempotency(), identity, policy(), request);
        Call<StoredResponse> call = ruled.call();
        Duration left = request.timeLeft();
        if (left != null) {
            call = call.within(left, request.margin());
        }
        return new Rules.RuledCall(fingerprint == null ? call : call.fingerprint(fingerprint), ruled.rules());
    }

    private HttpPolicy policy() {
        return endpoint.policy();
    }
}
