package io.idem4j.tck.reference;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What the reference store keeps of one id. */
final class Row {
    final IdempotencyKey key;
    RecordStatus status = RecordStatus.IN_PROGRESS;

    @Nullable Token token;

    @Nullable String owner;

    @Nullable Fingerprint fingerprint;

    int attempt = 1;

    @Nullable Instant leaseUntil;

    Instant expiresAt;

    @Nullable Instant createdAt;

    @Nullable Instant completedAt;

    @Nullable String data;

    @Nullable String claimedBy;

    Row(IdempotencyKey key, Instant expiresAt) {
        this.key = key;
        this.expiresAt = expiresAt;
    }

    static Row of(ClaimRequest request, Instant now) {
        Row row = new Row(request.key(), now.plus(request.keepFor()));
        row.token = request.token();
        row.owner = request.owner();
        row.fingerprint = request.fingerprint();
        row.leaseUntil = request.leaseFor() == null ? null : now.plus(request.leaseFor());
        row.createdAt = now;
        row.claimedBy = request.claimedBy();
        return row;
    }

    Row copy() {
        Row copy = new Row(key, expiresAt);
        copy.status = status;
        copy.token = token;
        copy.owner = owner;
        copy.fingerprint = fingerprint;
        copy.attempt = attempt;
        copy.leaseUntil = leaseUntil;
        copy.createdAt = createdAt;
        copy.completedAt = completedAt;
        copy.data = data;
        copy.claimedBy = claimedBy;
        return copy;
    }

    boolean isInProgress() {
        return status == RecordStatus.IN_PROGRESS;
    }

    StoredRecord seen(Instant now) {
        return new StoredRecord(
                key,
                status,
                token,
                owner,
                fingerprint,
                attempt,
                leaseUntil,
                expiresAt,
                createdAt,
                completedAt,
                data,
                claimedBy,
                now);
    }
}
