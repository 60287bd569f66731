package io.idem4j.memory;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.Completion;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** One record; its stripe's lock guards it. */
final class Entry {
    static final Comparator<Entry> BY_EXPIRY =
            Comparator.<Entry, Instant>comparing(entry -> entry.expiresAt).thenComparingLong(entry -> entry.number);

    private final IdempotencyKey key;
    private final long number;
    private final @Nullable Fingerprint fingerprint;
    private final Instant createdAt;
    private RecordStatus status = RecordStatus.IN_PROGRESS;
    private Token token;
    private @Nullable String owner;
    private int attempt = 1;
    private @Nullable Instant leaseUntil;
    private Instant expiresAt;
    private @Nullable Instant completedAt;
    private @Nullable String data;
    private String claimedBy;

    Entry(ClaimRequest request, long number, Instant now) {
        this.key = request.key();
        this.number = number;
        this.fingerprint = request.fingerprint();
        this.createdAt = now;
        this.token = request.token();
        this.owner = request.owner();
        this.claimedBy = request.claimedBy();
        this.leaseUntil = request.leaseFor() == null ? null : now.plus(request.leaseFor());
        this.expiresAt = now.plus(request.keepFor());
    }

    IdempotencyKey key() {
        return key;
    }

    RecordStatus status() {
        return status;
    }

    Token token() {
        return token;
    }

    int attempt() {
        return attempt;
    }

    boolean isUnder(Token other) {
        return token.equals(other);
    }

    boolean isInProgressUnder(Token other) {
        return status == RecordStatus.IN_PROGRESS && isUnder(other);
    }

    boolean isExpired(Instant now) {
        return now.isAfter(expiresAt);
    }

    boolean isLapsed(Instant now) {
        return status == RecordStatus.IN_PROGRESS && leaseUntil != null && now.isAfter(leaseUntil);
    }

    /** Whether a claim's fingerprint, if it has one, is the record's: decided before everything else (S-11). */
    boolean fits(ClaimRequest request) {
        return request.fingerprint() == null || request.fingerprint().equals(fingerprint);
    }

    /** Whether another claim may take it over: lapse or owner (S-05, S-20), and attempts left. */
    boolean yieldsTo(ClaimRequest request, Instant now) {
        boolean sameOwner = status == RecordStatus.IN_PROGRESS
                && request.owner() != null
                && request.owner().equals(owner);
        return (isLapsed(now) || sameOwner) && attempt < request.takeOverBelow();
    }

    void takeOver(ClaimRequest request) {
        token = request.token();
        owner = request.owner();
        claimedBy = request.claimedBy();
        attempt++;
    }

    /** Zero {@code leaseFor}: one nanosecond before now, so that it is lapsed at once (S-22). */
    void extend(Instant now, @Nullable Duration leaseFor, Duration keepFor) {
        if (leaseFor == null) {
            leaseUntil = null;
        } else {
            leaseUntil = leaseFor.isZero() ? now.minusNanos(1) : now.plus(leaseFor);
        }
        expiresAt = now.plus(keepFor);
    }

    void settle(Completion completion, Instant now) {
        status = completion.status();
        data = completion.data();
        completedAt = now;
        expiresAt = now.plus(completion.retention());
    }

    StoredRecord snapshot(Instant now) {
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
