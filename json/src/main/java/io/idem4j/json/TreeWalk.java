package io.idem4j.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NumericNode;

/** Tells a Jackson tree to a {@link CanonicalWriter}. */
final class TreeWalk {
    private TreeWalk() {}

    /** Throws {@link MalformedJsonException} for trees beyond a bound, or with Java objects in them. */
    static void walk(JsonNode root, CanonicalWriter writer) {
        ArrayDeque<Iterator<?>> open = new ArrayDeque<>();
        value(root, writer, open);
        while (!open.isEmpty()) {
            Iterator<?> rest = open.getLast();
            if (!rest.hasNext()) {
                open.removeLast();
                if (rest instanceof Members) {
                    writer.endObject();
                } else {
                    writer.endArray();
                }
            } else if (rest instanceof Members members) {
                Map.Entry<String, JsonNode> member = members.next();
                writer.beginName();
                writer.out().quoted(member.getKey());
                writer.endName(isPlain(member.getKey()));
                value(member.getValue(), writer, open);
            } else {
                value((JsonNode) rest.next(), writer, open);
            }
        }
    }

    private static void value(JsonNode node, CanonicalWriter writer, ArrayDeque<Iterator<?>> open) {
        if (node.isObject()) {
            writer.beginObject();
            open.addLast(new Members(node.properties().iterator()));
        } else if (node.isArray()) {
            writer.beginArray();
            open.addLast(node.iterator());
        } else {
            writer.beginScalar();
            scalar(node, writer);
            writer.endValue();
        }
    }

    private static boolean isPlain(String name) {
        return name.chars().allMatch(c -> c >= 0x20 && c < 0x80 && c != '"' && c != '\\');
    }

    private static void scalar(JsonNode node, CanonicalWriter writer) {
        Utf8Buffer out = writer.out();
        switch (node.getNodeType()) {
            case STRING -> out.quoted(node.stringValue());
            case NUMBER -> number(node, writer);
            case BOOLEAN -> out.ascii(node.booleanValue() ? "true" : "false");
            case NULL, MISSING -> out.ascii("null");
            case BINARY -> out.quoted(node.asString());
            default ->
                throw MalformedJsonException.of("not JSON: the tree holds an object that is no JSON value", null);
        }
    }

    private static void number(JsonNode node, CanonicalWriter writer) {
        if (((NumericNode) node).isNaN()) {
            writer.out().ascii("null");
        } else {
            byte[] json = node.asString().getBytes(StandardCharsets.US_ASCII);
            if (node.isIntegralNumber()) {
                writer.wholeNumber(json);
            } else {
                writer.number(json, 0, json.length);
            }
        }
    }

    private record Members(Iterator<Map.Entry<String, JsonNode>> entries)
            implements Iterator<Map.Entry<String, JsonNode>> {
        @Override
        public boolean hasNext() {
            return entries.hasNext();
        }

        @Override
        public Map.Entry<String, JsonNode> next() {
            return entries.next();
        }
    }
}
