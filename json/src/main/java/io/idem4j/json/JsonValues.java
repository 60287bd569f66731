package io.idem4j.json;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What JMESPath means by type, truth, equality and order of JSON values. */
final class JsonValues {
    private static final double EXACT = 0x1p53;

    private JsonValues() {}

    static String type(JsonNode node) {
        return switch (node.getNodeType()) {
            case STRING, BINARY -> "string";
            case NUMBER -> "number";
            case BOOLEAN -> "boolean";
            case ARRAY -> "array";
            case OBJECT -> "object";
            default -> "null";
        };
    }

    /** All but null, false, and the empty string, array and object. */
    static boolean isTrue(JsonNode node) {
        return switch (node.getNodeType()) {
            case STRING -> !node.stringValue().isEmpty();
            case BOOLEAN -> node.booleanValue();
            case ARRAY, OBJECT -> !node.isEmpty();
            case NUMBER, BINARY -> true;
            default -> false;
        };
    }

    static boolean equal(JsonNode a, JsonNode b) {
        return equal(a, b, 0);
    }

    private static boolean equal(JsonNode a, JsonNode b, int depth) {
        if (depth > CanonicalJson.MAX_DEPTH) {
            throw MalformedJsonException.tooDeep();
        }
        if (a.isNumber() && b.isNumber()) {
            return compareNumbers(a, b) == 0;
        }
        if (a.isArray() && b.isArray()) {
            boolean same = a.size() == b.size();
            Iterator<JsonNode> others = b.iterator();
            for (Iterator<JsonNode> i = a.iterator(); same && i.hasNext(); ) {
                same = equal(i.next(), others.next(), depth + 1);
            }
            return same;
        }
        if (a.isObject() && b.isObject()) {
            boolean same = a.size() == b.size();
            for (Iterator<Map.Entry<String, JsonNode>> i = a.properties().iterator(); same && i.hasNext(); ) {
                Map.Entry<String, JsonNode> member = i.next();
                JsonNode other = b.get(member.getKey());
                same = other != null && equal(member.getValue(), other, depth + 1);
            }
            return same;
        }
        return a.equals(b);
    }

    /** The nearest double, infinite where there is none: Jackson's own conversion throws there, and quotes the number. */
    static double asDouble(JsonNode number) {
        return switch (number.numberType()) {
            case BIG_INTEGER -> number.bigIntegerValue().doubleValue();
            case BIG_DECIMAL -> number.decimalValue().doubleValue();
            default -> number.doubleValue();
        };
    }

    /** Whole numbers exactly, others as doubles. */
    static int compareNumbers(JsonNode a, JsonNode b) {
        if (a.isIntegralNumber() && b.isIntegralNumber()) {
            return a.canConvertToLong() && b.canConvertToLong()
                    ? Long.compare(a.longValue(), b.longValue())
                    : a.bigIntegerValue().compareTo(b.bigIntegerValue());
        }
        double x = asDouble(a);
        double y = asDouble(b);
        return x == y ? 0 : Double.compare(x, y);
    }

    /** By code point, as all of JMESPath's strings. */
    static int compareStrings(String a, String b) {
        int common = Math.min(a.length(), b.length());
        for (int i = 0; i < common; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                return Character.isSurrogate(x) == Character.isSurrogate(y)
                        ? Character.compare(x, y)
                        : Boolean.compare(Character.isSurrogate(x), Character.isSurrogate(y));
            }
        }
        return a.length() - b.length();
    }

    /** A double, or the whole number that it is. */
    static JsonNode number(double value) {
        return value == Math.rint(value) && Math.abs(value) <= EXACT
                ? JsonNodeFactory.instance.numberNode((long) value)
                : JsonNodeFactory.instance.numberNode(value);
    }

    static JsonNode number(BigInteger value) {
        return value.bitLength() < Long.SIZE
                ? JsonNodeFactory.instance.numberNode(value.longValue())
                : JsonNodeFactory.instance.numberNode(value);
    }

    /** The members as ECMAScript enumerates them: array indexes first, by value, then the rest as they came. */
    static List<Map.Entry<String, JsonNode>> membersInOrder(ObjectNode object) {
        List<Map.Entry<String, JsonNode>> members = new ArrayList<>(object.properties());
        members.sort(Comparator.comparing(member -> index(member.getKey()), Integer::compareUnsigned));
        return members;
    }

    private static int index(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return Member.index(bytes, 0, bytes.length);
    }

    /** JSON text in ECMAScript's spelling, whole numbers digit by digit, members as {@link #membersInOrder} has them. */
    static String text(JsonNode node) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        TreeWalk.walk(node, new CanonicalWriter(text::write, Integer.MAX_VALUE, 0, false));
        return text.toString(StandardCharsets.UTF_8);
    }
}
