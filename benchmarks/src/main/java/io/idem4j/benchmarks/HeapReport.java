package io.idem4j.benchmarks;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.memory.InMemoryStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * What ten million keys leave behind on the memory store when each is retained for a second: used heap after a collection,
 * at the start, once the last record has expired, and after some more calls, which is when a store without a thread of its
 * own gets to remove what expired.
 */
public final class HeapReport {
    private static final int KEYS = 10_000_000;
    private static final double ALLOWED_MB = 20;
    private static final Duration RETENTION = Duration.ofSeconds(1);
    private static final int[] CALLS_AFTER = {0, 1_000, 3_000, 10_000, 30_000, 100_000};

    private HeapReport() {}

    /** {@code folder}: where the result goes. Fails if the heap does not come back. */
    public static void main(String[] args) throws IOException {
        InMemoryStore store = new InMemoryStore();
        try (Idempotency idempotency = Idempotency.builder(store)
                .codec(new ConstantCodec())
                .policy(policy -> policy.lease(RETENTION).retention(RETENTION))
                .build()) {
            placed(idempotency, "warm-up", 100_000);
            LockSupport.parkNanos(RETENTION.multipliedBy(2).toNanos());
            placed(idempotency, "after-warm-up", 100_000);
            LockSupport.parkNanos(RETENTION.multipliedBy(2).toNanos());
            store.purge(Integer.MAX_VALUE);
            double before = usedMegabytes();

            long start = System.nanoTime();
            placed(idempotency, "order", KEYS);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            double full = usedMegabytes();

            LockSupport.parkNanos(RETENTION.multipliedBy(2).toNanos());
            List<String> lines = new ArrayList<>();
            double last = 0;
            int called = 0;
            for (int calls : CALLS_AFTER) {
                placed(idempotency, "later-" + calls, calls - called);
                called = calls;
                last = usedMegabytes() - before;
                lines.add(String.format(Locale.ROOT, "| %,d | %+.1f |", calls, last));
            }
            String report = report(took, before, full - before, String.join("\n", lines));
            Files.writeString(Path.of(args[0]).resolve("heap-after-expiry.md"), report);
            System.out.println(report);
            if (last > ALLOWED_MB) {
                throw new IllegalStateException("the heap did not come back: " + last + " MB more than at the start");
            }
        }
    }

    private static void placed(Idempotency idempotency, String prefix, int keys) {
        for (int i = 0; i < keys; i++) {
            IdempotencyKey key = IdempotencyKey.of("orders.place", prefix + "-" + i);
            idempotency.execute(key, String.class, () -> ConstantCodec.RESULT);
        }
    }

    private static double usedMegabytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
    }

    private static String report(Duration took, double before, double full, String lines) {
        return """
                # Heap after ten million keys

                %s
                %,d first executions of distinct keys through the engine on the memory store, retention %d s, one thread, in %d s.
                Used heap after collections: %.1f MB at the start, %.1f MB more right after the last key, when the records of the last
                second are still due. All of them have then expired, and nothing but calls removes them:

                | calls after the last expiry | MB more than at the start |
                |---|---|
                %s
                """.formatted(
                        Machine.described(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                                .filter(option -> option.startsWith("-X"))
                                .toList()),
                        KEYS,
                        RETENTION.toSeconds(),
                        took.toSeconds(),
                        before,
                        full,
                        lines);
    }
}
