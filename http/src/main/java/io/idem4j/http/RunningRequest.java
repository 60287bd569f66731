package io.idem4j.http;

import io.idem4j.Attempt;
import io.idem4j.Execution;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A claimed request until its one ending. */
final class RunningRequest implements HttpDecision.Running {
    private final HttpPolicy policy;
    private final Problems problems;
    private final Rules rules;
    private final Attempt.Started<StoredResponse> started;
    private final AtomicBoolean ended = new AtomicBoolean();

    RunningRequest(HttpPolicy policy, Problems problems, Rules rules, Attempt.Started<StoredResponse> started) {
        this.policy = policy;
        this.problems = problems;
        this.rules = rules;
        this.started = started;
    }

    @Override
    public Execution execution() {
        return started.execution();
    }

    @Override
    public int maxResponseBytes() {
        return policy.maxResponseBytes();
    }

    @Override
    public Set<String> keptHeaders() {
        return policy.storedHeaders();
    }

    @Override
    public boolean isStreamed(@Nullable String contentType) {
        return StreamedTypes.contain(contentType);
    }

    @Override
    public void respond(int status, Map<String, List<String>> headers, byte @Nullable [] body) {
        once(() -> {
            OnFailure choice = Statuses.isFinal(status) ? rules.forStatus(status) : OnFailure.STORE;
            end(choice, status, null, () -> kept(status, headers, body));
        });
    }

    @Override
    public void respondAfterTimeout(int status, Map<String, List<String>> headers, byte @Nullable [] body) {
        HandlerTimeoutException timeout = new HandlerTimeoutException();
        once(() -> end(rules.forFailure(timeout), status, timeout, () -> kept(status, headers, body)));
    }

    @Override
    public void crash(Throwable failure) {
        once(() -> {
            OnFailure choice = rules.forFailure(failure);
            if (choice == OnFailure.RELEASE) {
                started.fail(failure);
            } else {
                HttpProblem problem = ProblemCode.IDEMPOTENCY_EXECUTION_FAILED.problem();
                end(choice, problem.status(), failure, () -> crashed(failure, problem));
            }
        });
    }

    /** The ending must not stand in the way of the response. */
    private void once(Runnable ending) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        try {
            ending.run();
        } catch (Throwable e) {
            Log.unrecorded(
                    execution().key(),
                    "ending the claim failed with " + e.getClass().getName());
        }
    }

    private void end(OnFailure choice, int status, @Nullable Throwable cause, Supplier<StoredResponse> response) {
        switch (choice) {
            case RELEASE -> started.release();
            case KEEP ->
                started.fail(new Rules.ClaimKept("the handler ended with " + status + "; its claim is kept", cause));
            case STORE -> recorded(started.complete(made(status, response)).recording());
        }
    }

    /** A response that can't be described was given all the same: duplicates are told that it was not kept. */
    private StoredResponse made(int status, Supplier<StoredResponse> response) {
        try {
            return response.get();
        } catch (Throwable e) {
            Log.undescribed(execution().key(), status, e);
            return StoredResponse.of(
                    ProblemCode.IDEMPOTENCY_EXECUTION_FAILED.problem().status(), Map.of(), null);
        }
    }

    private void recorded(Outcome.Recording recording) {
        if (recording == Outcome.Recording.UNCONFIRMED) {
            Log.unrecorded(execution().key(), "the store could not be told: a retry may run it again");
        } else if (recording == Outcome.Recording.FENCED) {
            Log.unrecorded(execution().key(), "its claim had been taken over: it may have run twice");
        }
    }

    private StoredResponse kept(int status, Map<String, List<String>> headers, byte @Nullable [] body) {
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, values) -> {
            if (policy.storedHeaders().contains(name)) {
                all.put(name, values);
            }
        });
        boolean bounded = body != null && body.length <= policy.maxResponseBytes();
        return filtered(StoredResponse.of(status, all, bounded ? body : null));
    }

    private StoredResponse filtered(StoredResponse response) {
        try {
            return Objects.requireNonNull(policy.keep().apply(response), "what is kept");
        } catch (Throwable e) {
            Log.hookFailed("keep", "only the status is kept", e);
            return StoredResponse.of(response.statusCode(), Map.of(), null);
        }
    }

    private StoredResponse crashed(Throwable failure, HttpProblem problem) {
        HttpProblem changed = problems.changed(problem);
        try {
            changed = Objects.requireNonNull(policy.crashAnswer().apply(failure, changed), "the crash answer");
        } catch (Throwable e) {
            Log.hookFailed("crashAnswer", "the unchanged problem is kept", e);
        }
        HttpAnswer answer = problems.render(changed);
        return filtered(StoredResponse.of(answer.status(), answer.headers(), answer.body()));
    }
}
