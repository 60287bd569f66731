package io.idem4j.client;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The text of the member {@code code} of a JSON object, as far as it can be told without reading the rest of the document: what is
 * not well-formed has no code.
 */
final class ProblemCode {
    private static final String MEMBER = "code";

    private final String json;
    private int at;

    private ProblemCode(String json) {
        this.json = json;
    }

    static Optional<String> in(String json) {
        return new ProblemCode(json).find();
    }

    private Optional<String> find() {
        int depth = 0;
        boolean name = false;
        while (at < json.length()) {
            char c = json.charAt(at);
            switch (c) {
                case '{', '[' -> {
                    depth++;
                    name = depth == 1 && c == '{';
                    at++;
                }
                case '}', ']' -> {
                    depth--;
                    at++;
                }
                case ',' -> {
                    name = depth == 1;
                    at++;
                }
                case '"' -> {
                    String text = string();
                    if (text == null) {
                        return Optional.empty();
                    }
                    if (name && depth == 1 && text.equals(MEMBER)) {
                        return value();
                    }
                    name = false;
                }
                default -> at++;
            }
        }
        return Optional.empty();
    }

    private Optional<String> value() {
        skipSpace();
        if (at >= json.length() || json.charAt(at++) != ':') {
            return Optional.empty();
        }
        skipSpace();
        return at < json.length() && json.charAt(at) == '"' ? Optional.ofNullable(string()) : Optional.empty();
    }

    private void skipSpace() {
        while (at < json.length() && Character.isWhitespace(json.charAt(at))) {
            at++;
        }
    }

    /** What is between the quotes, escapes as they stand; null if it does not end. */
    private @Nullable String string() {
        int begin = ++at;
        while (at < json.length()) {
            char c = json.charAt(at);
            if (c == '"') {
                return json.substring(begin, at++);
            }
            at += c == '\\' ? 2 : 1;
        }
        return null;
    }
}
