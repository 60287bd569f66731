package io.idem4j.json;

import io.idem4j.ConfigurationException;
import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.MissingKeyException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/** The functions that a profile hands out. */
record ProfileKeys(ProfileRules rules, Selector selector, String prefix, Hash hash) {

    private static final String WHOLE = "@";

    /** {@code path} null: the whole payload. */
    Function<@Nullable Object, @Nullable IdempotencyKey> of(@Nullable String path, boolean required) {
        checkPrefix();
        String selected = path == null ? WHOLE : path;
        Function<@Nullable Object, JsonNode> selection = selection("key", selected);
        return payload -> {
            JsonNode value = selection.apply(payload);
            if (required && rules.isRefused(value)) {
                throw new MissingKeyException("key " + selected + ": the payload has nothing there", null);
            }
            if (payload == null && path == null) {
                throw new MissingKeyException("key: there is no payload", null);
            }
            return rules.isSkipped(value, path == null)
                    ? null
                    : IdempotencyKey.ofId(prefix + '#' + guarded("key", selected, () -> hashed(value)));
        };
    }

    Function<@Nullable Object, @Nullable Fingerprint> fingerprint(String path) {
        Function<@Nullable Object, JsonNode> selection = selection("fingerprint", path);
        return payload -> {
            JsonNode value = selection.apply(payload);
            return new Fingerprint(guarded("fingerprint", path, () -> hashed(value)));
        };
    }

    private String hashed(JsonNode value) {
        return rules.hashed(value, hash, selector.canonical());
    }

    /** A prefix that is too long, or no Unicode text, would show with the first payload only. */
    private void checkPrefix() {
        try {
            IdempotencyKey.ofId(prefix + '#' + hash.ofText(""));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException("prefix", "makes no key that can be stored: " + e.getMessage(), e);
        }
    }

    private Function<@Nullable Object, JsonNode> selection(String what, String path) {
        JmesPath compiled = selector.compile(path, rules.trees());
        Payloads payloads = selector.payloads(rules.trees(), false);
        return payload -> payload == null
                ? NullNode.instance
                : guarded(what, path, () -> compiled.search(payloads.tree(payload)));
    }

    private static <T> T guarded(String what, String path, Supplier<T> action) {
        try {
            return action.get();
        } catch (MalformedJsonException | JmesPathException e) {
            throw new MissingKeyException(what + " " + path + ": " + e.getMessage(), e);
        }
    }
}
