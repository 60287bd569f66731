package io.idem4j.tck;

import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a store may do with one record: a pure function of the record, the call and the time, written from the clauses S-01 to
 * S-24 of SPEC.md. Immutable.
 *
 * <p>More than one step is allowed only for expired records. An expired record may be gone where the store removes such
 * records; and within the margin of S-23 after its end {@code find} may know it or not.
 *
 * @param clockSkew margin of S-23
 * @param expiredMayGo whether an expired record may be gone without having been claimed
 */
public record RecordTable(Duration clockSkew, boolean expiredMayGo) {
    /**
     * One possibility.
     *
     * @param record what is stored afterwards; empty: nothing. Its {@code observedAt} means nothing and is always the epoch
     * @param answer what the caller is told
     */
    public record Step(Optional<StoredRecord> record, StoreAnswer answer) {}

    /** For a store without margin that keeps expired records until they are purged or claimed. */
    public RecordTable() {
        this(Duration.ZERO, false);
    }

    /**
     * Everything that the store may do; never empty.
     *
     * @param record what is stored; empty: nothing
     * @param now the store's clock
     */
    public Set<Step> steps(Optional<StoredRecord> record, StoreCall call, Instant now) {
        Set<Step> steps = new LinkedHashSet<>();
        steps.add(step(record, call, now));
        if (record.isPresent() && isExpired(record.get(), now)) {
            if (expiredMayGo) {
                steps.add(step(Optional.empty(), call, now));
            }
            if (call instanceof StoreCall.Find && !isExpiredForClaims(record.get(), now)) {
                steps.add(new Step(record, new StoreAnswer.Found(Optional.of(Rows.at(record.get(), now)))));
            }
        }
        return steps;
    }

    /** Whether the time is past the record's end: then {@code purge} may delete it. */
    public boolean isExpired(StoredRecord record, Instant now) {
        return isPast(record.expiresAt(), now, Duration.ZERO);
    }

    private boolean isExpiredForClaims(StoredRecord record, Instant now) {
        return isPast(record.expiresAt(), now, clockSkew);
    }

    private static boolean isPast(@Nullable Instant end, Instant now, Duration margin) {
        return end != null && now.isAfter(end.plus(margin));
    }

    private Step step(Optional<StoredRecord> record, StoreCall call, Instant now) {
        if (call instanceof StoreCall.Claim claim) {
            return claim(record, claim.request(), now);
        }
        if (call instanceof StoreCall.Complete complete) {
            return record.map(present -> complete(present, complete, now)).orElseGet(() -> absent(WriteResult.FENCED));
        }
        if (call instanceof StoreCall.Release release) {
            return record.map(present -> release(present, release)).orElseGet(() -> absent(WriteResult.APPLIED));
        }
        if (call instanceof StoreCall.Renew renew) {
            return record.map(present -> renew(present, renew, now)).orElseGet(() -> absent(WriteResult.FENCED));
        }
        if (call instanceof StoreCall.Forget forget) {
            return record.map(present -> forget(present, forget.seen())).orElseGet(() -> absent(WriteResult.APPLIED));
        }
        Optional<StoredRecord> unexpired = record.filter(present -> !isExpired(present, now));
        return new Step(record, new StoreAnswer.Found(unexpired.map(present -> Rows.at(present, now))));
    }

    /** S-04, S-11, S-12, S-05 with S-20, in this order. */
    private Step claim(Optional<StoredRecord> record, ClaimRequest request, Instant now) {
        if (record.isEmpty() || isExpiredForClaims(record.get(), now)) {
            return acquired(Rows.begun(request, now));
        }
        StoredRecord present = record.get();
        boolean mismatch =
                request.fingerprint() != null && !request.fingerprint().equals(present.fingerprint());
        if (mismatch || present.status() != RecordStatus.IN_PROGRESS) {
            return existing(present, now);
        }
        if (request.token().equals(present.token())) {
            return acquired(Rows.extended(present, request.leaseFor(), request.keepFor(), now, clockSkew));
        }
        boolean lapsed = isPast(present.leaseUntil(), now, clockSkew);
        boolean sameOwner = request.owner() != null && request.owner().equals(present.owner());
        if ((lapsed || sameOwner) && present.attempt() < request.takeOverBelow()) {
            return acquired(Rows.takenOver(present, request, now, clockSkew));
        }
        return existing(present, now);
    }

    private static Step acquired(StoredRecord record) {
        return new Step(Optional.of(record), new StoreAnswer.Claimed(new ClaimResult.Acquired(record.attempt())));
    }

    private static Step existing(StoredRecord record, Instant now) {
        ClaimResult result = new ClaimResult.Existing(Rows.at(record, now));
        return new Step(Optional.of(record), new StoreAnswer.Claimed(result));
    }

    /** S-07; a completion without {@code completedAt} is another library's (S-24). */
    private static Step complete(StoredRecord record, StoreCall.Complete call, Instant now) {
        if (!call.claim().token().equals(record.token())) {
            return unchanged(record, WriteResult.FENCED);
        }
        if (record.status() == RecordStatus.IN_PROGRESS) {
            return new Step(
                    Optional.of(Rows.settled(record, call.completion(), now)),
                    new StoreAnswer.Written(WriteResult.APPLIED));
        }
        return unchanged(record, record.completedAt() == null ? WriteResult.FENCED : WriteResult.APPLIED);
    }

    private static Step release(StoredRecord record, StoreCall.Release call) {
        return isHeldBy(record, call.claim()) ? absent(WriteResult.APPLIED) : unchanged(record, WriteResult.FENCED);
    }

    private Step renew(StoredRecord record, StoreCall.Renew call, Instant now) {
        if (!isHeldBy(record, call.claim())) {
            return unchanged(record, WriteResult.FENCED);
        }
        return new Step(
                Optional.of(Rows.extended(record, call.leaseFor(), call.keepFor(), now, clockSkew)),
                new StoreAnswer.Written(WriteResult.APPLIED));
    }

    private static boolean isHeldBy(StoredRecord record, ClaimToken claim) {
        return record.status() == RecordStatus.IN_PROGRESS && claim.token().equals(record.token());
    }

    /** S-21. */
    private static Step forget(StoredRecord record, StoredRecord seen) {
        boolean same = record.status() == seen.status() && Objects.equals(record.token(), seen.token());
        boolean sameForeign = Objects.equals(record.leaseUntil(), seen.leaseUntil())
                && Objects.equals(record.expiresAt(), seen.expiresAt());
        return same && (record.token() != null || sameForeign)
                ? absent(WriteResult.APPLIED)
                : unchanged(record, WriteResult.FENCED);
    }

    private static Step absent(WriteResult result) {
        return new Step(Optional.empty(), new StoreAnswer.Written(result));
    }

    private static Step unchanged(StoredRecord record, WriteResult result) {
        return new Step(Optional.of(record), new StoreAnswer.Written(result));
    }
}
