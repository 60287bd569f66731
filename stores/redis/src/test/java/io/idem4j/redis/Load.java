package io.idem4j.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.testtools.Numbers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Threads that ask for the same keys, each in its own order, while a test disturbs the server. No lease ends meanwhile. */
final class Load implements AutoCloseable {
    static final int THREADS = 8;
    private static final Duration LONG = Duration.ofSeconds(60);

    private final int keys;
    private final String salt = UUID.randomUUID().toString();
    private final Idempotency idempotency;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final AtomicIntegerArray effects;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, Set<Integer>> answers = new ConcurrentHashMap<>();
    private final AtomicBoolean disturbed = new AtomicBoolean(true);

    Load(IdempotencyStore store, int keys) {
        this.keys = keys;
        this.effects = new AtomicIntegerArray(keys);
        this.idempotency = Idempotency.builder(store)
                .codec(new Numbers())
                .listener(event -> {})
                .policy(policy ->
                        policy.lease(LONG.multipliedBy(2)).claimWithin(LONG).recordWithin(LONG))
                .build();
    }

    interface Disturbance {
        void run() throws Exception;
    }

    /** Until the disturbance is over and every key was asked for by every thread. */
    void during(Disturbance disturbance) throws Exception {
        List<Future<?>> running = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int seed = thread;
            running.add(threads.submit(() -> askForAll(new Random(seed))));
        }
        try {
            disturbance.run();
        } finally {
            disturbed.set(false);
        }
        for (Future<?> one : running) {
            one.get(2, TimeUnit.MINUTES);
        }
    }

    private void askForAll(Random random) {
        List<Integer> order = new ArrayList<>();
        for (int key = 0; key < keys; key++) {
            order.add(key);
        }
        Collections.shuffle(order, random);
        order.forEach(this::ask);
        while (disturbed.get()) {
            ask(random.nextInt(keys));
        }
    }

    private void ask(int number) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                int result = idempotency
                        .call(IdempotencyKey.of("load", salt + number), Integer.class)
                        .execute(() -> {
                            effects.incrementAndGet(number);
                            return numbers.incrementAndGet();
                        });
                answers.computeIfAbsent(number, unused -> ConcurrentHashMap.newKeySet())
                        .add(result);
                return;
            } catch (AlreadyInProgressException | StoreUnavailableException | OutcomeUnknownException e) {
                Thread.yield();
            }
        }
    }

    void assertEachRanOnceAndAllGotItsResult() {
        for (int key = 0; key < keys; key++) {
            assertThat(effects.get(key)).as("executions of key %d", key).isEqualTo(1);
            assertThat(answers.get(key)).as("results of key %d", key).hasSize(1);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        idempotency.close();
    }
}
