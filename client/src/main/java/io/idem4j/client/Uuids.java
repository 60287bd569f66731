package io.idem4j.client;

import java.security.SecureRandom;
import java.util.UUID;

/** UUIDs of version 7 (RFC 9562): milliseconds since 1970, then 74 random bits. */
final class Uuids {
    private static final long VERSION_7 = 0x7000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private Uuids() {}

    static UUID version7(long epochMillis, SecureRandom random) {
        long high = (epochMillis << 16) | VERSION_7 | (random.nextLong() & 0x0fffL);
        long low = VARIANT | (random.nextLong() >>> 2);
        return new UUID(high, low);
    }
}
