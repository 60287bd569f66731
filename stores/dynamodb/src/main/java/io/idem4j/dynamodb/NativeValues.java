package io.idem4j.dynamodb;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;

/** JSON to DynamoDB's own values and back. */
final class NativeValues {
    /** One less than the service's limit, which does not say whether the attribute itself counts. */
    private static final int DEEPEST = 31;

    private static final int MOST_DIGITS = 38;
    private static final BigDecimal SMALLEST = new BigDecimal("1E-130");
    private static final BigDecimal LARGEST = new BigDecimal("9.9999999999999999999999999999999999999E+125");
    private static final int PLAIN_DIGITS = 40;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .build())
            .build();

    private NativeValues() {}

    /**
     * The value; null where these values can't hold it: what is no JSON, is nested too deep, has a number beyond their digits
     * or range, a lone surrogate, or a member with an empty name.
     */
    static @Nullable AttributeValue of(String json) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            parser.nextToken();
            AttributeValue value = read(parser, 0);
            return parser.nextToken() == null ? value : null;
        } catch (Unfit | JacksonException | NumberFormatException e) {
            return null;
        }
    }

    private static AttributeValue read(JsonParser parser, int depth) throws Unfit {
        JsonToken token = parser.currentToken();
        if (token == null || depth > DEEPEST) {
            throw new Unfit();
        }
        return switch (token) {
            case START_OBJECT -> object(parser, depth + 1);
            case START_ARRAY -> array(parser, depth + 1);
            case VALUE_STRING -> AttributeValue.fromS(text(parser.getString()));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(new BigDecimal(parser.getString()));
            case VALUE_TRUE -> AttributeValue.fromBool(true);
            case VALUE_FALSE -> AttributeValue.fromBool(false);
            case VALUE_NULL -> AttributeValue.fromNul(true);
            default -> throw new Unfit();
        };
    }

    private static AttributeValue object(JsonParser parser, int depth) throws Unfit {
        Map<String, AttributeValue> members = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = text(parser.currentName());
            if (name.isEmpty()) {
                throw new Unfit();
            }
            parser.nextToken();
            members.put(name, read(parser, depth));
        }
        return AttributeValue.fromM(members);
    }

    private static AttributeValue array(JsonParser parser, int depth) throws Unfit {
        List<AttributeValue> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(read(parser, depth));
        }
        return AttributeValue.fromL(elements);
    }

    private static String text(String text) throws Unfit {
        if (!Sizes.isText(text)) {
            throw new Unfit();
        }
        return text;
    }

    private static AttributeValue number(BigDecimal number) throws Unfit {
        BigDecimal size = number.abs();
        boolean inRange = size.signum() == 0 || (size.compareTo(SMALLEST) >= 0 && size.compareTo(LARGEST) <= 0);
        if (!inRange || number.stripTrailingZeros().precision() > MOST_DIGITS) {
            throw new Unfit();
        }
        return AttributeValue.fromN(spelled(number));
    }

    private static String spelled(BigDecimal number) {
        boolean moderate = Math.abs(number.scale()) <= PLAIN_DIGITS && number.precision() <= PLAIN_DIGITS;
        return moderate ? number.toPlainString() : number.toString();
    }

    /** JSON text; sets are arrays, and bytes are Base64 text. */
    static String json(AttributeValue value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            write(generator, value);
        }
        return text.toString();
    }

    private static void write(JsonGenerator to, AttributeValue value) {
        switch (value.type()) {
            case S -> to.writeString(value.s());
            case N -> to.writeNumber(spelled(new BigDecimal(value.n())));
            case BOOL -> to.writeBoolean(value.bool());
            case M -> {
                to.writeStartObject();
                value.m().forEach((name, member) -> {
                    to.writeName(name);
                    write(to, member);
                });
                to.writeEndObject();
            }
            case L -> writeAll(to, value.l());
            case SS ->
                writeAll(to, value.ss().stream().map(AttributeValue::fromS).toList());
            case NS ->
                writeAll(to, value.ns().stream().map(AttributeValue::fromN).toList());
            case BS ->
                writeAll(to, value.bs().stream().map(AttributeValue::fromB).toList());
            case B -> to.writeString(base64(value.b()));
            default -> to.writeNull();
        }
    }

    private static void writeAll(JsonGenerator to, List<AttributeValue> elements) {
        to.writeStartArray();
        elements.forEach(element -> write(to, element));
        to.writeEndArray();
    }

    private static String base64(SdkBytes bytes) {
        return Objects.requireNonNull(Base64.getEncoder().encodeToString(bytes.asByteArray()));
    }

    /** Ends the reading of a value that can't be held. */
    private static final class Unfit extends Exception {
        private static final long serialVersionUID = 1L;

        Unfit() {
            super(null, null, false, false);
        }
    }
}
