package io.idem4j.json;

import io.idem4j.json.JmesPathException.Kind;
import io.idem4j.json.JmesToken.Symbol;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Splits an expression into tokens. */
final class JmesLexer {
    /** A tree of expressions has no more levels than it has tokens: this bounds the stack that it takes. */
    private static final int MAX_TOKENS = 1_000;

    private final String text;
    private final List<JmesToken> tokens = new ArrayList<>();
    private int at;

    private JmesLexer(String text) {
        this.text = text;
    }

    /** All tokens, the last of them {@link Symbol#END}. */
    static List<JmesToken> tokens(String expression) {
        return new JmesLexer(expression).all();
    }

    private List<JmesToken> all() {
        while (at < text.length()) {
            if (tokens.size() == MAX_TOKENS) {
                throw fault(at, "the expression has more than " + MAX_TOKENS + " tokens");
            }
            char c = text.charAt(at);
            if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
                at++;
            } else {
                token(c);
            }
        }
        add(Symbol.END, at, "", null);
        return tokens;
    }

    private void token(char c) {
        switch (c) {
            case '.' -> operator(Symbol.DOT, 1);
            case '*' -> operator(Symbol.STAR, 1);
            case ']' -> operator(Symbol.CLOSE_BRACKET, 1);
            case ',' -> operator(Symbol.COMMA, 1);
            case ':' -> operator(Symbol.COLON, 1);
            case '@' -> operator(Symbol.CURRENT, 1);
            case '(' -> operator(Symbol.OPEN_PAREN, 1);
            case ')' -> operator(Symbol.CLOSE_PAREN, 1);
            case '{' -> operator(Symbol.OPEN_BRACE, 1);
            case '}' -> operator(Symbol.CLOSE_BRACE, 1);
            case '[' -> {
                switch (next()) {
                    case ']' -> operator(Symbol.FLATTEN, 2);
                    case '?' -> operator(Symbol.FILTER, 2);
                    default -> operator(Symbol.OPEN_BRACKET, 1);
                }
            }
            case '&' -> operator(next() == '&' ? Symbol.AND : Symbol.REFERENCE, next() == '&' ? 2 : 1);
            case '|' -> operator(next() == '|' ? Symbol.OR : Symbol.PIPE, next() == '|' ? 2 : 1);
            case '<', '>' -> operator(Symbol.COMPARATOR, next() == '=' ? 2 : 1);
            case '!' -> operator(next() == '=' ? Symbol.COMPARATOR : Symbol.NOT, next() == '=' ? 2 : 1);
            case '=' -> {
                if (next() != '=') {
                    throw fault(at, "'=' is no operator, '==' is");
                }
                operator(Symbol.COMPARATOR, 2);
            }
            case '"' -> quoted();
            case '\'' -> raw();
            case '`' -> literal();
            default -> word(c);
        }
    }

    private void word(char c) {
        int start = at;
        if (isLetter(c)) {
            while (at < text.length() && (isLetter(text.charAt(at)) || isDigit(text.charAt(at)))) {
                at++;
            }
            add(Symbol.IDENTIFIER, start, text.substring(start, at), null);
        } else if (isDigit(c) || (c == '-' && isDigit(next()))) {
            at++;
            while (at < text.length() && isDigit(text.charAt(at))) {
                at++;
            }
            add(Symbol.NUMBER, start, text.substring(start, at), null);
        } else {
            throw fault(at, "unexpected character " + Character.getName(text.codePointAt(at)));
        }
    }

    private void quoted() {
        int start = at;
        String json = delimited('"');
        add(Symbol.QUOTED, start, json(start, '"' + json + '"').stringValue(), null);
    }

    /** Only {@code \'} is an escape; any other backslash stands for itself. */
    private void raw() {
        int start = at;
        String raw = delimited('\'');
        StringBuilder value = new StringBuilder(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c != '\\') {
                value.append(c);
            } else if (raw.charAt(i + 1) == '\'') {
                value.append(raw.charAt(++i));
            } else {
                value.append(c).append(raw.charAt(++i));
            }
        }
        add(Symbol.LITERAL, start, text.substring(start, at), JsonNodeFactory.instance.stringNode(value.toString()));
    }

    private void literal() {
        int start = at;
        String json = delimited('`').replace("\\`", "`");
        add(Symbol.LITERAL, start, text.substring(start, at), json(start, json));
    }

    /** What stands between two of these marks; a backslash keeps the next character from being one. */
    private String delimited(char mark) {
        int start = at;
        at++;
        while (at < text.length() && text.charAt(at) != mark) {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        if (at >= text.length()) {
            throw fault(start, "the closing " + mark + " is missing");
        }
        return text.substring(start + 1, at++);
    }

    private JsonNode json(int start, String json) {
        try {
            return JsonTrees.EXACT.parse(json);
        } catch (MalformedJsonException e) {
            throw new JmesPathException(Kind.SYNTAX, start, "what stands between the marks is no JSON", e);
        }
    }

    private char next() {
        return at + 1 < text.length() ? text.charAt(at + 1) : 0;
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private void operator(Symbol type, int length) {
        add(type, at, text.substring(at, at + length), null);
        at += length;
    }

    private void add(Symbol type, int position, String shown, @Nullable JsonNode literal) {
        tokens.add(new JmesToken(type, position, shown, literal));
    }

    private static JmesPathException fault(int position, String message) {
        return new JmesPathException(Kind.SYNTAX, position, message, null);
    }
}
