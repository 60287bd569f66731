package io.idem4j.client;

import java.security.SecureRandom;
import java.util.UUID;

/** What a key is made of. */
final class Key {
    static final int MOST_CHARACTERS = 255;
    static final int UUID_CHARACTERS = 36;
    private static final long VERSION_7 = 0x7000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private Key() {}

    /** RFC 9562: milliseconds since 1970, then 74 random bits. */
    static UUID version7(long epochMillis, SecureRandom random) {
        long high = (epochMillis << 16) | VERSION_7 | (random.nextLong() & 0x0fffL);
        long low = VARIANT | (random.nextLong() >>> 2);
        return new UUID(high, low);
    }

    static boolean isValid(String key) {
        return !key.isEmpty() && key.length() <= MOST_CHARACTERS && key.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }
}
