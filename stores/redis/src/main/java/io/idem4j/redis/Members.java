package io.idem4j.redis;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The members of a JSON object as they stand in its text, whatever their values are: found by quotes and brackets
 * alone. Of members with one name the last counts.
 */
final class Members {
    private final String text;
    private int at;

    private Members(String text) {
        this.text = text;
    }

    /** Names, unescaped, with their values' text; {@code IllegalArgumentException} where it is no object. */
    static Map<String, String> of(String text) {
        return new Members(text).read();
    }

    /** The text that a JSON string's text stands for. */
    static String unquoted(String json) {
        Members reader = new Members(json);
        String value = reader.string();
        reader.require(reader.at == json.length());
        return value;
    }

    private Map<String, String> read() {
        Map<String, String> members = new LinkedHashMap<>();
        blanks();
        next('{');
        blanks();
        if (peek() == '}') {
            at++;
        } else {
            do {
                blanks();
                String name = string();
                blanks();
                next(':');
                blanks();
                int from = at;
                value();
                members.put(name, text.substring(from, at));
                blanks();
            } while (take() == ',');
            require(text.charAt(at - 1) == '}');
        }
        blanks();
        require(at == text.length());
        return members;
    }

    private void value() {
        int depth = 0;
        do {
            char c = peek();
            if (c == '"') {
                string();
            } else if (c == '{' || c == '[') {
                depth++;
                at++;
            } else if (c == '}' || c == ']') {
                require(depth > 0);
                depth--;
                at++;
            } else if (depth > 0 && (c == ',' || c == ':' || c <= ' ')) {
                at++;
            } else {
                word();
            }
        } while (depth > 0);
    }

    private void word() {
        int from = at;
        while (at < text.length() && ",:]}[{\" \t\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        require(at > from);
    }

    private String string() {
        next('"');
        StringBuilder value = new StringBuilder();
        for (char c = take(); c != '"'; c = take()) {
            value.append(c == '\\' ? escaped(take()) : c);
        }
        return value.toString();
    }

    private char escaped(char c) {
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> {
                require(at + 4 <= text.length());
                at += 4;
                yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
            }
            default -> c;
        };
    }

    private void blanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() {
        require(at < text.length());
        return text.charAt(at);
    }

    private char take() {
        char c = peek();
        at++;
        return c;
    }

    private void next(char expected) {
        require(take() == expected);
    }

    private void require(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("no JSON object");
        }
    }
}
