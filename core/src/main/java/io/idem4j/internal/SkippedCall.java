package io.idem4j.internal;

import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.Recovered;
import io.idem4j.StoredRecord;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A call without a key, which the policy lets pass: runs its action and touches no store. */
final class SkippedCall<T extends @Nullable Object> extends RunningCall<T> {
    private final ResultRules<T> results;
    private final Runnable onStart;

    /** {@code onStart} tells the listeners, at each verb that runs. */
    SkippedCall(ResultRules<T> results, Runnable onStart) {
        this.results = results;
        this.onStart = onStart;
    }

    @Override
    public Call<T> fingerprint(Fingerprint fingerprint) {
        return this;
    }

    @Override
    public Call<T> within(Duration remaining, Duration margin) {
        return this;
    }

    @Override
    public Call<T> executionId(String id) {
        return this;
    }

    @Override
    public Call<T> policy(UnaryOperator<IdempotencyPolicy> change) {
        return this;
    }

    @Override
    public Call<T> recover(Function<? super StoredRecord, Recovered<T>> recovery) {
        return this;
    }

    @Override
    public Attempt<T> begin() {
        onStart.run();
        return new Loose<>(new Unprotected(null), results);
    }

    @Override
    Running running() {
        return () -> {};
    }

    @Override
    public boolean isReplayCandidate() {
        return false;
    }
}
