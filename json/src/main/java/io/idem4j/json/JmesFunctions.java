package io.idem4j.json;

import io.idem4j.json.JmesFunction.BadType;
import io.idem4j.json.JmesFunction.Body;
import io.idem4j.json.JmesFunction.Keyed;
import io.idem4j.json.JmesFunction.Parameter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/** Functions by name: those of the specification, and what is added. Immutable and thread-safe. */
final class JmesFunctions {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Pattern JSON_NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    private static final int EXACT_DIGITS = 1_000;

    /** The specification's. */
    static final JmesFunctions BUILT_IN = new JmesFunctions(Map.of());

    private final Map<String, JmesFunction> added;

    private JmesFunctions(Map<String, JmesFunction> added) {
        this.added = added;
    }

    @Nullable JmesFunction find(String name) {
        JmesFunction own = added.get(name);
        return own == null ? builtIn(name) : own;
    }

    JmesFunctions with(JmesFunction function) {
        Map<String, JmesFunction> more = new HashMap<>(added);
        more.put(function.name(), function);
        return new JmesFunctions(Map.copyOf(more));
    }

    private static @Nullable JmesFunction builtIn(String name) {
        return switch (name) {
            case "abs" -> function(name, (v, e) -> abs(v.get(0)), Parameter.NUMBER);
            case "avg" ->
                function(
                        name,
                        (v, e) -> v.get(0).isEmpty()
                                ? NullNode.instance
                                : JsonValues.number(sum(v.get(0)) / v.get(0).size()),
                        Parameter.NUMBERS);
            case "ceil" ->
                function(name, (v, e) -> whole(v.get(0), Math.ceil(JsonValues.asDouble(v.get(0)))), Parameter.NUMBER);
            case "contains" ->
                function(
                        name,
                        (v, e) -> BooleanNode.valueOf(contains(v.get(0), v.get(1))),
                        Parameter.STRING_OR_ARRAY,
                        Parameter.ANY);
            case "ends_with" ->
                function(
                        name,
                        (v, e) -> BooleanNode.valueOf(
                                v.get(0).stringValue().endsWith(v.get(1).stringValue())),
                        Parameter.STRING,
                        Parameter.STRING);
            case "floor" ->
                function(name, (v, e) -> whole(v.get(0), Math.floor(JsonValues.asDouble(v.get(0)))), Parameter.NUMBER);
            case "join" ->
                function(name, (v, e) -> join(v.get(0).stringValue(), v.get(1)), Parameter.STRING, Parameter.STRINGS);
            case "keys" -> function(name, (v, e) -> keys((ObjectNode) v.get(0)), Parameter.OBJECT);
            case "length" ->
                function(name, (v, e) -> NODES.numberNode(length(v.get(0))), Parameter.STRING_ARRAY_OR_OBJECT);
            case "map" ->
                function(
                        name,
                        (v, e) -> map(v.get(0), Objects.requireNonNull(e)),
                        Parameter.EXPRESSION,
                        Parameter.ARRAY);
            case "max" -> function(name, (v, e) -> extreme(v.get(0), value -> value, 1), Parameter.NUMBERS_OR_STRINGS);
            case "max_by" ->
                function(
                        name,
                        (v, e) -> extreme(v.get(0), Objects.requireNonNull(e), 1),
                        Parameter.ARRAY,
                        Parameter.EXPRESSION);
            case "merge" -> variadic(name, (v, e) -> merge(v), Parameter.OBJECT);
            case "min" -> function(name, (v, e) -> extreme(v.get(0), value -> value, -1), Parameter.NUMBERS_OR_STRINGS);
            case "min_by" ->
                function(
                        name,
                        (v, e) -> extreme(v.get(0), Objects.requireNonNull(e), -1),
                        Parameter.ARRAY,
                        Parameter.EXPRESSION);
            case "not_null" ->
                variadic(
                        name,
                        (v, e) -> v.stream()
                                .filter(value -> !value.isNull())
                                .findFirst()
                                .orElse(NullNode.instance),
                        Parameter.ANY);
            case "reverse" -> function(name, (v, e) -> reverse(v.get(0)), Parameter.STRING_OR_ARRAY);
            case "sort" -> function(name, (v, e) -> sort(v.get(0), value -> value), Parameter.NUMBERS_OR_STRINGS);
            case "sort_by" ->
                function(
                        name,
                        (v, e) -> sort(v.get(0), Objects.requireNonNull(e)),
                        Parameter.ARRAY,
                        Parameter.EXPRESSION);
            case "starts_with" ->
                function(
                        name,
                        (v, e) -> BooleanNode.valueOf(
                                v.get(0).stringValue().startsWith(v.get(1).stringValue())),
                        Parameter.STRING,
                        Parameter.STRING);
            case "sum" -> function(name, (v, e) -> JsonValues.number(sum(v.get(0))), Parameter.NUMBERS);
            case "to_array" ->
                function(
                        name,
                        (v, e) -> v.get(0).isArray()
                                ? v.get(0)
                                : NODES.arrayNode().add(v.get(0)),
                        Parameter.ANY);
            case "to_number" -> function(name, (v, e) -> number(v.get(0)), Parameter.ANY);
            case "to_string" ->
                function(
                        name,
                        (v, e) -> v.get(0).isString() ? v.get(0) : NODES.stringNode(JsonValues.text(v.get(0))),
                        Parameter.ANY);
            case "type" -> function(name, (v, e) -> NODES.stringNode(JsonValues.type(v.get(0))), Parameter.ANY);
            case "values" -> function(name, (v, e) -> values((ObjectNode) v.get(0)), Parameter.OBJECT);
            default -> null;
        };
    }

