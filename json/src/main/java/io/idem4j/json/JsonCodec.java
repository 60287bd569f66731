package io.idem4j.json;

import io.idem4j.spi.ResultCodec;
import java.lang.reflect.Type;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
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
    private final @Nullable JsonMapper own;

    /** On a mapper that keeps what the class says. It is made once for all, when an operation is built or at the first result. */
    public JsonCodec() {
        own = null;
    }

    /** On a mapper of one's own, used as it is; what it keeps is up to its settings. */
    public JsonCodec(JsonMapper mapper) {
        own = Objects.requireNonNull(mapper, "mapper");
    }

    /** The mapper in use. */
    public JsonMapper mapper() {
        return own == null ? Defaults.MAPPER : own;
    }

    /** Makes the default mapper; results that are {@code String}, {@code byte[]} or {@code Void} do without. */
    @Override
    public void prepare(Type type) {
        if (!PlainResults.are(type) && type != Void.class) {
            mapper();
        }
    }

    /** Throws {@code IllegalArgumentException} if the value can't be written as its type. */
    @Override
    public String encode(@Nullable Object value, Type type) {
        String plain = own == null ? PlainResults.encode(value, type) : null;
        return plain == null ? mapped(value, type) : plain;
    }

    private String mapped(@Nullable Object value, Type type) {
        JsonMapper mapper = mapper();
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
        Object plain = own == null ? PlainResults.decode(data, type) : null;
        if (plain != null) {
            return plain;
        }
        JsonMapper mapper = mapper();
        try {
            return mapper.readValue(data, mapper.constructType(type));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("data: can't be read as " + type.getTypeName(), JsonFault.of(e));
        }
    }

    private static final class Defaults {
        static final JsonMapper MAPPER = JsonMapper.builder(PlainResults.FACTORY)
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
