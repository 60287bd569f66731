package io.idem4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.tck.Tier;
import io.idem4j.testtools.Numbers;
import io.idem4j.testtools.PostgresServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The database is killed again and again while the same process goes on; no lease ends meanwhile. */
class ServerKilledUnderLoadTest {
    private static final int THREADS = 8;
    private static final int KEYS = Tier.size(5_000);
    private static final int KILLS = Tier.size(20);
    private static final int LONGEST_LIFE_MILLIS = 1_000;
    private static final Duration LONGER_THAN_A_RESTART = Duration.ofSeconds(60);

    private final PostgresServer server = PostgresServer.started(Map.of());
    private final PostgresTable table = new PostgresTable(server, "&connectTimeout=2&socketTimeout=5", pool -> {
        pool.setMaximumPoolSize(THREADS);
        pool.setConnectionTimeout(1_000);
        pool.setValidationTimeout(500);
    });
    private final Idempotency idempotency = Idempotency.builder(table.store())
            .codec(new Numbers())
            .policy(policy -> policy.lease(LONGER_THAN_A_RESTART.multipliedBy(2))
                    .claimWithin(LONGER_THAN_A_RESTART)
                    .recordWithin(LONGER_THAN_A_RESTART))
            .build();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final AtomicIntegerArray effects = new AtomicIntegerArray(KEYS);
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, Set<Integer>> answers = new ConcurrentHashMap<>();
    private final AtomicBoolean killing = new AtomicBoolean(true);

    @AfterEach
    void end() {
        threads.shutdownNow();
        idempotency.close();
        table.close();
        server.close();
    }

    @Test
    void each_key_runs_once_and_all_its_callers_get_one_result() throws Exception {
        List<Future<?>> running = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int seed = thread;
            running.add(threads.submit(() -> askForAll(new Random(seed))));
        }
        Random random = new Random(THREADS);
        for (int kill = 0; kill < KILLS; kill++) {
            TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_LIFE_MILLIS));
            server.kill();
            server.start();
        }
        killing.set(false);
        for (Future<?> one : running) {
            one.get(5, TimeUnit.MINUTES);
        }

        for (int key = 0; key < KEYS; key++) {
            assertThat(effects.get(key)).as("executions of key %d", key).isEqualTo(1);
            assertThat(answers.get(key)).as("results of key %d", key).hasSize(1);
        }
        assertThat(table.number("SELECT count(*) FROM {table} WHERE status = 'COMPLETED'"))
                .isEqualTo(KEYS);
    }

    /** All keys, in an order of its own, and for as long as the server is being killed some of them again. */
    private void askForAll(Random random) {
        List<Integer> keys = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) {
            keys.add(key);
        }
        Collections.shuffle(keys, random);
        for (int key : keys) {
            ask(key);
        }
        while (killing.get()) {
            ask(random.nextInt(KEYS));
        }
    }

    private void ask(int number) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                int result = idempotency
                        .call(IdempotencyKey.of("load", "key-" + number), Integer.class)
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
}
