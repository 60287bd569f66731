package io.idem4j.spi;

import io.idem4j.IdempotencyKey;
import io.idem4j.Token;
import java.util.Objects;

/**
 * Names one claim in a write. Immutable.
 *
 * @param key identity of the operation
 * @param token the token that the claim was made with
 */
public record ClaimToken(IdempotencyKey key, Token token) {
    /** Throws {@code NullPointerException} naming the component. */
    public ClaimToken {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(token, "token");
    }
}
