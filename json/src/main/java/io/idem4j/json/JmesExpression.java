package io.idem4j.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/** An expression as the grammar has it; answers what it selects of a value. Immutable and thread-safe, as is the input: nothing is changed. */
sealed interface JmesExpression {
    JmesExpression CURRENT = new Current();

    JsonNode of(JsonNode current);

    record Current() implements JmesExpression {
        @Override
        public JsonNode of(JsonNode current) {
            return current;
        }
    }

    record Literal(JsonNode value) implements JmesExpression {
        @Override
        public JsonNode of(JsonNode current) {
            return value;
        }
    }

    record Field(String name) implements JmesExpression {
        @Override
        public JsonNode of(JsonNode current) {
            return orNull(current.isObject() ? current.get(name) : null);
        }
    }

    record Index(JmesExpression left, int index) implements JmesExpression {
        @Override
        public JsonNode of(JsonNode current) {
            JsonNode array = left.of(current);
            int size = array.isArray() ? array.size() : 0;
            int at = index < 0 ? size + index : index;
            return at >= 0 && at < size ? array.get(at) : NullNode.instance;
        }
    }

    record Slice(
            JmesExpression left,
            @Nullable Integer start,
            @Nullable Integer stop,
            int step) implements JmesExpression {
        @Override
        public JsonNode of(JsonNode current) {
            JsonNode array = left.of(current);
            if (!array.isArray()) {
                return NullNode.instance;
            }
            int size = array.size();
            int from = start == null ? (step < 0 ? size - 1 : 0) : within(start, size);
            int to = stop == null ? (step < 0 ? -1 : size) : within(stop, size);
            ArrayNode result = JsonNodeFactory.instance.arrayNode();
            for (long i = from; step > 0 ? i < to : i > to; i += step) {
                result.add(array.get((int) i));
            }
            return result;
        }

        private int within(int index, int size) {
            int at = index < 0 ? Math.max(index + size, step < 0 ? -1 : 0) : index;
            return Math.min(at, step < 0 ? size - 1 : size);
        }
    }

    record Flatten(JmesExpression left) implements JmesExpression {
        @Override
        public JsonNode of(JsonNode current) {
            JsonNode array = left.of(current);
            if (!array.isArray()) {
                return NullNode.instance;
            }
            ArrayNode result = JsonNodeFactory.instance.arrayNode();
            for (JsonNode element : array) {
                if (element.isArray()) {
                    element.forEach(result::add);
                } else {
                    result.add(element);
                }
            }
            return result;
        }
    }

    record Projection(JmesExpression left, JmesExpression right) implements JmesExpression {
        @Override
        public JsonNode of(JsonNode current) {
            JsonNode array = left.of(current);
            return array.isArray() ? project(array, right) : NullNode.instance;
        }
    }

    record ObjectProjection(JmesExpression left, JmesExpression right) implements JmesExpression {
        @Override
        public JsonNode of(JsonNode current) {
            return left.of(current) instanceof ObjectNode object
                    ? project(
                            JsonValues.membersInOrder(object).stream()
                                    .map(Map.Entry::getValue)
                                    .toList(),
                            right)
                    : NullNode.instance;
        }
    }

    record Filter(JmesExpression left, JmesExpression condition, JmesExpression right) implements JmesExpression {
        @Override
        public JsonNode of(JsonNode current) {
            JsonNode array = left.of(current);
            if (!array.isArray()) {
                return NullNode.instance;
            }
            List<JsonNode> chosen = new ArrayList<>();
            for (JsonNode element : array) {
                if (JsonValues.isTrue(condition.of(element))) {
                    chosen.add(element);
                }
            }
            return project(chosen, right);
        }
    }

    record Sub(JmesExpression left, JmesExpression right) implements JmesExpression {
        @Override
        public JsonNode of(JsonNode current) {
            return right.of(left.of(current));
        }
    }

    record Pipe(JmesExpression left, JmesExpression right) implements JmesExpression {
        @Override
        public JsonNode of(JsonNode current) {
            return right.of(left.of(current));
        }
    }

    record Or(JmesExpression left, JmesExpression right) implements JmesExpression {
        @Override
        public JsonNode of(JsonNode current) {
            JsonNode value = left.of(current);
            return JsonValues.isTrue(value) ? value : right.of(current);
        }
    }

    record And(JmesExpression left, JmesExpression right) implements JmesExpression {
        @Override
        public JsonNode of(JsonNode current) {
            JsonNode value = left.of(current);
            return JsonValues.isTrue(value) ? right.of(current) : value;
        }
    }

    record Not(JmesExpression inner) implements JmesExpression {
        @Override
        public JsonNode of(JsonNode current) {
            return BooleanNode.valueOf(!JsonValues.isTrue(inner.of(current)));
        }
    }

    record Comparison(String operator, JmesExpression left, JmesExpression right) implements JmesExpression {
        @Override
        public JsonNode of(JsonNode current) {
            JsonNode a = left.of(current);
            JsonNode b = right.of(current);
            if (operator.equals("==") || operator.equals("!=")) {
                return BooleanNode.valueOf(JsonValues.equal(a, b) == operator.equals("=="));
            }
            if (!a.isNumber() || !b.isNumber()) {
                return NullNode.instance;
            }
            int order = JsonValues.compareNumbers(a, b);
            return BooleanNode.valueOf(
                    switch (operator) {
                        case "<" -> order < 0;
                        case "<=" -> order <= 0;
                        case ">" -> order > 0;
                        default -> order >= 0;
                    });
        }
    }

    record MultiSelectList(List<JmesExpression> elements) implements JmesExpression {
        @Override
        public JsonNode of(JsonNode current) {
            if (current.isNull()) {
                return current;
            }
            ArrayNode result = JsonNodeFactory.instance.arrayNode();
            for (JmesExpression element : elements) {
                result.add(element.of(current));
            }
            return result;
        }
    }

    record MultiSelectHash(Map<String, JmesExpression> members) implements JmesExpression {
        @Override
        public JsonNode of(JsonNode current) {
            if (current.isNull()) {
                return current;
            }
            ObjectNode result = JsonNodeFactory.instance.objectNode();
            members.forEach((name, expression) -> result.set(name, expression.of(current)));
            return result;
        }
    }

    record Call(JmesFunction function, List<JmesExpression> arguments, int position) implements JmesExpression {
        @Override
        public JsonNode of(JsonNode current) {
            return function.call(arguments, current, position);
        }
    }

    /** {@code &expression}: stands among a function's arguments only, and is not evaluated there. */
    record Reference(JmesExpression inner) implements JmesExpression {
        @Override
        public JsonNode of(JsonNode current) {
            return inner.of(current);
        }
    }

    /** What an expression selects of each element, without the nulls. */
    private static JsonNode project(Iterable<JsonNode> elements, JmesExpression right) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        for (JsonNode element : elements) {
            JsonNode value = right.of(element);
            if (!value.isNull()) {
                result.add(value);
            }
        }
        return result;
    }

    private static JsonNode orNull(@Nullable JsonNode node) {
        return node == null ? NullNode.instance : node;
    }
}
