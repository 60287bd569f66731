package io.idem4j.redis;

import static io.idem4j.testtools.Requests.claim;
import static io.idem4j.testtools.Requests.done;
import static io.idem4j.testtools.Requests.key;
import static io.idem4j.testtools.Requests.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.idem4j.StoreException;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimResult.Existing;
import io.idem4j.spi.WriteResult;
import io.idem4j.tck.OnStore;
import io.idem4j.testtools.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A master that Sentinel watches dies, and the store goes on with the replica that follows it. */
@OnStore("redis")
class SentinelTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void what_the_replica_has_is_found_there_and_claims_go_there() {
        RedisClient admin = RedisClient.create();
        try (RedisServer master =
                        RedisServer.started("--repl-diskless-sync", "yes", "--repl-diskless-sync-delay", "0");
                RedisServer replica = RedisServer.started("--replicaof", "127.0.0.1", Integer.toString(master.port()));
                RedisServer sentinel = RedisServer.started("--sentinel")) {
            watch(admin, sentinel, master, replica);
            String uri = "redis-sentinel://127.0.0.1:" + sentinel.port() + "/0#orders";
            try (RedisStore store = RedisStore.builder(uri)
                    .waitForReplicas(1, PATIENCE)
                    .timeout(PATIENCE)
                    .build()) {
                ClaimRequest settled = claim(key());
                ClaimRequest running = claim(key());
                store.claim(settled);
                store.complete(of(settled), done());
                store.claim(running);
                master.kill();
                try (RedisStore later = RedisStore.builder(uri)
                        .timeout(Duration.ofSeconds(1))
                        .checkServer(false)
                        .build()) {
                    ClaimResult replay = await().atMost(PATIENCE)
                            .ignoreExceptionsInstanceOf(StoreException.class)
                            .until(() -> later.claim(claim(settled.key())), answer -> answer != null);

                    assertThat(replay).isInstanceOf(Existing.class);
                    assertThat(later.complete(of(running), done())).isEqualTo(WriteResult.APPLIED);
                    assertThat(store.find(settled.key()))
                            .as("the first store, too")
                            .isPresent();
                }
            }
        } finally {
            admin.shutdown();
        }
    }

    private static void watch(RedisClient admin, RedisServer sentinel, RedisServer master, RedisServer replica) {
        try (var connection = admin.connect(RedisURI.create(replica.uri()))) {
            await().atMost(PATIENCE)
                    .until(() -> connection.sync().info("replication").contains("master_link_status:up"));
        }
        try (var connection =
                admin.connectSentinel(RedisURI.create("redis-sentinel://127.0.0.1:" + sentinel.port() + "/0#orders"))) {
            connection.sync().monitor("orders", "127.0.0.1", master.port(), 1);
            connection.sync().set("orders", "down-after-milliseconds", "500");
            await().atMost(PATIENCE)
                    .until(() -> !connection.sync().replicas("orders").isEmpty());
        }
    }
}
