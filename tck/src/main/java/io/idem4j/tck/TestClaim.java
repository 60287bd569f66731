package io.idem4j.tck;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A claim for tests, made step by step. Immutable. {@link #of} starts with a new token, no owner, no fingerprint, a lease
 * of ten minutes, kept for an hour, taking nothing over.
 *
 * @param request what the store is asked
 */
public record TestClaim(ClaimRequest request) {
    /** The lease of a claim that says nothing else. */
    public static final Duration LEASE = Duration.ofMinutes(10);
    /** How long a claim that says nothing else is kept. */
    public static final Duration KEEP = Duration.ofHours(1);

    /** A claim on the key. */
    public static TestClaim of(IdempotencyKey key) {
        return new TestClaim(new ClaimRequest(key, Keys.token(), null, null, LEASE, KEEP, 0, "tck"));
    }

    /** On another key. */
    public TestClaim key(IdempotencyKey key) {
        return with(
                key, request.token(), request.owner(), request.fingerprint(), request.leaseFor(), request.keepFor());
    }

    /** Under this token. */
    public TestClaim token(Token token) {
        return with(
                request.key(), token, request.owner(), request.fingerprint(), request.leaseFor(), request.keepFor());
    }

    /** Of this execution. */
    public TestClaim owner(@Nullable String owner) {
        return with(
                request.key(), request.token(), owner, request.fingerprint(), request.leaseFor(), request.keepFor());
    }

    /** With this fingerprint. */
    public TestClaim fingerprint(@Nullable String fingerprint) {
        Fingerprint made = fingerprint == null ? null : new Fingerprint(fingerprint);
        return with(request.key(), request.token(), request.owner(), made, request.leaseFor(), request.keepFor());
    }

    /** Live for so long; null: without end. */
    public TestClaim lease(@Nullable Duration lease) {
        return with(request.key(), request.token(), request.owner(), request.fingerprint(), lease, request.keepFor());
    }

    /** Kept for so long, and the lease no longer than that. */
    public TestClaim keep(Duration keep) {
        Duration lease = request.leaseFor();
        Duration atMost = lease != null && lease.compareTo(keep) > 0 ? keep : lease;
        return with(request.key(), request.token(), request.owner(), request.fingerprint(), atMost, keep);
    }

    /** Takes over whatever is lapsed. */
    public TestClaim takingOver() {
        return takingOverBelow(Integer.MAX_VALUE);
    }

    /** Takes over what is lapsed and has an attempt below this. */
    public TestClaim takingOverBelow(int attempt) {
        return new TestClaim(new ClaimRequest(
                request.key(),
                request.token(),
                request.owner(),
                request.fingerprint(),
                request.leaseFor(),
                request.keepFor(),
                attempt,
                request.claimedBy()));
    }

    /** By this holder. */
    public TestClaim by(String claimedBy) {
        return new TestClaim(new ClaimRequest(
                request.key(),
                request.token(),
                request.owner(),
                request.fingerprint(),
                request.leaseFor(),
                request.keepFor(),
                request.takeOverBelow(),
                claimedBy));
    }

    private TestClaim with(
            IdempotencyKey key,
            Token token,
            @Nullable String owner,
            @Nullable Fingerprint fingerprint,
            @Nullable Duration lease,
            Duration keep) {
        return new TestClaim(new ClaimRequest(
                key, token, owner, fingerprint, lease, keep, request.takeOverBelow(), request.claimedBy()));
    }
}
