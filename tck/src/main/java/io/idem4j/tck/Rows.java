package io.idem4j.tck;

import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.Completion;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Records as the {@link RecordTable} writes them. */
final class Rows {
    private static final Instant UNSEEN = Instant.EPOCH;

    private Rows() {}

    static StoredRecord begun(ClaimRequest request, Instant now) {
        return new StoredRecord(
                request.key(),
                RecordStatus.IN_PROGRESS,
                request.token(),
                request.owner(),
                request.fingerprint(),
                1,
                request.leaseFor() == null ? null : now.plus(request.leaseFor()),
                now.plus(request.keepFor()),
                now,
                null,
                null,
                request.claimedBy(),
                UNSEEN);
    }

    static StoredRecord takenOver(StoredRecord record, ClaimRequest request, Instant now, Duration clockSkew) {
        StoredRecord taken = new StoredRecord(
                record.key(),
                record.status(),
                request.token(),
                request.owner(),
                record.fingerprint(),
                record.attempt() + 1,
                null,
                null,
                record.createdAt(),
                null,
                null,
                request.claimedBy(),
                UNSEEN);
        return extended(taken, request.leaseFor(), request.keepFor(), now, clockSkew);
    }

    /** Zero {@code leaseFor}: ended just before now by every clock (S-22, S-23). */
    static StoredRecord extended(
            StoredRecord record, @Nullable Duration leaseFor, Duration keepFor, Instant now, Duration clockSkew) {
        Instant leaseUntil = null;
        if (leaseFor != null) {
            leaseUntil = leaseFor.isZero() ? now.minus(clockSkew).minusNanos(1) : now.plus(leaseFor);
        }
        return new StoredRecord(
                record.key(),
                record.status(),
                record.token(),
                record.owner(),
                record.fingerprint(),
                record.attempt(),
                leaseUntil,
                now.plus(keepFor),
                record.createdAt(),
                null,
                null,
                record.claimedBy(),
                UNSEEN);
    }

    static StoredRecord settled(StoredRecord record, Completion completion, Instant now) {
        return new StoredRecord(
                record.key(),
                completion.status(),
                record.token(),
                record.owner(),
                record.fingerprint(),
                record.attempt(),
                record.leaseUntil(),
                now.plus(completion.retention()),
                record.createdAt(),
                now,
                completion.data(),
                record.claimedBy(),
                UNSEEN);
    }

    /** As it is read at that moment. */
    static StoredRecord at(StoredRecord record, Instant now) {
        return new StoredRecord(
                record.key(),
                record.status(),
                record.token(),
                record.owner(),
                record.fingerprint(),
                record.attempt(),
                record.leaseUntil(),
                record.expiresAt(),
                record.createdAt(),
                record.completedAt(),
                record.data(),
                record.claimedBy(),
                now);
    }
}
