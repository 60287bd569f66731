package io.idem4j.spi;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.Token;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a claim asks for. Immutable. Durations travel, not instants, so that the store's clock decides.
 *
 * @param key identity of the operation
 * @param token new for each claim; the same in its repeats
 * @param owner the caller's execution id, 1 to 255 characters; null: none
 * @param fingerprint hash of what was asked for; null: unchecked
 * @param leaseFor how long the claim is live unless renewed; null: no lease end
 * @param keepFor how long the record stays if it is never completed; at least {@code leaseFor}
 * @param takeOverBelow a lapsed record whose attempt is below this is taken over; 0: never
 * @param claimedBy label of the holder for operators, at most 255 characters
 */
public record ClaimRequest(
        IdempotencyKey key,
        Token token,
        @Nullable String owner,
        @Nullable Fingerprint fingerprint,
        @Nullable Duration leaseFor,
        Duration keepFor,
        int takeOverBelow,
        String claimedBy) {
    private static final int MAX_TEXT = 255;

    /** Throws {@code NullPointerException} or {@code IllegalArgumentException} naming the component that is wrong. */
    public ClaimRequest {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(token, "token");
        Objects.requireNonNull(keepFor, "keepFor");
        Objects.requireNonNull(claimedBy, "claimedBy");
        if (owner != null && (owner.isEmpty() || owner.length() > MAX_TEXT)) {
            throw new IllegalArgumentException("owner: must have 1 to " + MAX_TEXT + " characters");
        }
        if (leaseFor != null && (leaseFor.isNegative() || leaseFor.isZero())) {
            throw new IllegalArgumentException("leaseFor: must be positive, or null for no lease end");
        }
        if (keepFor.isNegative() || keepFor.isZero() || (leaseFor != null && keepFor.compareTo(leaseFor) < 0)) {
            throw new IllegalArgumentException("keepFor: must be positive and at least leaseFor");
        }
        if (takeOverBelow < 0) {
            throw new IllegalArgumentException("takeOverBelow: must not be negative");
        }
        if (claimedBy.length() > MAX_TEXT) {
            throw new IllegalArgumentException("claimedBy: must have at most " + MAX_TEXT + " characters");
        }
    }

    /** Hides key value, token, owner and fingerprint. */
    @Override
    public String toString() {
        return "ClaimRequest[key=" + key + ", leaseFor=" + leaseFor + ", keepFor=" + keepFor + ", takeOverBelow="
                + takeOverBelow + ", claimedBy=" + claimedBy + "]";
    }
}
