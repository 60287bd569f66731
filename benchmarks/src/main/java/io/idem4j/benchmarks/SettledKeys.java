package io.idem4j.benchmarks;

import io.idem4j.IdempotencyKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A thousand keys, in an order of its own for each thread. */
@State(Scope.Thread)
public class SettledKeys {
    private static final int COUNT = 1_000;
    private static final List<IdempotencyKey> ALL = keys();

    private int next = ThreadLocalRandom.current().nextInt(COUNT);

    private static List<IdempotencyKey> keys() {
        List<IdempotencyKey> keys = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            keys.add(IdempotencyKey.of("orders.place", "settled-" + i));
        }
        return keys;
    }

    static List<IdempotencyKey> all() {
        return ALL;
    }

    IdempotencyKey next() {
        next = next + 1 == COUNT ? 0 : next + 1;
        return ALL.get(next);
    }
}
