package io.idem4j.spring.boot;

import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A record for operators: no token, and key, principal and data only where they may be seen.
 *
 * @param id as logs have it: the scope and a hash of the key
 * @param key null where it is hidden
 * @param principal null where it is hidden, or there is none
 * @param data null where it is hidden, or there is none
 */
record RecordView(
        String id,
        String scope,
        @Nullable String key,
        @Nullable String principal,
        RecordStatus status,
        boolean lapsed,
        int attempt,
        @Nullable String claimedBy,
        @Nullable Instant createdAt,
        @Nullable Instant leaseUntil,
        @Nullable Instant completedAt,
        @Nullable Instant expiresAt,
        @Nullable String data) {

    static RecordView of(StoredRecord record, ActuatorProperties shown) {
        return new RecordView(
                record.key().toString(),
                record.key().scope(),
                shown.showKeys() ? record.key().value() : null,
                shown.showKeys() ? record.key().principal() : null,
                record.status(),
                record.isLapsed(),
                record.attempt(),
                record.claimedBy(),
                record.createdAt(),
                record.leaseUntil(),
                record.completedAt(),
                record.expiresAt(),
                shown.showResults() ? record.data() : null);
    }
}
