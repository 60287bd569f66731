package io.idem4j;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a call ended: the action ran ({@link Executed}) or it was a {@link Duplicate}. Immutable; no {@code toString} shows
 * a value.
 *
 * @param <T> the result's type
 */
public sealed interface Outcome<T extends @Nullable Object> permits Outcome.Executed, Outcome.Duplicate {

    /**
     * The value, or the exception that {@link Call#execute} would throw; of a stored failure always
     * {@link StoredFailureException}: only {@code execute} rebuilds.
     */
    T get();

    /**
     * The action ran in this call.
     *
     * @param value the action's own object
     * @param recording what the store knows of it
     * @param withoutEffect whether the action said that nothing happened, by {@link Execution#abandon} or {@code
     *     releaseWhen}, whatever the store knows: then it has to be asked for again
     */
    record Executed<T extends @Nullable Object>(T value, Recording recording, boolean withoutEffect)
            implements Outcome<T> {
        /** Throws {@code NullPointerException} without a recording. */
        public Executed {
            Objects.requireNonNull(recording, "recording");
        }

        /** One that had its effect. */
        public Executed(T value, Recording recording) {
            this(value, recording, false);
        }

        @Override
        public T get() {
            return value;
        }

        @Override
        public String toString() {
            return "Executed[recording=" + recording + (withoutEffect ? ", without effect]" : "]");
        }
    }

    /**
     * The action did not run in this call.
     *
     * @param <T> the result's type
     */
    sealed interface Duplicate<T extends @Nullable Object> extends Outcome<T>, Attempt<T>
            permits Replayed, ReplayedFailure, ResultUnavailable, InProgress, Mismatch, InDoubt {
        /** As it was when the claim was refused; null only where it can't be read (T-03). */
        @Nullable StoredRecord record();
    }

    /**
     * A stored or recovered result.
     *
     * @param value decoded afresh for this caller
     */
    record Replayed<T extends @Nullable Object>(T value, StoredRecord record) implements Duplicate<T> {
        /** Throws {@code NullPointerException} without a record. */
        public Replayed {
            Objects.requireNonNull(record, "record");
        }

        @Override
        public T get() {
            return value;
        }

        @Override
        public String toString() {
            return "Replayed[record=" + record + "]";
        }
    }

    /**
     * A stored failure (E-02).
     *
     * @param failure what {@link #get()} throws
     */
    record ReplayedFailure<T extends @Nullable Object>(StoredFailureException failure, StoredRecord record)
            implements Duplicate<T> {
        /** Throws {@code NullPointerException} naming what is missing. */
        public ReplayedFailure {
            Objects.requireNonNull(failure, "failure");
            Objects.requireNonNull(record, "record");
        }

        @Override
        public T get() {
            throw failure;
        }
    }

    /** It happened, and its result was not kept or can't be read (E-05). */
    record ResultUnavailable<T extends @Nullable Object>(StoredRecord record) implements Duplicate<T> {
        /** Throws {@code NullPointerException} without a record. */
        public ResultUnavailable {
            Objects.requireNonNull(record, "record");
        }

        @Override
        public T get() {
            throw new ResultUnavailableException(record);
        }
    }

    /**
     * Another call holds the claim.
     *
     * @param retryAfter when to come back, by the store's clock; one second where nothing better is known
     */
    record InProgress<T extends @Nullable Object>(
            Duration retryAfter, @Nullable StoredRecord record) implements Duplicate<T> {
        /** Throws {@code NullPointerException} without a duration. */
        public InProgress {
            Objects.requireNonNull(retryAfter, "retryAfter");
        }

        @Override
        public T get() {
            throw new AlreadyInProgressException(record == null ? null : record.key(), retryAfter);
        }
    }

    /** The key was used for another payload. */
    record Mismatch<T extends @Nullable Object>(StoredRecord record) implements Duplicate<T> {
        /** Throws {@code NullPointerException} without a record. */
        public Mismatch {
            Objects.requireNonNull(record, "record");
        }

        @Override
        public T get() {
            throw new PayloadMismatchException(record);
        }
    }

    /** A holder vanished and it is not known whether the effect happened (E-09). */
    record InDoubt<T extends @Nullable Object>(StoredRecord record) implements Duplicate<T> {
        /** Throws {@code NullPointerException} without a record. */
        public InDoubt {
            Objects.requireNonNull(record, "record");
        }

        @Override
        public T get() {
            throw new InDoubtException(record.key());
        }
    }

    /** What the store knows of an execution. */
    enum Recording {
        /** Result stored. */
        STORED,
        /** Completed, result not kept (E-05). */
        WITHOUT_RESULT,
        /** Given back by abandon or policy, or, after an earlier attempt, kept with its lease ended (E-15). */
        RELEASED,
        /** The store could not be told, or did not answer (E-04). */
        UNCONFIRMED,
        /** The claim had been taken over (S-07). */
        FENCED,
        /** No claim was made: disabled, key missing or store down, by policy. */
        UNPROTECTED
    }
}
