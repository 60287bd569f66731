package io.idem4j.records;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What the vectors say in JSON, as values of Java and of DynamoDB, and both as text to compare. */
final class Values {
    static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(1_500)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Values() {}

    static boolean isUndefined(JsonNode value) {
        return value == null || value.has("$undefined");
    }

    /** Java's value for one of JavaScript's: sets are arrays, bytes Base64 text, and what JSON can't say is text. */
    static JsonNode java(JsonNode value) {
        if (value.isArray()) {
            var array = NODES.arrayNode();
            value.forEach(element -> array.add(java(element)));
            return array;
        }
        if (!value.isObject()) {
            return value;
        }
        for (String special : List.of("$undefined", "$function", "$symbol")) {
            if (value.has(special)) {
                return NODES.stringNode(special);
            }
        }
        if (value.has("$number")) {
            String number = value.get("$number").asString();
            return number.matches("-?\\d.*") ? NODES.numberNode(Double.parseDouble(number)) : NODES.stringNode(number);
        }
        if (value.has("$bigint")) {
            return NODES.numberNode(new BigDecimal(value.get("$bigint").asString()));
        }
        if (value.has("$bytes")) {
            return value.get("$bytes");
        }
        if (value.has("$set")) {
            return java(value.get("$set"));
        }
        ObjectNode object = NODES.objectNode();
        if (value.has("$map")) {
            value.get("$map").forEach(entry -> object.set(entry.get(0).asString(), java(entry.get(1))));
            return object;
        }
        value.properties().forEach(member -> object.set(member.getKey(), java(member.getValue())));
        return object;
    }

    /** An attribute's value as the vectors write it. */
    static AttributeValue attribute(JsonNode value) {
        Map.Entry<String, JsonNode> only = value.properties().iterator().next();
        JsonNode content = only.getValue();
        return switch (only.getKey()) {
            case "S" -> AttributeValue.fromS(content.asString());
            case "N" -> AttributeValue.fromN(content.asString());
            case "BOOL" -> AttributeValue.fromBool(content.asBoolean());
            case "NULL" -> AttributeValue.fromNul(true);
            case "B" -> AttributeValue.fromB(bytes(content));
            case "M" -> AttributeValue.fromM(item(content));
            case "L" ->
                AttributeValue.fromL(
                        content.valueStream().map(Values::attribute).toList());
            case "SS" ->
                AttributeValue.fromSs(
                        content.valueStream().map(JsonNode::asString).toList());
            case "NS" ->
                AttributeValue.fromNs(
                        content.valueStream().map(JsonNode::asString).toList());
            case "BS" ->
                AttributeValue.fromBs(content.valueStream().map(Values::bytes).toList());
            default -> throw new IllegalArgumentException("no type of DynamoDB: " + only.getKey());
        };
    }

    private static SdkBytes bytes(JsonNode base64) {
        return SdkBytes.fromByteArray(Base64.getDecoder().decode(base64.asString()));
    }

    static Map<String, AttributeValue> item(JsonNode item) {
        Map<String, AttributeValue> values = new LinkedHashMap<>();
        item.properties().forEach(member -> values.put(member.getKey(), attribute(member.getValue())));
        return values;
    }

    /** Plain values of Java: JSON texts of the same value are equal, whatever its spelling. */
    static Object plain(JsonNode value) {
        if (value.isNumber()) {
            return number(value.decimalValue());
        }
        if (value.isArray()) {
            return value.valueStream().map(Values::plain).toList();
        }
        if (value.isObject()) {
            Map<String, Object> members = new TreeMap<>();
            value.properties().forEach(member -> members.put(member.getKey(), plain(member.getValue())));
            return members;
        }
        return value.isString() ? '"' + value.asString() + '"' : value.toString();
    }

    /** The same of an attribute. */
    static Object plain(AttributeValue value) {
        return switch (value.type()) {
            case S -> '"' + value.s() + '"';
            case N -> number(new BigDecimal(value.n()));
            case BOOL -> value.bool().toString();
            case NUL -> "null";
            case M -> {
                Map<String, Object> members = new TreeMap<>();
                value.m().forEach((name, member) -> members.put(name, plain(member)));
                yield members;
            }
            case L -> value.l().stream().map(Values::plain).toList();
            default -> typed(value);
        };
    }

    /** Of types that JSON has not. */
    private static Object typed(AttributeValue value) {
        List<Object> content = new ArrayList<>(List.of(value.type()));
        content.addAll(value.ss());
        value.ns().forEach(number -> content.add(number(new BigDecimal(number))));
        value.bs().forEach(bytes -> content.add(Base64.getEncoder().encodeToString(bytes.asByteArray())));
        if (value.b() != null) {
            content.add(Base64.getEncoder().encodeToString(value.b().asByteArray()));
        }
        return content;
    }

    private static String number(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toString();
    }
}
