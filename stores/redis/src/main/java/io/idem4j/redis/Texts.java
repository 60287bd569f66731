package io.idem4j.redis;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordTooLargeException;
import io.idem4j.StoreRejectedException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Text to bytes and to JSON. What would not come back as it was written, a lone surrogate, is refused. */
final class Texts {
    private Texts() {}

    static byte[] bytes(IdempotencyKey key, String what, String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new StoreRejectedException(
                    key, what + ": holds a lone surrogate, which UTF-8 can't keep; nothing was written", null);
        }
    }

    /** With {@code prefix} before it and {@code maxBytes} at the most. */
    static byte[] data(IdempotencyKey key, String prefix, String data, long maxBytes) {
        byte[] bytes = bytes(key, "data", prefix + data);
        int length = bytes.length - prefix.length();
        if (length > maxBytes) {
            throw new RecordTooLargeException(key, length, maxBytes);
        }
        return bytes;
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** A JSON string; one text has one spelling, so that scripts can compare them. */
    static String quoted(String text) {
        StringBuilder json = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }
}
