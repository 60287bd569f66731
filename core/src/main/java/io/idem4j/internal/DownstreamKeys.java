package io.idem4j.internal;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Keys for the next service: a hash of operation and name, so the same on every attempt. */
final class DownstreamKeys {
    private static final int LENGTH = 32;

    private DownstreamKeys() {}

    static String of(@Nullable IdempotencyKey key, String name) {
        Objects.requireNonNull(name, "name");
        if (name.isBlank()) {
            throw new IllegalArgumentException("name: must not be blank; say what the key is for");
        }
        String identity = key == null ? UUID.randomUUID().toString() : key.id();
        return Fingerprint.ofParts("idem4j downstream", identity, name).value().substring(0, LENGTH);
    }
}
