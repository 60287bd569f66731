package io.idem4j.json;

import io.idem4j.ConfigurationException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One text for all spellings of a JSON value: no white space; members ordered by name without regard to case; numbers as
 * ECMAScript spells doubles; strings with the shortest escapes (K-01 to K-08). It is the text that Powertools for
 * TypeScript and for Go hash. Immutable and thread-safe.
 *
 * <p>Nesting is bounded to 1,000 arrays and objects, size to {@link #maxBytes()}, for what is read and for what is
 * written. Every method throws {@link MalformedJsonException} for what is beyond that, or is no JSON.
 *
 * <p>Numbers are doubles here: two whole numbers beyond 2<sup>53</sup> that share a double share a text.
 */
public final class CanonicalJson {
    static final int MAX_DEPTH = 1_000;
    static final int DEFAULT_MAX_BYTES = 16 * 1024 * 1024;

    private static final CanonicalJson STANDARD = new CanonicalJson(new JsonCodec().mapper(), DEFAULT_MAX_BYTES);

    private final JsonMapper mapper;
    private final int maxBytes;

    private CanonicalJson(JsonMapper mapper, int maxBytes) {
        this.mapper = mapper;
        this.maxBytes = maxBytes;
    }

    /** With {@link JsonCodec}'s mapper and the default bound of 16 MB. */
    public static CanonicalJson standard() {
        return STANDARD;
    }

    /** The same with another mapper for Java objects. */
    public CanonicalJson mapper(JsonMapper mapper) {
        return new CanonicalJson(Objects.requireNonNull(mapper, "mapper"), maxBytes);
    }

    /**
     * The same with another bound on the bytes of a document and of its canonical text.
     *
     * @throws ConfigurationException if it is less than 1
     */
    public CanonicalJson maxBytes(int bytes) {
        if (bytes < 1) {
            throw new ConfigurationException("maxBytes", "must be at least 1, is " + bytes, null);
        }
        return new CanonicalJson(mapper, bytes);
    }

    /** See {@link #maxBytes(int)}. */
    public int maxBytes() {
        return maxBytes;
    }

    /** Canonical text of JSON text. */
    public String text(String json) {
        ByteArrayOutputStream text = new ByteArrayOutputStream(json.length());
        write(json, text::write);
        return text.toString(StandardCharsets.UTF_8);
    }

    /** Canonical text of JSON as UTF-8 bytes, which are not changed. */
    public String text(byte[] json) {
        ByteArrayOutputStream text = new ByteArrayOutputStream(json.length);
        write(json, text::write);
        return text.toString(StandardCharsets.UTF_8);
    }

    /** Canonical text of a Jackson tree. */
    public String text(JsonNode json) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        write(json, text::write);
        return text.toString(StandardCharsets.UTF_8);
    }

    /**
     * Canonical text of what the mapper makes of a value: a record, a map, a {@code String} as a JSON string. Maps are
     * taken in the order of their keys, so that one without an order has one text.
     */
    public String textOf(@Nullable Object value) {
        return text(encoded(value));
    }

    /** Adds the canonical text's UTF-8 bytes to a digest; after an error the digest holds any part of them. */
    public void update(MessageDigest digest, String json) {
        write(json, digest::update);
    }

    /** As {@link #update(MessageDigest, String)}, of JSON as UTF-8 bytes. */
    public void update(MessageDigest digest, byte[] json) {
        write(json, digest::update);
    }

    /** As {@link #update(MessageDigest, String)}, of a Jackson tree. */
    public void update(MessageDigest digest, JsonNode json) {
        write(json, digest::update);
    }

    /** As {@link #update(MessageDigest, String)}, of what the mapper makes of a value. */
    public void updateOf(MessageDigest digest, @Nullable Object value) {
        write(encoded(value), digest::update);
    }

    /** What the mapper makes of a value, as UTF-8 bytes within the bound. */
    byte[] encoded(@Nullable Object value) {
        return ValueWriter.bytes(mapper, value, maxBytes, true);
    }

    private void write(String json, CanonicalWriter.Sink sink) {
        if (json.length() > maxBytes) {
            throw MalformedJsonException.tooLarge("the text", maxBytes);
        }
        scan(Utf8.ofText(json), sink);
    }

    private void write(byte[] json, CanonicalWriter.Sink sink) {
        if (json.length > maxBytes) {
            throw MalformedJsonException.tooLarge("the document", maxBytes);
        }
        Utf8.check(json);
        scan(json, sink);
    }

    private void scan(byte[] utf8, CanonicalWriter.Sink sink) {
        if (utf8.length > maxBytes) {
            throw MalformedJsonException.tooLarge("the document", maxBytes);
        }
        JsonScanner.scan(utf8, new CanonicalWriter(sink, maxBytes, utf8.length));
    }

    private void write(JsonNode json, CanonicalWriter.Sink sink) {
        TreeWalk.walk(json, new CanonicalWriter(sink, maxBytes, 0));
    }
}