    private static JmesFunction function(String name, Body body, Parameter... parameters) {
        return new JmesFunction(name, List.of(parameters), false, body);
    }

    private static JmesFunction variadic(String name, Body body, Parameter parameter) {
        return new JmesFunction(name, List.of(parameter), true, body);
    }

    private static JsonNode abs(JsonNode number) {
        return number.isIntegralNumber()
                ? JsonValues.number(number.bigIntegerValue().abs())
                : JsonValues.number(Math.abs(JsonValues.asDouble(number)));
    }

    private static JsonNode whole(JsonNode number, double rounded) {
        return number.isIntegralNumber() ? number : JsonValues.number(rounded);
    }

    private static double sum(JsonNode numbers) {
        double sum = 0;
        for (JsonNode number : numbers) {
            sum += JsonValues.asDouble(number);
        }
        return sum;
    }

    private static boolean contains(JsonNode subject, JsonNode search) {
        return subject.isString()
                ? search.isString() && subject.stringValue().contains(search.stringValue())
                : subject.valueStream().anyMatch(element -> JsonValues.equal(element, search));
    }

    private static JsonNode join(String glue, JsonNode strings) {
        return NODES.stringNode(String.join(
                glue, strings.valueStream().map(JsonNode::stringValue).toList()));
    }

    private static JsonNode keys(ObjectNode object) {
        ArrayNode keys = NODES.arrayNode();
        JsonValues.membersInOrder(object).forEach(member -> keys.add(member.getKey()));
        return keys;
    }

    private static JsonNode values(ObjectNode object) {
        ArrayNode values = NODES.arrayNode();
        JsonValues.membersInOrder(object).forEach(member -> values.add(member.getValue()));
        return values;
    }

    private static int length(JsonNode node) {
        return node.isString()
                ? node.stringValue().codePointCount(0, node.stringValue().length())
                : node.size();
    }

    private static JsonNode map(JsonNode array, Keyed expression) {
        return array(array.valueStream().map(expression::of).toList());
    }

    private static JsonNode merge(List<JsonNode> objects) {
        ObjectNode merged = NODES.objectNode();
        objects.forEach(object -> merged.setAll((ObjectNode) object));
        return merged;
    }

    private static JsonNode reverse(JsonNode node) {
        if (node.isString()) {
            return NODES.stringNode(
                    new StringBuilder(node.stringValue()).reverse().toString());
        }
        List<JsonNode> reversed = new ArrayList<>(node.valueStream().toList());
        Collections.reverse(reversed);
        return array(reversed);
    }

    private static JsonNode number(JsonNode node) {
        if (!node.isString()) {
            return node.isNumber() ? node : NullNode.instance;
        }
        String text = node.stringValue();
        if (!JSON_NUMBER.matcher(text).matches()) {
            return NullNode.instance;
        }
        return text.length() > EXACT_DIGITS ? JsonValues.number(Double.parseDouble(text)) : JsonTrees.EXACT.parse(text);
    }

    private static JsonNode array(Iterable<JsonNode> elements) {
        ArrayNode array = NODES.arrayNode();
        elements.forEach(array::add);
        return array;
    }

    /** The element whose key is the largest (sign 1) or smallest (-1), of equal ones the first; null of none. */
    private static JsonNode extreme(JsonNode array, Keyed expression, int sign) throws BadType {
        Entry found = null;
        for (Entry entry : keyed(array, expression)) {
            if (found == null || sign * Entry.ORDER.compare(entry, found) > 0) {
                found = entry;
            }
        }
        return found == null ? NullNode.instance : found.element;
    }

    private static JsonNode sort(JsonNode array, Keyed expression) throws BadType {
        List<Entry> entries = keyed(array, expression);
        entries.sort(Entry.ORDER);
        return array(entries.stream().map(Entry::element).toList());
    }

    /** Elements with their keys, which are all numbers or all strings. */
    private static List<Entry> keyed(JsonNode array, Keyed expression) throws BadType {
        List<Entry> entries = new ArrayList<>(array.size());
        for (JsonNode element : array) {
            JsonNode key = expression.of(element);
            boolean fits = entries.isEmpty()
                    ? key.isNumber() || key.isString()
                    : key.isNumber() == entries.get(0).key.isNumber() && (key.isNumber() || key.isString());
            if (!fits) {
                throw new BadType("the expression must give numbers only or strings only");
            }
            entries.add(new Entry(key, element));
        }
        return entries;
    }

    private record Entry(JsonNode key, JsonNode element) {
        static final Comparator<Entry> ORDER = (a, b) -> a.key.isNumber()
                ? JsonValues.compareNumbers(a.key, b.key)
                : JsonValues.compareStrings(a.key.stringValue(), b.key.stringValue());
    }
}
