package io.idem4j.failures;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.CompletionFailedException;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.Clause;
import io.idem4j.tck.Tier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

/** Requests and replies are lost on the wire again and again, while many ask for the same keys; no lease ends meanwhile. */
abstract class LossyWire {
    private static final int THREADS = 6;
    private static final int KEYS = Tier.size(400);
    private static final int ONE_IN = 4;
    private static final Duration LONG = Duration.ofMinutes(5);

    private final AtomicIntegerArray effects = new AtomicIntegerArray(KEYS);
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger faults = new AtomicInteger();
    private final Map<Integer, Set<String>> answers = new ConcurrentHashMap<>();
    private final String scope = "lossy-" + UUID.randomUUID();

    /** What is lost. */
    enum Loss {
        REQUEST,
        REPLY
    }

    abstract IdempotencyStore store();

    /** The next request, or its reply. */
    abstract void lose(Loss loss);

    @Test
    @Clause({"S-12", "S-13", "E-04"})
    void each_key_runs_once_and_all_its_callers_get_one_result() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (Idempotency idempotency = Idempotency.builder(store())
                .policy(policy -> policy.lease(LONG).claimWithin(LONG).recordWithin(LONG))
                .build()) {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                Random random = new Random(thread);
                running.add(threads.submit(() -> {
                    for (int key = 0; key < KEYS; key++) {
                        if (random.nextInt(ONE_IN) == 0) {
                            faults.incrementAndGet();
                            lose(Loss.values()[random.nextInt(2)]);
                        }
                        ask(idempotency, key);
                    }
                }));
            }
            for (Future<?> one : running) {
                one.get(10, TimeUnit.MINUTES);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(faults).hasValueGreaterThan(KEYS / ONE_IN);
        for (int key = 0; key < KEYS; key++) {
            assertThat(effects.get(key)).as("executions of key %d", key).isEqualTo(1);
            assertThat(answers.get(key)).as("results of key %d", key).hasSize(1);
        }
    }

    private void ask(Idempotency idempotency, int number) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                String result = idempotency
                        .call(IdempotencyKey.of(scope, "key-" + number), String.class)
                        .execute(() -> {
                            effects.incrementAndGet(number);
                            return "result " + numbers.incrementAndGet();
                        });
                answers.computeIfAbsent(number, unused -> ConcurrentHashMap.newKeySet())
                        .add(result);
                return;
            } catch (AlreadyInProgressException
                    | StoreUnavailableException
                    | OutcomeUnknownException
                    | CompletionFailedException e) {
                Thread.yield();
            }
        }
    }
}
