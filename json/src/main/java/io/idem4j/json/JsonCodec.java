package io.idem4j.json;

import io.idem4j.spi.ResultCodec;
import java.lang.reflect.Type;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Results to JSON and back through Jackson 3, by their declared type. Found by {@code ServiceLoader} where no codec is
 * set. Immutable and thread-safe.
 *
 * <p>What the default mapper keeps: null and {@code void}; primitives, records, beans, arrays, collections and maps,
 * {@code Optional}; {@code java.time} values with their offset and zone; {@code BigDecimal} digit by digit, its scale
 * included; {@code byte[]} as Base64; enums by name, whatever their {@code toString} says; text with lone surrogates.
 * Where the declared type is {@code Object}, as in {@code Map<String, Object>}, numbers with a fraction or an exponent
 * come back as {@code BigDecimal}, so that no digit is lost; whole numbers as {@code Integer}, {@code Long} or
 * {@code BigInteger}, and everything else as JSON has it.
 *
 * <p>A property that the type does not have (any more) is ignored. One that the stored text lacks is null; a primitive
 * has no null, so its result can't be read (and is answered as unavailable) rather than be made up as 0. A type of which
 * nothing would be stored is refused, as is nesting deeper than 1,000. Interfaces and abstract or sealed types need
 * Jackson's {@code @JsonTypeInfo}: what is stored of a value is what its declared type says, and read as that.
 *
 * <p>Messages of what is thrown name types and places, never values.
 */
public final class JsonCodec implements ResultCodec {
    static final int MAX_DEPTH = 1_000;

    private final JsonMapper mapper;

    /** On a mapper that keeps what the class says. */
    public JsonCodec() {
        this(Defaults.MAPPER);
    }

    /** On a mapper of one's own, used as it is; what it keeps is up to its settings. */
    public JsonCodec(JsonMapper mapper) {
        this.mapper = Objects.requireNonNull(mapper, "mapper");
    }

    /** The mapper in use. */
    public JsonMapper mapper() {
        return mapper;
    }

    /** Throws {@code IllegalArgumentException} if the value can't be written as its type. */
    @Override
    public String encode(@Nullable Object value, Type type) {
        try {
            var writer = mapper.writerFor(mapper.constructType(type));
            String json = writer.writeValueAsString(value);
            return Surrogates.areLoneIn(json)
                    ? writer.with(JsonWriteFeature.ESCAPE_NON_ASCII).writeValueAsString(value)
                    : json;
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "result: can't be written as JSON of " + type.getTypeName(), JsonFault.of(e));
        }
    }

    /** Throws {@code IllegalArgumentException} if the text is no JSON, or not of that type. */
    @Override
    public @Nullable Object decode(String data, Type type) {
        try {
            return mapper.readValue(data, mapper.constructType(type));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("data: can't be read as " + type.getTypeName(), JsonFault.of(e));
        }
    }

    private static final class Defaults {
        /** Whatever was written can be read again: only the depth is bounded, in both directions. */
        static final JsonFactory FACTORY = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxNumberLength(Integer.MAX_VALUE)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNameLength(Integer.MAX_VALUE)
                        .build())
                .streamWriteConstraints(StreamWriteConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .build())
                .build();

        static final JsonMapper MAPPER = JsonMapper.builder(FACTORY)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .enable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
                .disable(DateTimeFeature.NORMALIZE_DESERIALIZED_ZONE_ID)
                .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
                .disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING)
                .disable(EnumFeature.READ_ENUMS_USING_TO_STRING)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .build();
    }
}
