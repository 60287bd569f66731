package io.idem4j;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record at one moment, as one atomic snapshot by the store's clock. Immutable. Null means that the store has no such
 * value. {@link #toString()} hides key value, token, owner, fingerprint and data.
 *
 * @param key identity of the operation
 * @param status what is stored
 * @param token the holder's token; null in a row that another library wrote
 * @param owner the caller's execution id; null if it gave none
 * @param fingerprint hash of what was asked for; null if unchecked
 * @param attempt 1 for the first claim of a life, one more for each takeover
 * @param leaseUntil end of the claim's lease; null: no end known
 * @param expiresAt when the record counts as absent; null: never
 * @param createdAt when the life of the record began
 * @param completedAt when it was settled; null while in progress, and in rows that another library settled
 * @param data the encoded result, JSON text; null: none
 * @param claimedBy a label of the holder for operators
 * @param observedAt the store's clock at the snapshot; the views below use nothing else
 */
public record StoredRecord(
        IdempotencyKey key,
        RecordStatus status,
        @Nullable Token token,
        @Nullable String owner,
        @Nullable Fingerprint fingerprint,
        int attempt,
        @Nullable Instant leaseUntil,
        @Nullable Instant expiresAt,
        @Nullable Instant createdAt,
        @Nullable Instant completedAt,
        @Nullable String data,
        @Nullable String claimedBy,
        Instant observedAt) {

    /** Throws {@code NullPointerException} or {@code IllegalArgumentException} naming the component that is wrong. */
    public StoredRecord {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(observedAt, "observedAt");
        if (attempt < 1) {
            throw new IllegalArgumentException("attempt: must be at least 1");
        }
    }

    /** Whether it was in progress and its lease had ended; at the very end, and without a known end, it had not. */
    public boolean isLapsed() {
        return status == RecordStatus.IN_PROGRESS && leaseUntil != null && observedAt.isAfter(leaseUntil);
    }

    /** Whether it had expired; at the very moment, and without a known expiry, it had not. */
    public boolean isExpired() {
        return expiresAt != null && observedAt.isAfter(expiresAt);
    }

    @Override
    public String toString() {
        return "StoredRecord[key=" + key + ", status=" + status + ", attempt=" + attempt + ", leaseUntil=" + leaseUntil
                + ", expiresAt=" + expiresAt + ", createdAt=" + createdAt + ", completedAt=" + completedAt
                + ", claimedBy=" + claimedBy + ", observedAt=" + observedAt + "]";
    }
}
