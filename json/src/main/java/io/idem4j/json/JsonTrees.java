package io.idem4j.json;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NumericNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.ValueNode;

/** JSON text as a Jackson tree; of members with the same name the last. */
final class JsonTrees {
    /** Whole numbers exact, others as doubles. */
    static final JsonTrees EXACT = new JsonTrees(JsonNodeFactory.instance);

    /** All numbers as doubles, as {@code JSON.parse} reads them. */
    static final JsonTrees DOUBLES = new JsonTrees(new Doubles());

    /** A number takes more than linear time to convert. No double has as many digits, however it is written out. */
    private static final int MAX_NUMBER = 2_000;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .enable(StreamReadFeature.USE_FAST_BIG_NUMBER_PARSER)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(CanonicalJson.MAX_DEPTH)
                    .maxNumberLength(MAX_NUMBER)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final JsonNodeFactory nodes;

    private JsonTrees(JsonNodeFactory nodes) {
        this.nodes = nodes;
    }

    /** Throws {@link MalformedJsonException}. */
    JsonNode parse(String json) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            if (parser.nextToken() == null) {
                throw MalformedJsonException.of("not JSON: the text is empty", null);
            }
            JsonNode tree = tree(parser);
            if (parser.nextToken() != null) {
                throw new StreamReadException(parser, "a second value");
            }
            return tree;
        } catch (JacksonException e) {
            throw fault(json, e);
        }
    }

    private JsonNode tree(JsonParser parser) {
        JsonNode root = value(parser);
        ArrayDeque<JsonNode> open = new ArrayDeque<>();
        if (root.isContainer()) {
            open.addLast(root);
        }
        while (!open.isEmpty()) {
            if (parser.nextToken().isStructEnd()) {
                open.removeLast();
                continue;
            }
            JsonNode value;
            if (open.getLast() instanceof ObjectNode object) {
                String name = parser.currentName();
                parser.nextToken();
                value = value(parser);
                object.set(name, value);
            } else {
                value = value(parser);
                ((ArrayNode) open.getLast()).add(value);
            }
            if (value.isContainer()) {
                open.addLast(value);
            }
        }
        return root;
    }

    /** The value at the parser's token; a container without what is in it. */
    private JsonNode value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> nodes.objectNode();
            case START_ARRAY -> nodes.arrayNode();
            case VALUE_STRING -> nodes.stringNode(parser.getString());
            case VALUE_NUMBER_INT -> whole(parser);
            case VALUE_NUMBER_FLOAT -> nodes.numberNode(parser.getDoubleValue());
            case VALUE_TRUE -> nodes.booleanNode(true);
            case VALUE_FALSE -> nodes.booleanNode(false);
            case VALUE_NULL -> nodes.nullNode();
            default -> throw new IllegalStateException("no value: " + parser.currentToken());
        };
    }

    private JsonNode whole(JsonParser parser) {
        return switch (parser.getNumberType()) {
            case INT -> nodes.numberNode(parser.getIntValue());
            case LONG -> nodes.numberNode(parser.getLongValue());
            default -> nodes.numberNode(parser.getBigIntegerValue());
        };
    }

    /** The scanner, which reads the same language, says more of what is wrong than Jackson's location does. */
    private static MalformedJsonException fault(String json, JacksonException error) {
        JsonFault cause = JsonFault.of(error);
        try {
            JsonScanner.scan(Utf8.ofText(json), new CanonicalWriter((bytes, from, length) -> {}, Integer.MAX_VALUE, 0));
        } catch (MalformedJsonException exact) {
            return exact.causedBy(cause);
        }
        return MalformedJsonException.of("too large: a number has more than " + MAX_NUMBER + " digits", cause);
    }

    /** As {@link #parse(String)}; UTF-8 and nothing else, without a byte order mark. */
    JsonNode parse(byte[] json) {
        Utf8.check(json);
        return parse(new String(json, StandardCharsets.UTF_8));
    }

    private static final class Doubles extends JsonNodeFactory {
        private static final long serialVersionUID = 1L;
        private static final long EXACT = 1L << 53;

        @Override
        public NumericNode numberNode(long value) {
            return value >= -EXACT && value <= EXACT ? super.numberNode(value) : numberNode((double) value);
        }

        @Override
        public ValueNode numberNode(BigInteger value) {
            return numberNode(value.doubleValue());
        }
    }
}
