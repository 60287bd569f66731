package io.idem4j.spi;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoredRecord;
import java.time.Duration;
import java.util.Optional;

/**
 * Keeps one record for each operation; every method is one atomic step on one record. Thread-safe. A store holds no
 * policy and repeats nothing (but a claim that raced, S-01); the engine does. Where the store has a clock, that clock
 * decides, else an injected one. A record whose {@code expiresAt} is past counts as absent to claim, find and purge
 * (S-04); writes by token look at no clock (S-07). A store without a clock of its own lets claims and purge see a lease
 * or an expiry as past only when it is so by its clock skew (S-23).
 *
 * <p>Every method throws one of four kinds (S-13): {@link io.idem4j.StoreUnavailableException}, nothing was written and
 * a repeat may help; {@link io.idem4j.StoreRejectedException}, nothing was written and a repeat can't help (missing
 * table or permission; {@link io.idem4j.RecordTooLargeException} with the sizes, S-15);
 * {@link io.idem4j.OutcomeUnknownException}, it may have been written: the engine repeats it with the same token, which
 * is safe (S-12); {@link io.idem4j.InconsistentStateException}, the row can't be understood, nothing was written. An
 * argument out of the bounds named below is an {@code IllegalArgumentException}, and nothing was written. An interrupt
 * ends no call where the driver lets that be, else it fails as one of the four; the flag stands again when the method
 * returns.
 */
public interface IdempotencyStore {
    /**
     * Claims the id or tells who has it. Absent or expired: a new life under this token, attempt 1. Of another
     * fingerprint than the claim's: unchanged, whatever follows (S-11). In progress under this token (a repeat): the same
     * attempt. In progress, lapsed or of this owner with another token, with attempt below {@code takeOverBelow}: taken
     * over, attempt plus 1, {@code createdAt} and fingerprint kept. Each of these sets lease and expiry from the moment
     * of writing (S-18, S-19). Anything else: unchanged, {@link ClaimResult.Existing} from one snapshot (S-03), or
     * {@link ClaimResult.Held} where an uncommitted claim can't be read.
     */
    ClaimResult claim(ClaimRequest request);

    /**
     * Settles the holder's record: in progress under this token, whether live, lapsed or expired, it is written with
     * {@code completedAt} now and an expiry of {@code retention} from now, and the answer is APPLIED; the end of its
     * lease may stay, and means nothing any more. Already settled under this token: unchanged, APPLIED. Another token,
     * none, or absent: unchanged, FENCED. Data that can't be kept are a {@link io.idem4j.StoreRejectedException}: the engine
     * then completes once more without them (E-05).
     */
    WriteResult complete(ClaimToken claim, Completion completion);

    /**
     * Gives the claim up: in progress under this token it is deleted, APPLIED. Absent: APPLIED. Settled, another token
     * or none: unchanged, FENCED.
     */
    WriteResult release(ClaimToken claim);

    /**
     * Moves the lease: in progress under this token, lapsed or not, lease and expiry are set from now, APPLIED; else
     * unchanged, FENCED. Zero {@code leaseFor} ends the lease so that the record is lapsed at once, and keeps the claim
     * (S-22). Neither is negative, and {@code keepFor} is at least {@code leaseFor}: {@link #checkRenewal}.
     */
    WriteResult renew(ClaimToken claim, Duration leaseFor, Duration keepFor);

    /**
     * For stores, before anything is written: throws {@code IllegalArgumentException} where {@link #renew} may not be given
     * these (S-18, S-22).
     */
    static void checkRenewal(Duration leaseFor, Duration keepFor) {
        if (leaseFor.isNegative() || keepFor.compareTo(leaseFor) < 0) {
            throw new IllegalArgumentException("leaseFor: must not be negative, nor longer than keepFor");
        }
    }

    /** The unexpired record, by a consistent read; empty where there is none. Writes nothing. */
    Optional<StoredRecord> find(IdempotencyKey key);

    /**
     * Deletes the record if its status and token are still those of {@code seen} (of a row without a token lease and
     * expiry too), APPLIED; absent is APPLIED; else unchanged, FENCED (S-21).
     */
    WriteResult forget(StoredRecord seen);

    /**
     * Deletes at most {@code limit} (at least 1) records that are expired when the deleting step itself looks (S-14);
     * answers how many. 0 where the store expires records by itself, as its documentation says.
     */
    int purge(int limit);

    /** What the engine and the contract kit must know of this store; constant, touches nothing. */
    StoreTraits traits();
}
