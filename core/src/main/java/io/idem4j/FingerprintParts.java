package io.idem4j;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.ZoneId;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.HexFormat;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Parts of a request as one hash. Only types whose text is the same for equal values. */
final class FingerprintParts {
    private static final int NULL_LENGTH = -1;

    private FingerprintParts() {}

    static String hash(@Nullable Object[] parts) {
        Objects.requireNonNull(parts, "parts");
        if (parts.length == 0) {
            throw new IllegalArgumentException("parts: at least one is needed");
        }
        MessageDigest digest = Sha256.digest();
        for (int i = 0; i < parts.length; i++) {
            add(digest, i, parts[i]);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void add(MessageDigest digest, int index, @Nullable Object part) {
        if (part == null) {
            digest.update(length(NULL_LENGTH));
            return;
        }
        byte[] bytes = part instanceof byte[] raw ? raw : text(index, part).getBytes(StandardCharsets.UTF_8);
        digest.update(length(bytes.length));
        digest.update(bytes);
    }

    private static byte[] length(int length) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
    }

    private static String text(int index, Object part) {
        if (part instanceof Enum<?> constant) {
            return constant.name();
        }
        if (part instanceof CharSequence
                || part instanceof Number
                || part instanceof Boolean
                || part instanceof Character
                || part instanceof UUID
                || part instanceof URI
                || part instanceof TemporalAccessor
                || part instanceof TemporalAmount
                || part instanceof ZoneId) {
            return part.toString();
        }
        throw new IllegalArgumentException("parts[" + index + "]: "
                + part.getClass().getName() + " has no stable text; pass its fields, or its text");
    }
}
