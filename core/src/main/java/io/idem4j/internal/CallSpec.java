package io.idem4j.internal;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.Recovered;
import io.idem4j.StoredRecord;
import io.idem4j.TypeRef;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What one call asks for; all of it is fixed before the action runs (E-01). */
record CallSpec<T extends @Nullable Object>(
        IdempotencyKey key,
        TypeRef<T> type,
        IdempotencyPolicy policy,
        @Nullable Fingerprint fingerprint,
        @Nullable TimeLimit limit,
        @Nullable String executionId,
        @Nullable Function<? super StoredRecord, Recovered<T>> recovery,
        ResultRules<T> results) {

    /** The time that an invocation had left at a mark, and what of it must be left for an action to be started. */
    record TimeLimit(Ticker.Mark from, Duration remaining, Duration margin) {
        Duration left(Ticker ticker) {
            return ticker.left(from, remaining);
        }

        /** Until when something may be started; zero: no more. */
        Duration leftToStart(Ticker ticker) {
            Duration left = left(ticker).minus(margin);
            return left.isNegative() ? Duration.ZERO : left;
        }
    }

    CallSpec<T> withFingerprint(Fingerprint value) {
        return new CallSpec<>(key, type, policy, value, limit, executionId, recovery, results);
    }

    CallSpec<T> withLimit(TimeLimit value) {
        return new CallSpec<>(key, type, policy, fingerprint, value, executionId, recovery, results);
    }

    CallSpec<T> withExecutionId(@Nullable String value) {
        return new CallSpec<>(key, type, policy, fingerprint, limit, value, recovery, results);
    }

    CallSpec<T> withPolicy(IdempotencyPolicy value) {
        return new CallSpec<>(key, type, value, fingerprint, limit, executionId, recovery, results);
    }

    CallSpec<T> withRecovery(Function<? super StoredRecord, Recovered<T>> value) {
        return new CallSpec<>(key, type, policy, fingerprint, limit, executionId, value, results);
    }

    CallSpec<T> withResults(ResultRules<T> value) {
        return new CallSpec<>(key, type, policy, fingerprint, limit, executionId, recovery, value);
    }

    /** Whether the invocation has no more than its margin left, so that nothing may be started (E-08). */
    boolean isTooLate(Ticker ticker) {
        return limit != null && limit.leftToStart(ticker).isZero();
    }

    /** Whether a lapsed claim is never taken over (E-09). */
    boolean atMostOnce() {
        return policy.maxAttempts() == 1;
    }

    int takeOverBelow() {
        return atMostOnce() ? 0 : policy.maxAttempts();
    }

    /** The longer retention wherever the record can become in doubt (E-09). */
    Duration keepFor() {
        boolean canBeInDoubt = policy.maxAttempts() != Integer.MAX_VALUE || recovery != null;
        Duration longer = policy.retention().compareTo(policy.inDoubtRetention()) >= 0
                ? policy.retention()
                : policy.inDoubtRetention();
        return canBeInDoubt ? longer : policy.retention();
    }
}
