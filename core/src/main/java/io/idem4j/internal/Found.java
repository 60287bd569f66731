package io.idem4j.internal;

import io.idem4j.Attempt;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import org.jspecify.annotations.Nullable;

/** What a claim came to, before anyone is told. */
sealed interface Found<T extends @Nullable Object> {
    /** Acquired. */
    record Mine<T extends @Nullable Object>(Claim claim, Holding<T> holding) implements Found<T> {}

    /** Somebody else's record. */
    record Theirs<T extends @Nullable Object>(StoredRecord record) implements Found<T> {
        boolean isSettled() {
            return record.status() != RecordStatus.IN_PROGRESS;
        }
    }

    /** An uncommitted claim that can't be read. */
    record Hidden<T extends @Nullable Object>() implements Found<T> {}

    /** The store is down and the policy lets the action run. */
    record Unguarded<T extends @Nullable Object>(Attempt.Started<T> started) implements Found<T> {}
}
