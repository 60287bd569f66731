package io.idem4j.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a key from the values of its header: bare, or a string of a structured field (RFC 9651). For adapters. */
public final class KeyHeader {
    private static final int LONGEST = 255;

    private KeyHeader() {}

    /** What a request has for a key. */
    public sealed interface Found permits Missing, Invalid, Key {}

    /** No such header. */
    public record Missing() implements Found {}

    /** More than one, or none that a key can be. */
    public record Invalid() implements Found {}

    /**
     * A key.
     *
     * @param value 1 to 255 visible ASCII characters
     */
    public record Key(String value) implements Found {
        /** Without the value. */
        @Override
        public String toString() {
            return "Key[hidden]";
        }
    }

    /** The key in these values, one for each line of the header that was sent. */
    public static Found in(List<String> values) {
        if (values.isEmpty()) {
            return new Missing();
        }
        if (values.size() > 1) {
            return new Invalid();
        }
        String sent = trimmed(values.get(0));
        String key = sent.startsWith("\"") ? unquoted(sent) : sent;
        return key == null || !isVisible(key) ? new Invalid() : new Key(key);
    }

    /** Without the white space that HTTP allows around a value. */
    private static String trimmed(String value) {
        int from = 0;
        int to = value.length();
        while (from < to && isBlank(value.charAt(from))) {
            from++;
        }
        while (to > from && isBlank(value.charAt(to - 1))) {
            to--;
        }
        return value.substring(from, to);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    /** Null if it is no string, or something follows it. */
    private static @Nullable String unquoted(String sent) {
        StringBuilder key = new StringBuilder(sent.length());
        for (int i = 1; i < sent.length(); i++) {
            char c = sent.charAt(i);
            if (c == '"') {
                return i == sent.length() - 1 ? key.toString() : null;
            }
            if (c == '\\') {
                i++;
                if (i == sent.length() || (sent.charAt(i) != '"' && sent.charAt(i) != '\\')) {
                    return null;
                }
                c = sent.charAt(i);
            }
            key.append(c);
        }
        return null;
    }

    private static boolean isVisible(String key) {
        return !key.isEmpty() && key.length() <= LONGEST && key.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }
}
