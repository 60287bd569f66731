package io.idem4j.benchmarks;

import io.idem4j.IdempotencyKey;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Keys that nobody had before; each thread makes its own. */
@State(Scope.Thread)
public class NewKeys {
    private static final AtomicInteger THREADS = new AtomicInteger();

    private final String prefix = "order-" + THREADS.incrementAndGet() + "-";
    private long made;

    IdempotencyKey next() {
        return IdempotencyKey.of("orders.place", prefix + made++);
    }
}
