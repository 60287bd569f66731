package io.idem4j.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.IdempotentOperation;
import io.idem4j.operations.OperationStore.Opened;
import io.idem4j.tck.Tier;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What the local cache is worth, measured side by side on this machine as it is now. */
class CacheGateTest {
    private static final int REPLAYS = Tier.size(3_000);
    private static final int PAIRS = 5;
    private static final double AT_MOST = 0.1;

    private static IdempotentOperation<String, String> operation(Idempotency idempotency, int cached) {
        return idempotency
                .operation("gate", String.class, String.class)
                .key(payload -> payload)
                .localCache(cached, Duration.ofMinutes(10))
                .build();
    }

    private static long nanos(IdempotentOperation<String, String> operation, String payload) {
        long start = System.nanoTime();
        for (int i = 0; i < REPLAYS; i++) {
            assertThat(operation.execute(payload, () -> "again")).isEqualTo("once");
        }
        return System.nanoTime() - start;
    }

    @Test
    void a_replay_from_the_cache_costs_less_than_a_tenth_of_one_from_postgresql() {
        try (Opened opened = OperationStore.POSTGRESQL.open();
                Idempotency idempotency = Idempotency.builder(opened.store()).build()) {
            var stored = operation(idempotency, 0);
            var cached = operation(idempotency, 10);
            String payload = UUID.randomUUID().toString();
            cached.execute(payload, () -> "once");
            nanos(stored, payload);
            nanos(cached, payload);
            double[] ratios = new double[PAIRS];
            for (int i = 0; i < PAIRS; i++) {
                long fromStore = nanos(stored, payload);
                ratios[i] = (double) nanos(cached, payload) / fromStore;
            }
            Arrays.sort(ratios);

            assertThat(ratios[PAIRS / 2]).as("of %s", Arrays.toString(ratios)).isLessThan(AT_MOST);
        }
    }
}
