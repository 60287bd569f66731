package io.idem4j.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotentOperation;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.tck.TestClock;
import io.idem4j.tck.Tier;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two processes with caches, operators in both, time that passes: at random, against what each process may answer. That is
 * the record, or a result that it has cached: one that was replaced less than the cache's age ago, that no operator of its
 * own has forgotten, and that is not older than what it answered before.
 */
class CacheHistoryTest {
    private static final int STEPS = Tier.size(20_000);
    private static final IdempotencyKey KEY = IdempotencyKey.of("cached", "k");
    private static final Duration MAX_AGE = Duration.ofSeconds(60);
    private static final Duration RETENTION = Duration.ofSeconds(150);
    private static final Duration LONGEST_STEP = Duration.ofSeconds(40);

    private final TestClock clock = new TestClock();
    private final InMemoryStore store = new InMemoryStore(clock);
    private final List<Process> processes = List.of(new Process(), new Process());
    /** Before which moment the result of that number, which the store holds no more, may be answered from a cache. */
    private final List<Instant> answeredBefore = new ArrayList<>();

    private Instant expires = Instant.MAX;
    private int runs;

    private final class Process {
        private final Idempotency idempotency = Idempotency.builder(store)
                .clock(clock)
                .policy(policy -> policy.retention(RETENTION))
                .build();
        private final IdempotentOperation<String, Integer> operation = idempotency
                .operation("cached", String.class, Integer.class)
                .key(payload -> payload)
                .localCache(2, MAX_AGE)
                .build();
        private int oldest;
    }

    private boolean held() {
        return answeredBefore.size() < runs && !clock.instant().isAfter(expires);
    }

    /** The newest result is gone from the store. */
    private void goes(Instant cachesGoBefore) {
        if (answeredBefore.size() < runs) {
            answeredBefore.add(cachesGoBefore);
        }
    }

    private void execute(Process process) {
        if (!held()) {
            goes(expires);
        }
        int before = runs;
        int answer = process.operation.execute("k", () -> ++runs);
        if (runs > before) {
            assertThat(answeredBefore).as("ran although a result was held").hasSize(before);
            expires = clock.instant().plus(RETENTION);
        } else if (answer <= answeredBefore.size()) {
            Instant gone = answeredBefore.get(answer - 1);
            assertThat(clock.instant())
                    .as("answered %s, gone at %s", answer, gone)
                    .isBefore(gone.plus(MAX_AGE));
            assertThat(gone).as("an expired result is in no cache").isNotEqualTo(expires);
        }
        assertThat(answer).as("older than what was answered before").isGreaterThanOrEqualTo(process.oldest);
        process.oldest = answer;
    }

    private void forget(Process process) {
        process.idempotency.records().forget(KEY, true);
        if (held()) {
            Instant oldest = clock.instant().plus(MAX_AGE);
            goes(oldest.isBefore(expires) ? oldest : expires);
            expires = Instant.MAX;
        }
        process.oldest = runs + (answeredBefore.size() == runs ? 1 : 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void no_process_answers_what_it_may_not_know_any_more(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int step = 0; step < STEPS; step++) {
            Process process = processes.get(random.nextInt(processes.size()));
            int choice = random.nextInt(20);
            if (choice == 0) {
                forget(process);
            } else if (choice == 1) {
                process.operation.clearLocalCache();
                process.oldest = held() ? runs : process.oldest;
            } else if (choice < 6) {
                clock.advance(Duration.ofMillis(random.nextLong(LONGEST_STEP.toMillis())));
            } else {
                execute(process);
            }
        }
        assertThat(runs).as("of %s steps", STEPS).isGreaterThan(STEPS / 100).isLessThan(STEPS / 5);
    }
}
