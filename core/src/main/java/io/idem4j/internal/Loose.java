package io.idem4j.internal;

import io.idem4j.Attempt;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.Recording;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A start without a claim: ending it tells nobody. */
record Loose<T extends @Nullable Object>(Unprotected execution, ResultRules<T> results) implements Attempt.Started<T> {
    @Override
    public Executed<T> complete(T result) {
        return new Executed<>(result, Recording.UNPROTECTED, execution.isAbandoned() || results.saysNoEffect(result));
    }

    @Override
    public void fail(Throwable failure) {
        Objects.requireNonNull(failure, "failure");
    }

    @Override
    public void release() {
        // There is nothing to give back.
    }
}
