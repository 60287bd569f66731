package io.idem4j.redis;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import java.time.Duration;
import java.util.UUID;

/** What tests of one store ask of it. */
final class Requests {
    static final Duration LEASE = Duration.ofMinutes(1);
    static final Duration KEEP = Duration.ofHours(1);
    static final Duration RETENTION = Duration.ofDays(1);
    static final String DATA = "{\"id\":1}";

    private Requests() {}

    static IdempotencyKey key() {
        return IdempotencyKey.of("orders.place", UUID.randomUUID().toString());
    }

    static ClaimRequest claim(IdempotencyKey key) {
        return claim(key, LEASE);
    }

    static ClaimRequest claim(IdempotencyKey key, Duration lease) {
        return new ClaimRequest(key, token(), null, null, lease, KEEP, Integer.MAX_VALUE, "test");
    }

    static Token token() {
        return new Token(UUID.randomUUID().toString());
    }

    static ClaimToken of(ClaimRequest request) {
        return new ClaimToken(request.key(), request.token());
    }

    static Completion done() {
        return done(DATA);
    }

    static Completion done(String data) {
        return new Completion(RecordStatus.COMPLETED, data, RETENTION);
    }
}
