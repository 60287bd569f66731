package io.idem4j.tck;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Writes to the store's table as another library does, past the store (S-24). */
public interface ForeignRows {
    /**
     * A row of its own, over whatever is there: without token, owner, attempt and {@code completedAt}.
     *
     * @param status in progress or completed
     * @param leaseUntil null: none
     */
    void plant(
            IdempotencyKey key,
            RecordStatus status,
            @Nullable Instant leaseUntil,
            Instant expiresAt,
            @Nullable String data);

    /** Completes the row that is there without any condition: status, data and expiry are set, the rest stays. */
    void complete(IdempotencyKey key, String data, Instant expiresAt);
}
