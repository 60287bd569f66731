package io.idem4j.json;

import io.idem4j.json.JmesPathException.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A function with the types that it takes.
 *
 * @param parameters one for each argument
 * @param variadic whether the last parameter may be repeated
 */
record JmesFunction(String name, List<Parameter> parameters, boolean variadic, Body body) {
    /** Which arguments a parameter takes; arrays also by the type of their elements, which is then one for all. */
    enum Parameter {
        ANY,
        NUMBER,
        STRING,
        OBJECT,
        ARRAY,
        STRING_OR_ARRAY,
        STRING_ARRAY_OR_OBJECT,
        NUMBERS,
        STRINGS,
        NUMBERS_OR_STRINGS,
        EXPRESSION
    }

    /** What the function does. {@code expression} is the one argument that is an expression, if there is one. */
    @FunctionalInterface
    interface Body {
        JsonNode apply(List<JsonNode> values, @Nullable Keyed expression) throws Exception;
    }

    /** An expression to be applied to elements. */
    @FunctionalInterface
    interface Keyed {
        JsonNode of(JsonNode element);
    }

    /** An argument has no type that fits. */
    static final class BadType extends Exception {
        private static final long serialVersionUID = 1L;

        BadType(String message) {
            super(message, null, false, false);
        }
    }

    static JmesFunction ofValues(String name, int arguments, Function<List<JsonNode>, JsonNode> body) {
        return new JmesFunction(
                name,
                Collections.nCopies(arguments, Parameter.ANY),
                false,
                (values, expression) -> Objects.requireNonNull(body.apply(values), "result"));
    }

    void checkCount(int count, int position) {
        int wanted = parameters.size();
        if (variadic ? count < wanted : count != wanted) {
            throw new JmesPathException(
                    Kind.INVALID_ARITY,
                    position,
                    name + "() takes " + (variadic ? "at least " : "") + wanted + " arguments, not " + count,
                    null);
        }
    }

    JsonNode call(List<JmesExpression> arguments, JsonNode current, int position) {
        List<JsonNode> values = new ArrayList<>(arguments.size());
        Keyed expression = null;
        for (int i = 0; i < arguments.size(); i++) {
            Parameter parameter = parameters.get(Math.min(i, parameters.size() - 1));
            boolean reference = arguments.get(i) instanceof JmesExpression.Reference;
            if (reference != (parameter == Parameter.EXPRESSION)) {
                throw badType(i, position, reference ? "an expression" : "a value");
            }
            if (reference) {
                expression = arguments.get(i)::of;
            } else {
                JsonNode value = arguments.get(i).of(current);
                if (!takes(parameter, value)) {
                    throw badType(i, position, "of type " + JsonValues.type(value));
                }
                values.add(value);
            }
        }
        try {
            return body.apply(values, expression);
        } catch (JmesPathException e) {
            throw e;
        } catch (BadType e) {
            throw new JmesPathException(Kind.INVALID_TYPE, position, name + "(): " + e.getMessage(), null);
        } catch (MalformedJsonException e) {
            throw new JmesPathException(Kind.INVALID_VALUE, position, name + "(): " + e.getMessage(), e);
        } catch (Exception e) {
            Throwable cause = e instanceof JacksonException quoting ? JsonFault.of(quoting) : e;
            throw new JmesPathException(
                    Kind.INVALID_VALUE, position, name + "(): " + e.getClass().getName(), cause);
        }
    }

    private JmesPathException badType(int argument, int position, String found) {
        return new JmesPathException(
                Kind.INVALID_TYPE, position, "argument " + (argument + 1) + " of " + name + "() is " + found, null);
    }

    private static boolean takes(Parameter parameter, JsonNode value) {
        return switch (parameter) {
            case ANY -> true;
            case NUMBER -> value.isNumber();
            case STRING -> value.isString();
            case OBJECT -> value.isObject();
            case ARRAY -> value.isArray();
            case STRING_OR_ARRAY -> value.isString() || value.isArray();
            case STRING_ARRAY_OR_OBJECT -> value.isString() || value.isContainer();
            case NUMBERS -> value.isArray() && value.valueStream().allMatch(JsonNode::isNumber);
            case STRINGS -> value.isArray() && value.valueStream().allMatch(JsonNode::isString);
            case NUMBERS_OR_STRINGS -> takes(Parameter.NUMBERS, value) || takes(Parameter.STRINGS, value);
            case EXPRESSION -> false;
        };
    }
}
