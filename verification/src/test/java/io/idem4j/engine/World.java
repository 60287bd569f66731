package io.idem4j.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Execution;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.Recording;
import io.idem4j.Outcome.Replayed;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Where the effects of one key happen, and what must hold of them whatever the store does. Thread-safe. */
final class World {
    private final List<String> effects = new CopyOnWriteArrayList<>();
    private final Set<String> stored = ConcurrentHashMap.newKeySet();
    private final Set<String> replayed = ConcurrentHashMap.newKeySet();
    private final List<String> unwarned = new CopyOnWriteArrayList<>();

    /** An action begins; beside an earlier effect it must have been warned. */
    void begin(Execution execution) {
        if (!effects.isEmpty() && !execution.mayHaveRunBefore() && !execution.isLeaseLost()) {
            unwarned.add("attempt " + execution.attempt() + " after " + effects);
        }
    }

    /** The effect of a run, and its value. */
    String effect() {
        String value = "E" + effects.size() + "-" + System.nanoTime();
        effects.add(value);
        return value;
    }

    List<String> effects() {
        return List.copyOf(effects);
    }

    void heard(Outcome<String> outcome) {
        if (outcome instanceof Executed<String> executed && executed.recording() == Recording.STORED) {
            stored.add(executed.value());
        } else if (outcome instanceof Replayed<String> same) {
            replayed.add(same.value());
        }
    }

    /** Nothing doubled that must not, nothing lost, and one result for everybody. */
    void assertSound(boolean atMostOnce, String how) {
        assertThat(unwarned).as("ran as if nothing had happened: %s", how).isEmpty();
        assertThat(effects).as("effects: %s", how).hasSizeLessThanOrEqualTo(atMostOnce ? 1 : Integer.MAX_VALUE);
        assertThat(stored).as("told that it was stored: %s", how).hasSizeLessThanOrEqualTo(1);
        assertThat(replayed).as("replayed: %s", how).hasSizeLessThanOrEqualTo(1);
        assertThat(effects).as("what is replayed happened: %s", how).containsAll(replayed);
        if (!stored.isEmpty() && !replayed.isEmpty()) {
            assertThat(replayed).as("replays of what was stored: %s", how).isEqualTo(stored);
        }
    }
}
