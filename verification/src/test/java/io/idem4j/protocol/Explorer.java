package io.idem4j.protocol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Visits every state, the near ones first, so that the first fault met is one of the shortest. A state takes two words and a
 * link to where it was reached from; a trace is found by walking the links forward again.
 */
final class Explorer {
    private final Model model;
    private final int watched;
    private long[] high = new long[1 << 16];
    private long[] low = new long[1 << 16];
    private int[] from = new int[1 << 16];
    private int[] table = new int[1 << 18];
    private int count;

    /** How many states there are up to likeness, and, if an invariant breaks, how. */
    record Found(int states, List<Step> trace, Set<Invariant> broken) {
        List<String> lines() {
            return trace.stream().map(step -> "  " + step).toList();
        }
    }

    Explorer(Model model, Set<Invariant> watched) {
        this.model = model;
        this.watched = watched.stream().mapToInt(Invariant::bit).sum();
    }

    Found explore() {
        add(model.canonical(model.start()), -1);
        for (int at = 0; at < count; at++) {
            int here = at;
            int[] broken = {0};
            model.steps(World.unpacked(high[at], low[at]), (next, step) -> {
                broken[0] |= next.broken & watched;
                add(model.canonical(next), here);
            });
            if (broken[0] != 0) {
                return traced(at);
            }
        }
        return new Found(count, List.of(), Set.of());
    }

    private void add(Bits state, int parent) {
        int slot = slot(state.high, state.low);
        if (table[slot] != 0) {
            return;
        }
        if (count == high.length) {
            high = Arrays.copyOf(high, 2 * count);
            low = Arrays.copyOf(low, 2 * count);
            from = Arrays.copyOf(from, 2 * count);
        }
        high[count] = state.high;
        low[count] = state.low;
        from[count] = parent;
        count++;
        table[slot] = count;
        if (count > table.length / 2) {
            table = new int[2 * table.length];
            for (int i = 0; i < count; i++) {
                table[slot(high[i], low[i])] = i + 1;
            }
        }
    }

    private int slot(long stateHigh, long stateLow) {
        long hash = (stateHigh * 0x9e3779b97f4a7c15L ^ stateLow) * 0xbf58476d1ce4e5b9L;
        int slot = (int) (hash >>> 32) & table.length - 1;
        while (table[slot] != 0 && (high[table[slot] - 1] != stateHigh || low[table[slot] - 1] != stateLow)) {
            slot = slot + 1 & table.length - 1;
        }
        return slot;
    }

    private Found traced(int last) {
        Deque<Integer> path = new ArrayDeque<>();
        for (int at = last; at > 0; at = from[at]) {
            path.push(at);
        }
        List<Step> trace = new ArrayList<>();
        World[] world = {model.start()};
        for (int at : path) {
            World before = world[0];
            world[0] = null;
            model.steps(before, (next, step) -> {
                Bits state = model.canonical(next);
                if (world[0] == null && state.high == high[at] && state.low == low[at]) {
                    world[0] = next;
                    trace.add(step);
                }
            });
            world[0].broken = 0;
        }
        int[] broken = {0};
        model.steps(world[0], (next, step) -> {
            if (broken[0] == 0 && (next.broken & watched) != 0) {
                broken[0] = next.broken & watched;
                trace.add(step);
            }
        });
        Set<Invariant> names = EnumSet.noneOf(Invariant.class);
        for (Invariant each : Invariant.values()) {
            if ((broken[0] & each.bit()) != 0) {
                names.add(each);
            }
        }
        return new Found(count, trace, names);
    }
}
