package io.idem4j.testtools;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import java.time.Duration;
import java.util.UUID;

/** What tests of one store ask of it. */
public final class Requests {
    /** Of a claim that says nothing else. */
    public static final Duration LEASE = Duration.ofMinutes(1);
    /** How long a claim is kept. */
    public static final Duration KEEP = Duration.ofHours(1);
    /** How long a result is kept. */
    public static final Duration RETENTION = Duration.ofDays(1);
    /** A result. */
    public static final String DATA = "{\"id\":1}";

    private Requests() {}

    /** One that nobody else has. */
    public static IdempotencyKey key() {
        return IdempotencyKey.of("orders.place", UUID.randomUUID().toString());
    }

    /** A claim under a new token that takes over whatever is lapsed. */
    public static ClaimRequest claim(IdempotencyKey key) {
        return claim(key, LEASE);
    }

    /** The same with this lease. */
    public static ClaimRequest claim(IdempotencyKey key, Duration lease) {
        return new ClaimRequest(key, token(), null, null, lease, KEEP, Integer.MAX_VALUE, "test");
    }

    /** One that nobody else has. */
    public static Token token() {
        return new Token(UUID.randomUUID().toString());
    }

    /** By which the claim is ended. */
    public static ClaimToken of(ClaimRequest request) {
        return new ClaimToken(request.key(), request.token());
    }

    /** A completion with {@link #DATA}. */
    public static Completion done() {
        return done(DATA);
    }

    /** A completion with this result. */
    public static Completion done(String data) {
        return new Completion(RecordStatus.COMPLETED, data, RETENTION);
    }
}
