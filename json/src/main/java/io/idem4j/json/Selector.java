package io.idem4j.json;

import io.idem4j.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where selections come from: with which mapper payloads become JSON, how large they may be, and which functions their
 * paths know. {@link Json} has the usual one. Immutable and thread-safe; each setter returns a new one.
 */
public final class Selector {
    private static final Selector STANDARD =
            new Selector(new JsonCodec().mapper(), CanonicalJson.DEFAULT_MAX_BYTES, List.of());

    private final JsonMapper mapper;
    private final int maxBytes;
    private final List<JmesFunction> added;

    private Selector(JsonMapper mapper, int maxBytes, List<JmesFunction> added) {
        this.mapper = mapper;
        this.maxBytes = maxBytes;
        this.added = added;
    }

    /** With {@link JsonCodec}'s mapper, a bound of 16 MB, and the functions that {@link JmesPath} has. */
    public static Selector standard() {
        return STANDARD;
    }

    /** The mapper that makes JSON of payloads that are neither {@code String}, {@code byte[]} nor a tree. */
    public Selector mapper(JsonMapper mapper) {
        return new Selector(Objects.requireNonNull(mapper, "mapper"), maxBytes, added);
    }

    /** The most bytes that a payload, what is unpacked of it, and its canonical text may have; at least 1. */
    public Selector maxBytes(int bytes) {
        CanonicalJson.standard().maxBytes(bytes);
        return new Selector(mapper, bytes, added);
    }

    /**
     * Adds a function that paths can call. It is given its arguments in order, may be called from several threads, and
     * must not change them. What it throws makes the payload malformed.
     *
     * @param name letters, digits and underscores, not beginning with a digit; replaces a function of that name
     * @param arguments how many it takes, of any type
     * @throws ConfigurationException if the name could not be called, or arguments is negative
     */
    public Selector function(String name, int arguments, Function<List<JsonNode>, JsonNode> body) {
        Objects.requireNonNull(body, "function");
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            throw new ConfigurationException("function", "'" + name + "' is no name that a path can call", null);
        }
        if (arguments < 0) {
            throw new ConfigurationException("function", name + "() can't take " + arguments + " arguments", null);
        }
        List<JmesFunction> more = new ArrayList<>(added);
        more.add(JmesFunction.ofValues(name, arguments, body));
        return new Selector(mapper, maxBytes, List.copyOf(more));
    }

    /** See {@link Json#select}. */
    public Selection select(String path) {
        return new Selection(this, Selection.Kind.ONE, List.of(path));
    }

    /** See {@link Json#whole}. */
    public Selection whole() {
        return new Selection(this, Selection.Kind.WHOLE, List.of());
    }

    /** See {@link Json#anyOf}. */
    public Selection anyOf(String... paths) {
        return new Selection(this, Selection.Kind.ANY, List.of(paths));
    }

    /** See {@link Json#allOf}. */
    public Selection allOf(String... paths) {
        return new Selection(this, Selection.Kind.ALL, List.of(paths));
    }

    CanonicalJson canonical() {
        return CanonicalJson.standard().mapper(mapper).maxBytes(maxBytes);
    }

    Payloads payloads(JsonTrees trees, boolean ordered) {
        return new Payloads(mapper, maxBytes, trees, ordered);
    }

    /** Throws {@link ConfigurationException} naming the setting {@code path}. */
    JmesPath compile(String path, JsonTrees trees) {
        try {
            return new JmesPath(path, () -> functions(trees));
        } catch (JmesPathException e) {
            throw new ConfigurationException("path", "'" + path + "': " + e.getMessage(), e);
        }
    }

    private JmesFunctions functions(JsonTrees trees) {
        JmesFunctions functions = PowertoolsFunctions.of(trees, maxBytes);
        for (JmesFunction function : added) {
            functions = functions.with(function);
        }
        return functions;
    }
}
