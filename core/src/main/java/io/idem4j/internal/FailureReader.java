package io.idem4j.internal;

import org.jspecify.annotations.Nullable;

/** Reads an object whose members are strings or null. */
final class FailureReader {
    private static final int HEX = 16;
    private static final int UNICODE_DIGITS = 4;

    private final String json;
    private int at;

    FailureReader(String json) {
        this.json = json;
    }

    FailureText read() {
        String type = null;
        String message = null;
        expect('{');
        do {
            String name = string();
            expect(':');
            String value = stringOrNull();
            if (name.equals("type")) {
                type = value;
            } else if (name.equals("message")) {
                message = value;
            }
        } while (more());
        if (type == null || at != json.length()) {
            throw malformed();
        }
        return new FailureText(type, message);
    }

    private boolean more() {
        boolean comma = peek() == ',';
        expect(comma ? ',' : '}');
        if (!comma) {
            space();
        }
        return comma;
    }

    private @Nullable String stringOrNull() {
        if (peek() == 'n' && json.startsWith("null", at)) {
            at += "null".length();
            return null;
        }
        return string();
    }

    private String string() {
        expect('"');
        StringBuilder text = new StringBuilder();
        while (true) {
            char c = next();
            if (c == '"') {
                return text.toString();
            }
            text.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() {
        char c = next();
        return switch (c) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> c;
        };
    }

    private char unicode() {
        if (at + UNICODE_DIGITS > json.length()) {
            throw malformed();
        }
        try {
            char c = (char) Integer.parseInt(json, at, at + UNICODE_DIGITS, HEX);
            at += UNICODE_DIGITS;
            return c;
        } catch (NumberFormatException e) {
            throw malformed();
        }
    }

    private void expect(char wanted) {
        if (peek() != wanted) {
            throw malformed();
        }
        at++;
    }

    private char peek() {
        space();
        if (at >= json.length()) {
            throw malformed();
        }
        return json.charAt(at);
    }

    private char next() {
        if (at >= json.length()) {
            throw malformed();
        }
        return json.charAt(at++);
    }

    private void space() {
        while (at < json.length() && Character.isWhitespace(json.charAt(at))) {
            at++;
        }
    }

    private static IllegalArgumentException malformed() {
        return new IllegalArgumentException("not a stored failure");
    }
}
