package io.idem4j.json;

import io.idem4j.ConfigurationException;
import io.idem4j.Fingerprint;
import io.idem4j.MissingKeyException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;

/**
 * Makes a key of what it selects from a payload: the hash (SHA-256, in hexadecimal digits, unless said otherwise) of the
 * selected value's canonical JSON. Null where nothing is selected. The payload is JSON as {@code String}, {@code byte[]}
 * (UTF-8) or Jackson tree, or any object that the mapper makes JSON of. Immutable and thread-safe; each setter returns a
 * new one.
 *
 * <p>A payload that can't be read, or that a function in the path can't work on, is never taken for a missing key: it is
 * a {@link MissingKeyException} that says where, without quoting the payload.
 */
public final class Selection implements Function<@Nullable Object, @Nullable String> {
    /** Whole numbers of so many bits are each a double. */
    private static final int EXACT_BITS = 53;

    enum Kind {
        ONE,
        WHOLE,
        ANY,
        ALL
    }

    private final Kind kind;
    private final List<JmesPath> paths;
    private final Payloads payloads;
    private final CanonicalJson canonical;
    private final Hash hash;

    Selection(Selector selector, Kind kind, List<String> paths) {
        if (paths.isEmpty() && (kind == Kind.ANY || kind == Kind.ALL)) {
            throw new ConfigurationException("paths", "must not be empty; whole() selects the whole payload", null);
        }
        this.kind = kind;
        List<JmesPath> compiled = new ArrayList<>(paths.size());
        for (String path : paths) {
            compiled.add(selector.compile(path, JsonTrees.EXACT));
        }
        this.paths = List.copyOf(compiled);
        this.payloads = selector.payloads(JsonTrees.EXACT, true);
        this.canonical = selector.canonical();
        this.hash = Hash.SHA_256_HEX;
    }

    private Selection(Selection from, Hash hash) {
        this.kind = from.kind;
        this.paths = from.paths;
        this.payloads = from.payloads;
        this.canonical = from.canonical;
        this.hash = hash;
    }

    /**
     * Another hash function: {@code MD5}, {@code SHA-512}, {@code sha512-256}; default {@code SHA-256}.
     *
     * @throws ConfigurationException if the JDK has none of that name
     */
    public Selection hash(String algorithm) {
        return new Selection(this, hash.algorithm(algorithm));
    }

    /** Spells the hash in hexadecimal digits, lower case; the default. */
    public Selection hex() {
        return new Selection(this, hash.spelling(Hash.Spelling.HEX));
    }

    /** Spells the hash in Base64 with padding. */
    public Selection base64() {
        return new Selection(this, hash.spelling(Hash.Spelling.BASE64));
    }

    /**
     * The key's value for a payload; null where it is missing.
     *
     * @throws MissingKeyException if the payload is malformed, or if a number that is selected by itself, or that is anywhere in
     *     what is selected of a Java object, has more digits than canonical JSON keeps, so that two keys would become one
     */
    @Override
    public @Nullable String apply(@Nullable Object payload) {
        return guarded("key", () -> {
            if (kind == Kind.WHOLE) {
                return keyOfWhole(payload);
            }
            JsonNode selected = selected(payload);
            if (isMissing(selected)) {
                return null;
            }
            if (isJson(payload)) {
                checkDigits(selected);
            } else {
                checkAllDigits(selected, 0);
            }
            return hashOf(selected);
        });
    }

    /**
     * The same selection as a fingerprint: what is missing is a value like any other there, so that adding it changes the
     * fingerprint.
     */
    public Function<@Nullable Object, @Nullable Fingerprint> asFingerprint() {
        return payload -> guarded(
                "fingerprint",
                () -> new Fingerprint(kind == Kind.WHOLE ? hashOfWhole(payload) : hashOf(selected(payload))));
    }

    private <T extends @Nullable Object> T guarded(String what, Supplier<T> action) {
        try {
            return action.get();
        } catch (MalformedJsonException | JmesPathException e) {
            throw new MissingKeyException(what + " " + this + ": " + e.getMessage(), e);
        }
    }

