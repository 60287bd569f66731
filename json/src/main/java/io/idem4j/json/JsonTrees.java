package io.idem4j.json;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NumericNode;
import tools.jackson.databind.node.ValueNode;

/** JSON text as a Jackson tree; of members with the same name the last. */
final class JsonTrees {
    /** Whole numbers exact, others as doubles. */
    static final JsonTrees EXACT = new JsonTrees(JsonNodeFactory.instance);

    /** All numbers as doubles, as {@code JSON.parse} reads them. */
    static final JsonTrees DOUBLES = new JsonTrees(new Doubles());

    /** A number takes more than linear time to convert. No double has as many digits, however it is written out. */
    private static final int MAX_NUMBER = 2_000;

    private final JsonMapper mapper;

    private JsonTrees(JsonNodeFactory nodes) {
        mapper = JsonMapper.builder(JsonFactory.builder()
                        .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                        .enable(StreamReadFeature.USE_FAST_BIG_NUMBER_PARSER)
                        .streamReadConstraints(StreamReadConstraints.builder()
                                .maxNestingDepth(CanonicalJson.MAX_DEPTH)
                                .maxNumberLength(MAX_NUMBER)
                                .maxStringLength(Integer.MAX_VALUE)
                                .maxNameLength(Integer.MAX_VALUE)
                                .build())
                        .build())
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .nodeFactory(nodes)
                .build();
    }

    /** Throws {@link MalformedJsonException}. */
    JsonNode parse(String json) {
        try {
            JsonNode tree = mapper.readTree(json);
            if (tree.isMissingNode()) {
                throw MalformedJsonException.of("not JSON: the text is empty", null);
            }
            return tree;
        } catch (JacksonException e) {
            throw fault(json, e);
        }
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
