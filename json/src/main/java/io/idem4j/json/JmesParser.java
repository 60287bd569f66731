package io.idem4j.json;

import io.idem4j.json.JmesPathException.Kind;
import io.idem4j.json.JmesToken.Symbol;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** Makes an expression of tokens, by the binding power of each (top-down operator precedence). */
final class JmesParser {
    /** Below this, what follows a projection belongs to the whole and not to each of its elements. */
    private static final int PROJECTION_STOP = 10;

    private final List<JmesToken> tokens;
    private final Supplier<JmesFunctions> functions;
    private int at;

    private JmesParser(List<JmesToken> tokens, Supplier<JmesFunctions> functions) {
        this.tokens = tokens;
        this.functions = functions;
    }

    static JmesExpression parse(String expression, Supplier<JmesFunctions> functions) {
        JmesParser parser = new JmesParser(JmesLexer.tokens(expression), functions);
        JmesExpression result = parser.expression(0);
        if (parser.type() != Symbol.END) {
            throw parser.unexpected();
        }
        return result;
    }

    private JmesExpression expression(int power) {
        JmesExpression left = start(take());
        while (power < type().power) {
            left = after(left, take());
        }
        return left;
    }

    /** An expression that begins with this token. */
    private JmesExpression start(JmesToken token) {
        return switch (token.type()) {
            case LITERAL -> new JmesExpression.Literal(Objects.requireNonNull(token.literal()));
            case IDENTIFIER -> type() == Symbol.OPEN_PAREN ? function(token) : new JmesExpression.Field(token.text());
            case QUOTED -> {
                if (type() == Symbol.OPEN_PAREN) {
                    throw fault(token, "a function's name must not be quoted");
                }
                yield new JmesExpression.Field(token.text());
            }
            case STAR -> new JmesExpression.ObjectProjection(JmesExpression.CURRENT, starRight());
            case CURRENT -> JmesExpression.CURRENT;
            case NOT -> new JmesExpression.Not(expression(Symbol.NOT.power));
            case OPEN_PAREN -> {
                JmesExpression inner = expression(0);
                expect(Symbol.CLOSE_PAREN);
                yield inner;
            }
            case OPEN_BRACE -> hash();
            case FLATTEN, FILTER -> after(JmesExpression.CURRENT, token);
            case OPEN_BRACKET -> isIndex() ? bracket(JmesExpression.CURRENT) : list();
            default -> {
                at--;
                throw unexpected();
            }
        };
    }

    /** An expression that goes on with this token after another. */
    private JmesExpression after(JmesExpression left, JmesToken token) {
        return switch (token.type()) {
            case DOT -> {
                if (type() == Symbol.STAR) {
                    at++;
                    yield new JmesExpression.ObjectProjection(left, right(Symbol.STAR.power));
                }
                yield new JmesExpression.Sub(left, dotted(Symbol.DOT.power));
            }
            case PIPE -> new JmesExpression.Pipe(left, expression(Symbol.PIPE.power));
            case OR -> new JmesExpression.Or(left, expression(Symbol.OR.power));
            case AND -> new JmesExpression.And(left, expression(Symbol.AND.power));
            case COMPARATOR -> new JmesExpression.Comparison(token.text(), left, expression(Symbol.COMPARATOR.power));
            case FLATTEN ->
                new JmesExpression.Projection(new JmesExpression.Flatten(left), right(Symbol.FLATTEN.power));
            case FILTER -> {
                JmesExpression condition = expression(0);
                expect(Symbol.CLOSE_BRACKET);
                yield new JmesExpression.Filter(
                        left,
                        condition,
                        type() == Symbol.FLATTEN ? JmesExpression.CURRENT : right(Symbol.FILTER.power));
            }
            case OPEN_BRACKET -> {
                if (!isIndex()) {
                    throw unexpected();
                }
                yield bracket(left);
            }
            default -> {
                at--;
                throw unexpected();
            }
        };
    }

    private JmesExpression starRight() {
        return type() == Symbol.CLOSE_BRACKET ? JmesExpression.CURRENT : right(Symbol.STAR.power);
    }

    /** What a projection applies to each of its elements. */
    private JmesExpression right(int power) {
        return switch (type()) {
            case OPEN_BRACKET, FILTER -> expression(power);
            case DOT -> {
                at++;
                yield dotted(power);
            }
            default -> {
                if (type().power >= PROJECTION_STOP) {
                    throw unexpected();
                }
                yield JmesExpression.CURRENT;
            }
        };
    }

