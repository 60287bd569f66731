package io.idem4j.spi;

import io.idem4j.StoredRecord;
import java.util.Objects;

/** What a claim found. Immutable. */
public sealed interface ClaimResult permits ClaimResult.Acquired, ClaimResult.Existing, ClaimResult.Held {

    /**
     * The claim is the caller's, under the request's token.
     *
     * @param attempt 1; above, a lapsed run came before
     */
    record Acquired(int attempt) implements ClaimResult {
        /** Throws {@code IllegalArgumentException} below 1. */
        public Acquired {
            if (attempt < 1) {
                throw new IllegalArgumentException("attempt: must be at least 1");
            }
        }
    }

    /**
     * The id has a record that this claim may not have.
     *
     * @param record one atomic snapshot
     */
    record Existing(StoredRecord record) implements ClaimResult {
        /** Throws {@code NullPointerException} without a record. */
        public Existing {
            Objects.requireNonNull(record, "record");
        }
    }

    /** An uncommitted claim of another transaction holds the id; it can't be read (T-03). */
    record Held() implements ClaimResult {}
}
