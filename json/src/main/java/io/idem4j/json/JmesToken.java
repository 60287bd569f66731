package io.idem4j.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One token of an expression.
 *
 * @param text an identifier's name or an operator as written; a number's digits
 * @param literal the value of a literal or raw string
 */
record JmesToken(
        Symbol type, int position, String text, @Nullable JsonNode literal) {
    /** {@code power}: how tightly it binds what stands before it; 0 where nothing may stand before it. */
    enum Symbol {
        END(0),
        IDENTIFIER(0),
        QUOTED(0),
        LITERAL(0),
        NUMBER(0),
        CLOSE_BRACKET(0),
        CLOSE_PAREN(0),
        CLOSE_BRACE(0),
        COMMA(0),
        COLON(0),
        CURRENT(0),
        REFERENCE(0),
        PIPE(1),
        OR(2),
        AND(3),
        COMPARATOR(5),
        FLATTEN(9),
        STAR(20),
        FILTER(21),
        DOT(40),
        NOT(45),
        OPEN_BRACE(50),
        OPEN_BRACKET(55),
        OPEN_PAREN(60);

        final int power;

        Symbol(int power) {
            this.power = power;
        }
    }

    String shown() {
        return type == Symbol.END ? "end of expression" : "'" + text + "'";
    }
}
