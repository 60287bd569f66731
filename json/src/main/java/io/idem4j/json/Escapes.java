package io.idem4j.json;

import java.nio.charset.StandardCharsets;

/** The escapes of JSON strings. */
final class Escapes {
    private Escapes() {}

    /** Text of a valid string's content. */
    static String decode(byte[] json, int from, int to) {
        String raw = new String(json, from, to - from, StandardCharsets.UTF_8);
        if (raw.indexOf('\\') < 0) {
            return raw;
        }
        StringBuilder text = new StringBuilder(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c != '\\') {
                text.append(c);
            } else if (raw.charAt(++i) == 'u') {
                text.append((char) Integer.parseInt(raw, i + 1, i + 5, 16));
                i += 4;
            } else {
                text.append((char) simple((byte) raw.charAt(i)));
            }
        }
        return text.toString();
    }

    /** What the letter after a backslash stands for; -1 if it is none of the eight. */
    static int simple(byte letter) {
        return switch (letter) {
            case '"', '\\', '/' -> letter;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> -1;
        };
    }
}
