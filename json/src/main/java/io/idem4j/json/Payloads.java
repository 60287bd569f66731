package io.idem4j.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.NullNode;

/**
 * Reads what users hand in: JSON as text, bytes or tree, or an object that the mapper makes JSON of.
 *
 * @param ordered whether an object's maps are taken in the order of their keys
 */
record Payloads(JsonMapper mapper, int maxBytes, JsonTrees trees, boolean ordered) {

    /** Throws {@link MalformedJsonException}. */
    JsonNode tree(@Nullable Object payload) {
        if (payload == null) {
            return NullNode.instance;
        }
        if (payload instanceof JsonNode tree) {
            return trees == JsonTrees.EXACT ? tree : trees.parse(JsonValues.text(tree));
        }
        if (payload instanceof String text) {
            bounded(text.length());
            return trees.parse(text);
        }
        byte[] bytes = payload instanceof byte[] json ? json : ValueWriter.bytes(mapper, payload, maxBytes, ordered);
        bounded(bytes.length);
        return trees.parse(bytes);
    }

    private void bounded(int size) {
        if (size > maxBytes) {
            throw MalformedJsonException.tooLarge("the payload", maxBytes);
        }
    }
}