    /** JSON is what its canonical text says; a number of Java is not JSON yet, and has a value of its own to lose. */
    private static boolean isJson(@Nullable Object payload) {
        return payload instanceof String || payload instanceof byte[] || payload instanceof JsonNode;
    }

    private @Nullable String keyOfWhole(@Nullable Object payload) {
        if (isJson(payload)) {
            return nullIfMissing(hashOfWhole(payload));
        }
        byte[] json = canonical.encoded(payload);
        if (NumberSpans.mayLoseDigits(json)) {
            checkAllDigits(payloads.tree(json), 0);
        }
        return nullIfMissing(hashOfWhole(json));
    }

    private @Nullable String nullIfMissing(String whole) {
        return whole.equals(hash.ofText("null")) ? null : whole;
    }

    private String hashOfWhole(@Nullable Object payload) {
        return hash.of(digest -> {
            if (payload instanceof String text) {
                canonical.update(digest, text);
            } else if (payload instanceof byte[] json) {
                canonical.update(digest, json);
            } else if (payload instanceof JsonNode tree) {
                canonical.update(digest, tree);
            } else {
                canonical.updateOf(digest, payload);
            }
        });
    }

    private String hashOf(JsonNode value) {
        return hash.of(digest -> canonical.update(digest, value));
    }

    /** The value; of several paths a list of their values, null for each that is missing; null if too many are. */
    private JsonNode selected(@Nullable Object payload) {
        JsonNode tree = payloads.tree(payload);
        if (kind == Kind.ONE) {
            return paths.get(0).search(tree);
        }
        ArrayNode parts = JsonNodeFactory.instance.arrayNode();
        int missing = 0;
        for (JmesPath path : paths) {
            JsonNode part = path.search(tree);
            boolean gone = isMissing(part);
            missing += gone ? 1 : 0;
            parts.add(gone ? NullNode.instance : part);
        }
        return missing == 0 || (kind == Kind.ANY && missing < paths.size()) ? parts : NullNode.instance;
    }

    /** Null, blank text, and lists and objects of nothing but such: what many payloads have in common. */
    private static boolean isMissing(JsonNode value) {
        return isMissing(value, 0);
    }

    private static boolean isMissing(JsonNode value, int depth) {
        if (value.isContainer()) {
            boolean missing = depth <= CanonicalJson.MAX_DEPTH;
            for (Iterator<JsonNode> i = value.iterator(); missing && i.hasNext(); ) {
                missing = isMissing(i.next(), depth + 1);
            }
            return missing;
        }
        return value.isString() ? value.stringValue().isBlank() : value.isNull() || value.isMissingNode();
    }

    /** The same at any depth. */
    private void checkAllDigits(JsonNode value, int depth) {
        if (value.isContainer() && depth <= CanonicalJson.MAX_DEPTH) {
            value.forEach(each -> checkAllDigits(each, depth + 1));
        } else {
            checkDigits(value);
        }
    }

    /**
     * Refuses a number, selected by itself or as an element, whose canonical spelling is that of others too: a whole one
     * with more digits than a double has, and one that is larger than any double, which is spelled null.
     */
    private void checkDigits(JsonNode selected) {
        if (selected.isArray()) {
            selected.forEach(element -> {
                if (element.isNumber()) {
                    checkDigits(element);
                }
            });
        } else if (selected.isNumber() && isShared(selected)) {
            throw new MissingKeyException(
                    "key " + this
                            + ": a number has more digits than canonical JSON keeps; send it as text, or select"
                            + " to_string(…) of a whole one",
                    null);
        }
    }

    private boolean isShared(JsonNode number) {
        if (!Double.isFinite(JsonValues.asDouble(number))) {
            return true;
        }
        return number.isIntegralNumber()
                && number.bigIntegerValue().bitLength() > EXACT_BITS
                && new BigDecimal(number.bigIntegerValue()).compareTo(new BigDecimal(canonical.text(number))) != 0;
    }

    /** What is selected; nothing of any payload. */
    @Override
    public String toString() {
        return switch (kind) {
            case WHOLE -> "whole()";
            case ONE -> "select(" + paths.get(0) + ")";
            case ANY -> "anyOf" + paths;
            case ALL -> "allOf" + paths;
        };
    }
}
