package io.idem4j.linearizability;

import java.util.HashMap;
import java.util.Map;

/** What {@link EngineCalls} promise, one after the other. */
public class OnceCalls {
    private final Map<Integer, Integer> holders = new HashMap<>();
    private final Map<Integer, Integer> completed = new HashMap<>();

    public String begin(int thread, int key) {
        if (completed.containsKey(key)) {
            return "replayed by " + completed.get(key);
        }
        return holders.putIfAbsent(key, thread) == null ? "started" : "in progress";
    }

    public String complete(int thread, int key) {
        if (!holders.remove(key, thread)) {
            return "nothing to complete";
        }
        completed.put(key, thread);
        return "STORED";
    }

    public String release(int thread, int key) {
        return holders.remove(key, thread) ? "released" : "nothing to release";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OnceCalls that && holders.equals(that.holders) && completed.equals(that.completed);
    }

    @Override
    public int hashCode() {
        return 31 * holders.hashCode() + completed.hashCode();
    }
}