    private JmesExpression dotted(int power) {
        return switch (type()) {
            case IDENTIFIER, QUOTED, STAR -> expression(power);
            case OPEN_BRACKET -> {
                at++;
                yield list();
            }
            case OPEN_BRACE -> {
                at++;
                yield hash();
            }
            default -> throw unexpected();
        };
    }

    private boolean isIndex() {
        return type() == Symbol.NUMBER
                || type() == Symbol.COLON
                || (type() == Symbol.STAR && tokens.get(at + 1).type() == Symbol.CLOSE_BRACKET);
    }

    /** {@code [1]}, {@code [1:2]} or {@code [*]}, its opening bracket taken. */
    private JmesExpression bracket(JmesExpression left) {
        if (type() == Symbol.STAR) {
            at += 2;
            return new JmesExpression.Projection(left, right(Symbol.STAR.power));
        }
        JmesToken first = tokens.get(at);
        Integer[] parts = new Integer[3];
        int colons = 0;
        while (type() != Symbol.CLOSE_BRACKET) {
            JmesToken token = take();
            if (token.type() == Symbol.COLON && colons < 2) {
                colons++;
            } else if (token.type() == Symbol.NUMBER && parts[colons] == null) {
                parts[colons] = number(token);
            } else {
                at--;
                throw unexpected();
            }
        }
        at++;
        if (colons == 0) {
            return new JmesExpression.Index(left, Objects.requireNonNull(parts[0]));
        }
        if (parts[2] != null && parts[2] == 0) {
            throw new JmesPathException(Kind.INVALID_VALUE, first.position(), "a slice's step must not be 0", null);
        }
        return new JmesExpression.Projection(
                new JmesExpression.Slice(left, parts[0], parts[1], parts[2] == null ? 1 : parts[2]),
                right(Symbol.STAR.power));
    }

    private static Integer number(JmesToken token) {
        try {
            return Integer.valueOf(token.text());
        } catch (NumberFormatException e) {
            throw fault(token, "an index must fit 32 bits");
        }
    }

    private JmesExpression list() {
        List<JmesExpression> elements = new ArrayList<>();
        do {
            elements.add(expression(0));
        } while (comma(Symbol.CLOSE_BRACKET));
        return new JmesExpression.MultiSelectList(List.copyOf(elements));
    }

    private JmesExpression hash() {
        Map<String, JmesExpression> members = new LinkedHashMap<>();
        do {
            JmesToken name = take();
            if (name.type() != Symbol.IDENTIFIER && name.type() != Symbol.QUOTED) {
                at--;
                throw unexpected();
            }
            expect(Symbol.COLON);
            members.put(name.text(), expression(0));
        } while (comma(Symbol.CLOSE_BRACE));
        return new JmesExpression.MultiSelectHash(members);
    }

    private JmesExpression function(JmesToken name) {
        at++;
        List<JmesExpression> arguments = new ArrayList<>();
        if (type() == Symbol.CLOSE_PAREN) {
            at++;
        } else {
            do {
                if (type() == Symbol.REFERENCE) {
                    at++;
                    arguments.add(new JmesExpression.Reference(expression(0)));
                } else {
                    arguments.add(expression(0));
                }
            } while (comma(Symbol.CLOSE_PAREN));
        }
        JmesFunction function = functions.get().find(name.text());
        if (function == null) {
            throw new JmesPathException(
                    Kind.UNKNOWN_FUNCTION, name.position(), "there is no function " + name.text() + "()", null);
        }
        function.checkCount(arguments.size(), name.position());
        return new JmesExpression.Call(function, List.copyOf(arguments), name.position());
    }

    /** True after a comma, false after the end. */
    private boolean comma(Symbol end) {
        JmesToken token = take();
        if (token.type() != Symbol.COMMA && token.type() != end) {
            at--;
            throw unexpected();
        }
        return token.type() == Symbol.COMMA;
    }

    private void expect(Symbol type) {
        if (type() != type) {
            throw unexpected();
        }
        at++;
    }

    private Symbol type() {
        return tokens.get(at).type();
    }

    private JmesToken take() {
        return tokens.get(at++);
    }

    private JmesPathException unexpected() {
        return fault(tokens.get(at), "unexpected " + tokens.get(at).shown());
    }

    private static JmesPathException fault(JmesToken token, String message) {
        return new JmesPathException(Kind.SYNTAX, token.position(), message, null);
    }
}
