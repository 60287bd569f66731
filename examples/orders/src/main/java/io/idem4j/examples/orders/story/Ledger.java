package io.idem4j.examples.orders.story;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What should have been placed: for each key one order, as it was first asked for. */
final class Ledger {
    private final Map<String, Scene> firstByHash = new LinkedHashMap<>();

    Ledger(List<Scene> scenes) {
        scenes.forEach(scene -> firstByHash.putIfAbsent(scene.keyHash(), scene));
    }

    /** How many there are; throws {@link StoryFailure} if one is missing, doubled, different, or was never asked for. */
    int check(JsonNode rows, Say say) {
        Map<String, Integer> counts = new HashMap<>();
        for (JsonNode row : rows) {
            Scene scene = firstByHash.get(row.path("keyHash").asString());
            if (scene == null) {
                throw new StoryFailure("This order was never asked for: " + row);
            }
            say.line("key %s  attempt %s  %s x %s"
                    .formatted(
                            scene.key(),
                            row.path("attempt"),
                            row.path("quantity"),
                            row.path("item").asString()));
            StoryFailure.unless(
                    row.path("item").equals(scene.order().path("item"))
                            && row.path("quantity").equals(scene.order().path("quantity")),
                    "This should have been " + scene.order() + ".");
            counts.merge(scene.key(), 1, Integer::sum);
        }
        for (Scene scene : firstByHash.values()) {
            int times = counts.getOrDefault(scene.key(), 0);
            StoryFailure.unless(times == 1, scene.key() + " should be there once, and is " + times + " times.");
        }
        return counts.size();
    }
}
