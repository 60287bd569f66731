package io.idem4j.json;

import java.util.Arrays;

/**
 * Reads one JSON document (RFC 8259, strictly) from UTF-8 and tells it to a {@link CanonicalWriter}. Strings and numbers
 * go from the input to the output without becoming objects: hashing a document takes little more memory than the
 * document has. Half surrogates may stand in the input as three bytes each, which is how {@link Utf8#ofText} hands on
 * text that holds them.
 */
final class JsonScanner {
    private static final int END = -1;

    /** What may not simply be copied within a string: quotes, backslashes, controls, the first byte of a surrogate. */
    private static final boolean[] SPECIAL = new boolean[256];

    static {
        for (int i = 0; i < 0x20; i++) {
            SPECIAL[i] = true;
        }
        SPECIAL['"'] = true;
        SPECIAL['\\'] = true;
        SPECIAL[0xed] = true;
    }

    private final byte[] in;
    private final CanonicalWriter writer;
    private int at;
    /** For each open value, whether it is an object. */
    private boolean[] objects = new boolean[32];

    private JsonScanner(byte[] in, CanonicalWriter writer) {
        this.in = in;
        this.writer = writer;
    }

    /** Throws {@link MalformedJsonException}. */
    static void scan(byte[] utf8, CanonicalWriter writer) {
        new JsonScanner(utf8, writer).document();
    }

    private void document() {
        int depth = 0;
        space();
        while (true) {
            if (peek() == '[' || peek() == '{') {
                boolean object = in[at++] == '{';
                begin(object, depth);
                space();
                if (peek() != (object ? '}' : ']')) {
                    depth++;
                    if (object) {
                        name();
                    }
                    continue;
                }
                at++;
                end(object);
            } else {
                scalar();
            }
            space();
            while (depth > 0 && peek() == (objects[depth - 1] ? '}' : ']')) {
                at++;
                end(objects[--depth]);
                space();
            }
            if (depth == 0) {
                break;
            }
            if (peek() != ',') {
                throw expected(objects[depth - 1] ? "a comma or a closing brace" : "a comma or a closing bracket");
            }
            at++;
            space();
            if (objects[depth - 1]) {
                name();
            }
        }
        if (at < in.length) {
            throw expected("the end of the document");
        }
    }

    private void begin(boolean object, int depth) {
        if (object) {
            writer.beginObject();
        } else {
            writer.beginArray();
        }
        if (depth == objects.length) {
            objects = Arrays.copyOf(objects, depth * 2);
        }
        objects[depth] = object;
    }

    private void end(boolean object) {
        if (object) {
            writer.endObject();
        } else {
            writer.endArray();
        }
    }

    private void name() {
        if (peek() != '"') {
            throw expected("a member's name");
        }
        writer.beginName();
        int start = at;
        writer.endName(string() && Utf8.isAscii(in, start, at));
        space();
        if (peek() != ':') {
            throw expected("a colon");
        }
        at++;
        space();
    }

    private void scalar() {
        writer.beginScalar();
        switch (peek()) {
            case '"' -> string();
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> throw expected("a value");
        }
        writer.endValue();
    }

    private void literal(String word) {
        for (int i = 0; i < word.length(); i++, at++) {
            if (peek() != word.charAt(i)) {
                throw expected(word);
            }
        }
        writer.out().ascii(word);
    }

    private void number() {
        int start = at;
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits();
        }
        if (peek() == '.') {
            at++;
            digits();
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits();
        }
        writer.number(in, start, at);
    }

    private void digits() {
        int start = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        if (at == start) {
            throw expected("a digit");
        }
    }

    /** Answers whether it was copied as it stands. */
    private boolean string() {
        int end = endOfPlain(at + 1);
        if (end == in.length || in[end] != '"') {
            changedString();
            return false;
        }
        writer.out().put(in, at, end + 1);
        at = end + 1;
        return true;
    }

    private int endOfPlain(int from) {
        byte[] bytes = in;
        int i = from;
        while (i < bytes.length && !SPECIAL[bytes[i] & 0xff]) {
            i++;
        }
        return i;
    }

    private void changedString() {
        writer.out().put('"');
        at++;
        char high = 0;
        while (peek() != '"') {
            int start = at;
            at = endOfPlain(start);
            if (peek() == 0xed && (in[at + 1] & 0xff) < 0xa0) {
                at += 3;
            }
            if (at > start) {
                alone(high);
                high = 0;
                writer.out().put(in, start, at);
            } else {
                high = unit(high, unit());
            }
        }
        alone(high);
        at++;
        writer.out().put('"');
    }

    /** Writes a unit after the high surrogate that is still to be written, if it is not 0; answers what is to be written next. */
    private char unit(char high, char unit) {
        if (high != 0 && Character.isLowSurrogate(unit)) {
            writer.out().pair(high, unit);
            return 0;
        }
        alone(high);
        if (Character.isHighSurrogate(unit)) {
            return unit;
        }
        if (Character.isLowSurrogate(unit)) {
            writer.out().escaped(unit);
        } else {
            writer.out().unit(unit);
        }
        return 0;
    }

    private void alone(char high) {
        if (high != 0) {
            writer.out().escaped(high);
        }
    }

    /** An escape, or a surrogate's three bytes. */
    private char unit() {
        if (peek() == 0xed) {
            at += 3;
            return (char) (0xd000 | (in[at - 2] & 0x3f) << 6 | (in[at - 1] & 0x3f));
        }
        if (peek() != '\\') {
            throw expected(peek() == END ? "a closing quote" : "an escape in place of a control character");
        }
        at++;
        if (peek() != 'u') {
            int unit = peek() == END ? -1 : Escapes.simple(in[at]);
            if (unit < 0) {
                throw expected("an escape");
            }
            at++;
            return (char) unit;
        }
        at++;
        int unit = 0;
        for (int i = 0; i < 4; i++, at++) {
            int digit = peek() == END || in[at] < 0 ? -1 : Character.digit(in[at], 16);
            if (digit < 0) {
                throw expected("four hexadecimal digits");
            }
            unit = unit << 4 | digit;
        }
        return (char) unit;
    }

    private void space() {
        while (at < in.length
                && in[at] <= ' '
                && (in[at] == ' ' || in[at] == '\n' || in[at] == '\r' || in[at] == '\t')) {
            at++;
        }
    }

    private int peek() {
        return at < in.length ? in[at] & 0xff : END;
    }

    private MalformedJsonException expected(String what) {
        return MalformedJsonException.at(in, at, what + " is missing");
    }
}
