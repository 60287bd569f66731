package io.idem4j.json;

import java.util.Objects;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * A compiled JMESPath expression, as the specification at jmespath.org has it. Immutable and thread-safe. Besides the
 * specification's functions it knows {@code powertools_json}, {@code powertools_base64} and
 * {@code powertools_base64_gzip}; {@link Selector#function} adds more.
 *
 * <p>Where the specification leaves a choice: members are enumerated as ECMAScript does (array indexes first, by value,
 * then as they came); whole numbers are exact, others doubles; numbers are written as ECMAScript writes them.
 */
public final class JmesPath {
    private final String expression;
    private final JmesExpression compiled;

    /** The functions are asked for where the expression calls one, and not before. */
    JmesPath(String expression, Supplier<JmesFunctions> functions) {
        this.expression = Objects.requireNonNull(expression, "expression");
        this.compiled = JmesParser.parse(expression, functions);
    }

    /** Throws {@link JmesPathException} with the position of what is wrong. */
    public static JmesPath compile(String expression) {
        return new JmesPath(expression, () -> PowertoolsFunctions.STANDARD);
    }

    /**
     * What the expression selects, {@code NullNode} for nothing; shares parts with the document, and changes nothing.
     *
     * @throws JmesPathException if a function is given what it does not take
     */
    public JsonNode search(JsonNode document) {
        return compiled.of(document);
    }

    /** The expression as it was given. */
    @Override
    public String toString() {
        return expression;
    }
}
