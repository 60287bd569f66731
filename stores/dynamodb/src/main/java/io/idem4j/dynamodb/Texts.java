package io.idem4j.dynamodb;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoreRejectedException;
import io.idem4j.spi.ClaimRequest;
import org.jspecify.annotations.Nullable;

/** Refuses text that would not come back as it was written: a lone surrogate is sent as a question mark. */
final class Texts {
    private Texts() {}

    static void check(ClaimRequest request) {
        IdempotencyKey key = request.key();
        check(key, "claimedBy", request.claimedBy());
        check(key, "owner", request.owner());
        check(
                key,
                "fingerprint",
                request.fingerprint() == null ? null : request.fingerprint().value());
    }

    private static void check(IdempotencyKey key, String what, @Nullable String text) {
        if (text != null && !Sizes.isText(text)) {
            throw new StoreRejectedException(
                    key, what + ": holds a lone surrogate, which DynamoDB can't keep; nothing was written", null);
        }
    }
}
