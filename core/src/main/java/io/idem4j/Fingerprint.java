package io.idem4j;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hash of what the caller asked for: the same key with another fingerprint is a mismatch. Immutable; {@link #toString()}
 * hides it.
 *
 * @param value the hash as text, 1 to 255 characters; compared exactly
 */
public record Fingerprint(String value) {
    private static final int MAX_LENGTH = 255;

    /** Throws {@code IllegalArgumentException} if the value is empty or longer than 255 characters. */
    public Fingerprint {
        Objects.requireNonNull(value, "value");
        if (value.isEmpty() || value.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("fingerprint: must have 1 to 255 characters; hash the payload");
        }
    }

    /** SHA-256, hex, of the bytes. */
    public static Fingerprint ofBytes(byte[] payload) {
        return new Fingerprint(Sha256.hex(payload));
    }

    /**
     * SHA-256, hex, of the parts as text, each with its length, so that ("a", "bc") differs from ("ab", "c").
     *
     * @param parts at least one: text, numbers, booleans, enums, UUIDs, URIs, {@code java.time} values, byte arrays or
     *     null; numbers count as they print ({@code 1.0} differs from {@code 1.00})
     * @throws IllegalArgumentException if there is no part, or one is of another type, whose text might differ between
     *     two equal requests
     */
    public static Fingerprint ofParts(@Nullable Object... parts) {
        return new Fingerprint(FingerprintParts.hash(parts));
    }

    @Override
    public String toString() {
        return "Fingerprint[hidden]";
    }
}
