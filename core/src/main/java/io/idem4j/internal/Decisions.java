package io.idem4j.internal;

import io.idem4j.InconsistentStateException;
import io.idem4j.Outcome;
import io.idem4j.StoredFailureException;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ResultCodec;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a record means to a call that may not have it: one function for every path, the fingerprint first (S-11). */
final class Decisions {
    /** When to come back where nothing better is known. */
    static final Duration UNKNOWN_END = Duration.ofSeconds(1);

    private final ResultCodec codec;

    Decisions(ResultCodec codec) {
        this.codec = codec;
    }

    /** {@code unreadable} is told why a stored result could not be decoded. */
    <T extends @Nullable Object> Outcome.Duplicate<T> decide(
            CallSpec<T> call, StoredRecord found, Consumer<Throwable> unreadable) {
        StoredRecord record = underCallsKey(call, found);
        if (call.fingerprint() != null && !call.fingerprint().equals(record.fingerprint())) {
            return new Outcome.Mismatch<>(record);
        }
        return switch (record.status()) {
            case COMPLETED -> replay(call, record, unreadable);
            case COMPLETED_WITHOUT_RESULT -> new Outcome.ResultUnavailable<>(record);
            case FAILED -> failure(record);
            case IN_PROGRESS -> inProgress(call, record);
        };
    }

    /** Refused although lapsed, or its own execution's: attempts are used up. Lapsed but below them: within clock skew. */
    private static <T extends @Nullable Object> Outcome.Duplicate<T> inProgress(CallSpec<T> call, StoredRecord record) {
        if ((record.isLapsed() || isOwn(call, record)) && record.attempt() >= call.takeOverBelow()) {
            return new Outcome.InDoubt<>(record);
        }
        return new Outcome.InProgress<>(retryAfter(record), record);
    }

    /** Whether an earlier run of the call's own execution claimed it (E-16). */
    static boolean isOwn(CallSpec<?> call, StoredRecord record) {
        return call.executionId() != null && call.executionId().equals(record.owner());
    }

    /** When the lease is over, as far as that is known. */
    static Duration retryAfter(StoredRecord record) {
        if (record.leaseUntil() == null || record.isLapsed()) {
            return UNKNOWN_END;
        }
        return Duration.between(record.observedAt(), record.leaseUntil());
    }

    /** A null result has no data; a primitive type has no null, so that such a record can't be its result (E-05). */
    private <T extends @Nullable Object> Outcome.Duplicate<T> replay(
            CallSpec<T> call, StoredRecord record, Consumer<Throwable> unreadable) {
        try {
            @Nullable Object value = record.data() == null
                    ? null
                    : codec.decode(record.data(), call.type().type());
            if (value == null && isPrimitive(call)) {
                return new Outcome.ResultUnavailable<>(record);
            }
            return replayed(value, record);
        } catch (Throwable e) {
            unreadable.accept(e);
            return new Outcome.ResultUnavailable<>(record);
        }
    }

    /** The codec made it for the call's type; null is a value of every type that is not primitive. */
    @SuppressWarnings({"unchecked", "NullAway"})
    private static <T extends @Nullable Object> Outcome.Replayed<T> replayed(
            @Nullable Object value, StoredRecord record) {
        return new Outcome.Replayed<>((T) value, record);
    }

    private static boolean isPrimitive(CallSpec<?> call) {
        return call.type().type() instanceof Class<?> plain && plain.isPrimitive() && plain != void.class;
    }

    private static <T extends @Nullable Object> Outcome.Duplicate<T> failure(StoredRecord record) {
        if (record.data() == null) {
            throw new InconsistentStateException(record.key(), "a stored failure without its type", null);
        }
        try {
            FailureText text = FailureText.parse(record.data());
            return new Outcome.ReplayedFailure<>(
                    new StoredFailureException(record.key(), text.type(), text.message()), record);
        } catch (IllegalArgumentException e) {
            throw new InconsistentStateException(record.key(), "a stored failure that can't be read", e);
        }
    }

    /** The same identity; whether its value may be shown is the call's to say (E-13). */
    static StoredRecord underCallsKey(CallSpec<?> call, StoredRecord found) {
        return new StoredRecord(
                call.key(),
                found.status(),
                found.token(),
                found.owner(),
                found.fingerprint(),
                found.attempt(),
                found.leaseUntil(),
                found.expiresAt(),
                found.createdAt(),
                found.completedAt(),
                found.data(),
                found.claimedBy(),
                found.observedAt());
    }
}
