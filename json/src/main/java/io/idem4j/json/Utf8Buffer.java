package io.idem4j.json;

import java.util.Arrays;

/** Bytes of JSON text that grow. */
final class Utf8Buffer {
    private static final int SMALL = 64 * 1024;
    private static final int CHUNK = 1024;
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    /** What the whole will need, roughly: past a small size the buffer grows to that in one step. */
    private final int expected;

    private byte[] bytes;
    private int size;

    Utf8Buffer(int expected) {
        this.expected = expected;
        this.bytes = new byte[Math.max(256, Math.min(expected + 64, 4096))];
    }

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    void cutTo(int newSize) {
        size = newSize;
    }

    void put(int b) {
        room(1);
        bytes[size++] = (byte) b;
    }

    void put(byte[] from, int start, int end) {
        int length = end - start;
        room(length);
        System.arraycopy(from, start, bytes, size, length);
        size += length;
    }

    void ascii(String text) {
        int length = text.length();
        room(length);
        for (int i = 0; i < length; i++) {
            bytes[size++] = (byte) text.charAt(i);
        }
    }

    /** A string with its quotes, escaped as ECMAScript does. */
    void quoted(String text) {
        put('"');
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x20 && c < 0x80 && c != '"' && c != '\\') {
                put(c);
            } else if (!Character.isSurrogate(c)) {
                unit(c);
            } else if (Character.isLowSurrogate(c)
                    || i + 1 == length
                    || !Character.isLowSurrogate(text.charAt(i + 1))) {
                escaped(c);
            } else {
                pair(c, text.charAt(++i));
            }
        }
        put('"');
    }

    /** One UTF-16 unit that is no surrogate, escaped where it must be. */
    void unit(char c) {
        room(6);
        if (c < 0x20 || c == '"' || c == '\\') {
            control(c);
        } else if (c < 0x80) {
            bytes[size++] = (byte) c;
        } else if (c < 0x800) {
            bytes[size++] = (byte) (0xc0 | c >> 6);
            bytes[size++] = (byte) (0x80 | (c & 0x3f));
        } else {
            bytes[size++] = (byte) (0xe0 | c >> 12);
            bytes[size++] = (byte) (0x80 | (c >> 6 & 0x3f));
            bytes[size++] = (byte) (0x80 | (c & 0x3f));
        }
    }

    void pair(char high, char low) {
        room(4);
        int point = Character.toCodePoint(high, low);
        bytes[size++] = (byte) (0xf0 | point >> 18);
        bytes[size++] = (byte) (0x80 | (point >> 12 & 0x3f));
        bytes[size++] = (byte) (0x80 | (point >> 6 & 0x3f));
        bytes[size++] = (byte) (0x80 | (point & 0x3f));
    }

    private void control(char c) {
        int shortForm = switch (c) {
            case '"', '\\' -> c;
            case '\b' -> 'b';
            case '\t' -> 't';
            case '\n' -> 'n';
            case '\f' -> 'f';
            case '\r' -> 'r';
            default -> 0;
        };
        if (shortForm == 0) {
            escaped(c);
        } else {
            bytes[size++] = '\\';
            bytes[size++] = (byte) shortForm;
        }
    }

    /** One UTF-16 unit as {@code \}{@code u} and four digits. */
    void escaped(char c) {
        room(6);
        bytes[size++] = '\\';
        bytes[size++] = 'u';
        bytes[size++] = HEX[c >> 12];
        bytes[size++] = HEX[c >> 8 & 0xf];
        bytes[size++] = HEX[c >> 4 & 0xf];
        bytes[size++] = HEX[c & 0xf];
    }

    private void room(int more) {
        int needed = size + more;
        if (needed > bytes.length) {
            int grown = needed < SMALL ? bytes.length * 2 : Math.max(bytes.length / 2 * 3, expected + 8 * CHUNK);
            bytes = Arrays.copyOf(bytes, Math.max(grown, needed));
        }
    }
}
