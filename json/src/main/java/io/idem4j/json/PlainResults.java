package io.idem4j.json;

import java.io.StringWriter;
import java.lang.reflect.Type;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Base64Variants;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Text and bytes as the default mapper writes and reads them, without the mapper: to make one is most of what a fresh
 * process does before its first answer. What it does not know it leaves to the mapper, by answering null.
 */
final class PlainResults {
    private static final int MAX_DEPTH = 1_000;

    /** Whatever was written can be read again: only the depth is bounded, in both directions. */
    static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .streamWriteConstraints(
                    StreamWriteConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    private PlainResults() {}

    static boolean are(Type type) {
        return type == String.class || type == byte[].class;
    }

    static @Nullable String encode(@Nullable Object value, Type type) {
        if (type == String.class && value instanceof String text && !Surrogates.areLoneIn(text)) {
            return written(generator -> generator.writeString(text));
        }
        return type == byte[].class && value instanceof byte[] bytes
                ? written(generator -> generator.writeBinary(bytes))
                : null;
    }

    private static String written(Consumer<JsonGenerator> value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            value.accept(generator);
        }
        return text.toString();
    }

    static @Nullable Object decode(String data, Type type) {
        if (!are(type)) {
            return null;
        }
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), data)) {
            if (parser.nextToken() != JsonToken.VALUE_STRING) {
                return null;
            }
            Object value = type == String.class
                    ? parser.getString()
                    : parser.getBinaryValue(Base64Variants.getDefaultVariant());
            return parser.nextToken() == null ? value : null;
        } catch (JacksonException e) {
            return null;
        }
    }
}
