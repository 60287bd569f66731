package io.idem4j.internal;

import io.idem4j.Token;
import java.security.SecureRandom;
import java.util.Base64;

/** New tokens: 128 bits from a secure source that is made at the first call, so that no snapshot of a process carries it. */
final class Tokens {
    private static final int BYTES = 16;

    private Tokens() {}

    private static final class Source {
        static final SecureRandom RANDOM = new SecureRandom();
        static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();
    }

    static Token next() {
        byte[] bytes = new byte[BYTES];
        Source.RANDOM.nextBytes(bytes);
        return new Token(Source.TEXT.encodeToString(bytes));
    }
}
