package io.idem4j.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.testtools.CostRatio;
import io.idem4j.testtools.Numbers;
import io.idem4j.testtools.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.UUID;
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
    private static final int COMPLETED = 1_000;

    private final RedisServer server = RedisServer.shared();
    private final RedisClient client = RedisClient.create(server.uri());
    private final StatefulRedisConnection<String, String> connection = client.connect();
    private final RedisStore store = RedisStore.builder(client, io.lettuce.core.RedisURI.create(server.uri()))
            .build();
    private final Idempotency idempotency =
            Idempotency.builder(store).codec(new Numbers()).build();
    private final AtomicLong keys = new AtomicLong();
    private final String salt = UUID.randomUUID().toString();

    @AfterEach
    void end() {
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

    private void assertAtLeast(String what, CostRatio.Work bareWork, CostRatio.Work engineWork) throws Exception {
        assertThat(CostRatio.of(what, THREADS, bareWork, engineWork).best(GATE))
                .as("%s: a second, of those of the bare commands", what)
                .isGreaterThanOrEqualTo(GATE);
    }
}
