package io.idem4j.tck;

import io.idem4j.IdempotencyKey;
import io.idem4j.Token;
import java.util.UUID;

/** Keys and tokens that nobody else has. */
final class Keys {
    private Keys() {}

    static IdempotencyKey fresh() {
        return IdempotencyKey.of("tck", UUID.randomUUID().toString());
    }

    static Token token() {
        return new Token(UUID.randomUUID().toString());
    }
}
