package io.idem4j.redis;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The pieces of a value that scripts put together, as record.lua lays it out. */
final class Pieces {
    private Pieces() {}

    static byte[] token(Token token) {
        return Texts.ascii(",\"token\":" + Texts.quoted(token.value()) + ",\"attempt\":");
    }

    static byte[] holder(ClaimRequest request) {
        String owner = request.owner();
        String before = owner == null ? "" : ",\"owner\":" + Texts.quoted(owner);
        return Texts.bytes(
                request.key(), "owner or claimedBy", before + ",\"claimed_by\":" + Texts.quoted(request.claimedBy()));
    }

    static byte[] owner(ClaimRequest request) {
        String owner = request.owner();
        return owner == null
                ? new byte[0]
                : Texts.bytes(request.key(), "owner", ",\"owner\":" + Texts.quoted(owner) + ",");
    }

    /** What a life keeps; without {@code createdAt} the script takes its own time for it. */
    static byte[] kept(IdempotencyKey key, @Nullable Instant createdAt, @Nullable Fingerprint fingerprint) {
        String created = createdAt == null ? "" : ",\"created_at\":" + createdAt.toEpochMilli();
        String validation = fingerprint == null ? "" : ",\"validation\":" + Texts.quoted(fingerprint.value());
        return Texts.bytes(key, "fingerprint", created + validation);
    }

    /** Null: nothing. */
    static byte[] millis(@Nullable Duration span) {
        return span == null ? new byte[0] : Texts.ascii(Long.toString(Spans.millis(span)));
    }
}
