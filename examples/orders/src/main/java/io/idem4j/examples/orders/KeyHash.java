package io.idem4j.examples.orders;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import java.nio.charset.StandardCharsets;

/** What the business table and the page know of a key: enough to count by, not enough to use it. */
public final class KeyHash {
    static final String SCOPE = "orders.place";

    private KeyHash() {}

    static String of(IdempotencyKey key) {
        return Fingerprint.ofBytes(key.id().getBytes(StandardCharsets.UTF_8)).value();
    }

    /** Of the key that a client sends. */
    public static String ofSent(String key) {
        return of(IdempotencyKey.of(SCOPE, key));
    }
}
