package io.idem4j.tck;

import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a store answered with what the table allows.
 *
 * @param tolerance by how much instants may differ
 * @param sameData whether a text read is the one written
 */
record Answers(Duration tolerance, BiPredicate<String, String> sameData) {
    boolean match(StoreAnswer actual, StoreAnswer allowed) {
        if (actual instanceof StoreAnswer.Claimed claimed
                && claimed.result() instanceof ClaimResult.Existing given
                && allowed instanceof StoreAnswer.Claimed other
                && other.result() instanceof ClaimResult.Existing expected) {
            return same(given.record(), expected.record());
        }
        if (actual instanceof StoreAnswer.Found found && allowed instanceof StoreAnswer.Found other) {
            return same(found.record(), other.record());
        }
        return actual.equals(allowed);
    }

    private boolean same(Optional<StoredRecord> actual, Optional<StoredRecord> allowed) {
        return actual.isPresent() == allowed.isPresent() && (actual.isEmpty() || same(actual.get(), allowed.get()));
    }

    private boolean same(StoredRecord actual, StoredRecord allowed) {
        return actual.key().equals(allowed.key())
                && actual.status() == allowed.status()
                && Objects.equals(actual.token(), allowed.token())
                && Objects.equals(actual.owner(), allowed.owner())
                && Objects.equals(actual.fingerprint(), allowed.fingerprint())
                && actual.attempt() == allowed.attempt()
                && sameData(actual.data(), allowed.data())
                && Objects.equals(actual.claimedBy(), allowed.claimedBy())
                && (actual.completedAt() == null) == (allowed.completedAt() == null)
                && leaseMatters(actual, allowed)
                && near(actual.expiresAt(), allowed.expiresAt())
                && near(actual.createdAt(), allowed.createdAt())
                && near(actual.completedAt(), allowed.completedAt())
                && near(actual.observedAt(), allowed.observedAt());
    }

    private boolean sameData(@Nullable String actual, @Nullable String allowed) {
        return (actual == null || allowed == null) ? Objects.equals(actual, allowed) : sameData.test(allowed, actual);
    }

    /** A settled record may have forgotten its lease. */
    private boolean leaseMatters(StoredRecord actual, StoredRecord allowed) {
        return actual.completedAt() != null || near(actual.leaseUntil(), allowed.leaseUntil());
    }

    private boolean near(@Nullable Instant actual, @Nullable Instant allowed) {
        if (actual == null || allowed == null) {
            return Objects.equals(actual, allowed);
        }
        return Duration.between(allowed, actual).abs().compareTo(tolerance) <= 0;
    }
}
