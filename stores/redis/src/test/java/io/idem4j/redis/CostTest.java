package io.idem4j.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.testtools.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * What the engine costs on top of the commands that one would write by hand, on the same server and client, in turns:
 * operations a second, the median of five. What else the machine does meanwhile counts against the engine, so that a
 * series that falls short is taken again, three times at most. Full size only: it needs a machine that does nothing else.
 */
@EnabledIfSystemProperty(
        named = "idem4j.tier",
        matches = "full",
        disabledReason = "measured where the machine does nothing else: -Pfull")
class CostTest {
    private static final double GATE = 0.6;
    private static final int THREADS = 8;
    private static final int TURNS = 5;
    private static final int MOST_SERIES = 3;
    private static final int COMPLETED = 1_000;
    private static final Duration TURN = Duration.ofSeconds(2);

    private final RedisServer server = RedisServer.shared();
    private final RedisClient client = RedisClient.create(server.uri());
    private final StatefulRedisConnection<String, String> connection = client.connect();
    private final RedisStore store = RedisStore.builder(client, io.lettuce.core.RedisURI.create(server.uri()))
            .build();
    private final Idempotency idempotency =
            Idempotency.builder(store).codec(new Numbers()).build();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final AtomicLong keys = new AtomicLong();
    private final String salt = UUID.randomUUID().toString();

    @AfterEach
    void end() {
        threads.shutdownNow();
        idempotency.close();
        store.close();
        connection.close();
        client.shutdown();
    }

    @Test
    void a_first_execution_costs_little_more_than_set_nx_and_set() throws Exception {
        assertAtLeast("first execution", this::setAndSet, this::firstExecution);
    }

    @Test
    void a_replay_costs_little_more_than_a_get() throws Exception {
        for (int i = 0; i < COMPLETED; i++) {
            replay(i);
            connection.sync().set(bare(i), "1");
        }

        assertAtLeast("replay", () -> get(random()), () -> replay(random()));
    }

    private static int random() {
        return ThreadLocalRandom.current().nextInt(COMPLETED);
    }

    private String bare(long number) {
        return "bare:" + salt + number;
    }

    private void setAndSet() {
        String key = bare(keys.incrementAndGet());
        assertThat(connection.sync().set(key, "running", SetArgs.Builder.nx().px(30_000)))
                .isEqualTo("OK");
        connection.sync().set(key, "1", SetArgs.Builder.px(86_400_000));
    }

    private void get(int number) {
        assertThat(connection.sync().get(bare(number))).isNotNull();
    }

    private void firstExecution() {
        idempotency
                .call(IdempotencyKey.of("orders.place", salt + "new-" + keys.incrementAndGet()), Integer.class)
                .execute(() -> 1);
    }

    private void replay(int number) {
        idempotency
                .call(IdempotencyKey.of("orders.place", salt + "completed-" + number), Integer.class)
                .execute(() -> 1);
    }

    private void assertAtLeast(String what, Runnable bareWork, Runnable engineWork) throws Exception {
        double ratio = 0;
        for (int series = 0; series < MOST_SERIES && ratio < GATE; series++) {
            ratio = Math.max(ratio, median(what, bareWork, engineWork));
        }
        assertThat(ratio)
                .as("%s: a second, of those of the bare commands", what)
                .isGreaterThanOrEqualTo(GATE);
    }

    /** Each thread does the two in turns, so that what else the machine does meets both. */
    private double median(String what, Runnable bareWork, Runnable engineWork) throws Exception {
        turn(bareWork, engineWork);
        double[] ratios = new double[TURNS];
        for (int turn = 0; turn < TURNS; turn++) {
            Times times = turn(bareWork, engineWork);
            ratios[turn] = times.bare / (double) times.engine;
            System.out.printf(
                    "%s, %d pairs: bare %.1f us, engine %.1f us, ratio %.3f%n",
                    what,
                    times.pairs,
                    times.bare / 1_000.0 / times.pairs,
                    times.engine / 1_000.0 / times.pairs,
                    ratios[turn]);
        }
        Arrays.sort(ratios);
        return ratios[TURNS / 2];
    }

    /** Nanoseconds of all threads together. */
    private record Times(long pairs, long bare, long engine) {
        Times plus(Times other) {
            return new Times(pairs + other.pairs, bare + other.bare, engine + other.engine);
        }
    }

    private Times turn(Runnable bareWork, Runnable engineWork) throws ExecutionException, InterruptedException {
        long end = System.nanoTime() + TURN.toNanos();
        List<Future<Times>> turns = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            turns.add(threads.submit(() -> {
                Times times = new Times(0, 0, 0);
                while (System.nanoTime() < end) {
                    long start = System.nanoTime();
                    bareWork.run();
                    long middle = System.nanoTime();
                    engineWork.run();
                    times = times.plus(new Times(1, middle - start, System.nanoTime() - middle));
                }
                return times;
            }));
        }
        Times all = new Times(0, 0, 0);
        for (Future<Times> turn : turns) {
            all = all.plus(turn.get());
        }
        return all;
    }
}
