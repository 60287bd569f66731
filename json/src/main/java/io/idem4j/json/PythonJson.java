package io.idem4j.json;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What Python's {@code json.dumps(value, sort_keys=True)} prints, for values that {@code json.loads} made. */
final class PythonJson {
    private static final int FIXED_MAX = 16;
    private static final int FIXED_MIN = -4;

    private final StringBuilder out = new StringBuilder();
    private final ShortestDouble shortest = new ShortestDouble();

    private PythonJson() {}

    static String text(JsonNode value) {
        PythonJson json = new PythonJson();
        json.value(value, 0);
        return json.out.toString();
    }

    private void value(JsonNode node, int depth) {
        if (depth > CanonicalJson.MAX_DEPTH) {
            throw MalformedJsonException.tooDeep();
        }
        switch (node.getNodeType()) {
            case OBJECT -> object(node, depth);
            case ARRAY -> array(node, depth);
            case STRING -> string(node.stringValue());
            case NUMBER -> number(node);
            case BOOLEAN -> out.append(node.booleanValue());
            case NULL, MISSING -> out.append("null");
            default -> throw MalformedJsonException.of("the tree holds an object that is no JSON value", null);
        }
    }

    private void object(JsonNode node, int depth) {
        out.append('{');
        String separator = "";
        for (Map.Entry<String, JsonNode> member : node.properties().stream()
                .sorted((a, b) -> JsonValues.compareStrings(a.getKey(), b.getKey()))
                .toList()) {
            out.append(separator);
            string(member.getKey());
            out.append(": ");
            value(member.getValue(), depth + 1);
            separator = ", ";
        }
        out.append('}');
    }

    private void array(JsonNode node, int depth) {
        out.append('[');
        String separator = "";
        for (JsonNode element : node) {
            out.append(separator);
            value(element, depth + 1);
            separator = ", ";
        }
        out.append(']');
    }

    private void string(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c >= ' ' && c <= '~') {
                        out.append(c);
                    } else {
                        out.append("\\u");
                        for (int shift = 12; shift >= 0; shift -= 4) {
                            out.append(Character.forDigit(c >> shift & 0xf, 16));
                        }
                    }
                }
            }
        }
        out.append('"');
    }

    private void number(JsonNode node) {
        double value = node.isIntegralNumber() ? 0 : JsonValues.asDouble(node);
        if (node.isIntegralNumber()) {
            out.append(node.asString());
        } else if (Double.isNaN(value)) {
            out.append("NaN");
        } else {
            out.append(Math.copySign(1, value) < 0 ? "-" : "");
            magnitude(Math.abs(value));
        }
    }

    private void magnitude(double value) {
        if (value == 0) {
            out.append("0.0");
            return;
        }
        if (Double.isInfinite(value)) {
            out.append("Infinity");
            return;
        }
        shortest.of(value);
        int count = shortest.count;
        int exponent = shortest.exponent;
        if (exponent <= FIXED_MIN || exponent > FIXED_MAX) {
            digits(0, 1);
            if (count > 1) {
                out.append('.');
                digits(1, count);
            }
            int power = Math.abs(exponent - 1);
            out.append(exponent > 0 ? "e+" : "e-").append(power < 10 ? "0" : "").append(power);
        } else if (exponent <= 0) {
            out.append("0.").append("0".repeat(-exponent));
            digits(0, count);
        } else {
            digits(0, Math.min(exponent, count));
            out.append("0".repeat(Math.max(0, exponent - count))).append('.');
            digits(Math.min(exponent, count), count);
            if (exponent >= count) {
                out.append('0');
            }
        }
    }

    private void digits(int from, int to) {
        for (int i = from; i < to; i++) {
            out.append((char) shortest.digits[i]);
        }
    }
}
