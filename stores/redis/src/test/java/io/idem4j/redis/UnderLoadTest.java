package io.idem4j.redis;

import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import io.idem4j.tck.Tier;
import io.idem4j.testtools.FaultProxy;
import io.idem4j.testtools.RedisServer;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What befalls server and connections while threads work: nothing runs twice, and what was confirmed is replayed. */
@OnStore("redis")
class UnderLoadTest {
    private static final int KEYS = Tier.size(5_000);
    private static final int KILLS = Tier.size(20);
    private static final int TIMES = Tier.size(300);
    private static final int LONGEST_LIFE_MILLIS = 600;
    private static final Duration SHORT = Duration.ofMillis(500);

    private static RedisStore store(String uri) {
        return RedisStore.builder(uri).timeout(SHORT).build();
    }

    @Test
    @Clause({"S-12", "S-13"})
    void killed_and_started_again_with_appendfsync_always() throws Exception {
        Random random = new Random(1);
        try (RedisServer server = RedisServer.started();
                RedisStore store = store(server.uri());
                Load load = new Load(store, KEYS)) {
            load.during(() -> {
                for (int kill = 0; kill < KILLS; kill++) {
                    TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_LIFE_MILLIS));
                    server.kill();
                    server.start();
                }
            });
            load.assertEachRanOnceAndAllGotItsResult();
        }
    }

    @Test
    @Clause({"S-12", "S-13"})
    void its_connections_cut_before_and_after_a_script_ran() throws Exception {
        Random random = new Random(2);
        RedisServer server = RedisServer.shared();
        try (FaultProxy proxy = FaultProxy.to(server.port());
                RedisStore store = store(RedisServer.uri(proxy.port()));
                Load load = new Load(store, KEYS)) {
            FaultProxy.Fault[] faults = FaultProxy.Fault.values();
            load.during(() -> {
                for (int cut = 0; cut < TIMES / 5; cut++) {
                    proxy.arm(
                            faults[cut % faults.length],
                            request -> request.text().contains("EVALSHA"));
                    TimeUnit.MILLISECONDS.sleep(random.nextInt(20));
                }
                proxy.disarm();
            });
            load.assertEachRanOnceAndAllGotItsResult();
        }
    }

    @Test
    @Clause({"S-12", "S-13"})
    void its_scripts_forgotten_again_and_again() throws Exception {
        RedisServer server = RedisServer.shared();
        RedisClient admin = RedisClient.create(server.uri());
        try (var connection = admin.connect();
                RedisStore store = store(server.uri());
                Load load = new Load(store, KEYS)) {
            load.during(() -> {
                for (int flush = 0; flush < TIMES * 10; flush++) {
                    connection.sync().scriptFlush();
                }
            });
            load.assertEachRanOnceAndAllGotItsResult();
        } finally {
            admin.shutdown();
        }
    }

    @Test
    @Clause({"S-12", "S-13"})
    void standing_still_now_and_then_for_longer_than_the_timeout() throws Exception {
        try (RedisServer server = RedisServer.started();
                RedisStore store = store(server.uri());
                Load load = new Load(store, KEYS / 5)) {
            load.during(() -> {
                for (int pause = 0; pause < Math.max(2, KILLS / 4); pause++) {
                    TimeUnit.MILLISECONDS.sleep(100);
                    server.pause();
                    TimeUnit.MILLISECONDS.sleep(SHORT.toMillis() * 2);
                    server.resume();
                }
            });
            load.assertEachRanOnceAndAllGotItsResult();
        }
    }
}
