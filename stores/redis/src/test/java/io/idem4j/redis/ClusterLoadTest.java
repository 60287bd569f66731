package io.idem4j.redis;

import static io.idem4j.testtools.Requests.claim;
import static io.idem4j.testtools.Requests.done;
import static io.idem4j.testtools.Requests.key;
import static io.idem4j.testtools.Requests.of;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoreException;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult.Acquired;
import io.idem4j.spi.WatchableStore.Watch;
import io.idem4j.spi.WriteResult;
import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import io.idem4j.tck.Tier;
import io.idem4j.testtools.Requests;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** A cluster under load whose slots move and whose masters go, in order and out of it. */
@OnStore("redis")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterLoadTest {
    private static final int KEYS = Tier.size(5_000);
    private static final int RECORDS = Tier.size(1_000);
    private static final int SLOTS = Tier.size(1_000);

    private ClusterServers cluster;
    private RedisStore store;

    @BeforeAll
    void begin() {
        cluster = new ClusterServers();
        store = RedisStore.builder(cluster.uri()).cluster(true).build();
    }

    @AfterAll
    void end() {
        store.close();
        cluster.close();
    }

    @Test
    @Order(1)
    @Clause({"S-12", "S-13"})
    void each_key_runs_once_while_slots_move_and_replicas_take_over_in_order() throws Exception {
        try (Load load = new Load(store, KEYS)) {
            load.during(() -> {
                for (int slot = 0; slot < SLOTS; slot++) {
                    cluster.moveSlot(slot, 0, 1);
                }
                cluster.awaitWhole();
                for (int shard = 0; shard < ClusterServers.SHARDS; shard++) {
                    cluster.failOver(shard);
                }
            });
            load.assertEachRanOnceAndAllGotItsResult();
        }
    }

    @Test
    @Order(2)
    void unsettled_looks_on_every_master() {
        List<IdempotencyKey> silent = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            ClaimRequest claim = claim(key());
            store.claim(claim);
            store.renew(of(claim), Duration.ZERO, Requests.KEEP);
            silent.add(claim.key());
        }

        assertThat(store.unsettled(1_000))
                .extracting(record -> record.key().id())
                .containsAll(silent.stream().map(IdempotencyKey::id).toList());
    }

    @Test
    @Order(2)
    void a_client_and_a_connection_of_the_callers_serve_and_stay_his() {
        RedisClusterClient client = RedisClusterClient.create(cluster.uri());
        try (StatefulRedisClusterConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
                RedisStore onClient = RedisStore.builder(client).build();
                RedisStore onConnection = RedisStore.builder(connection).build()) {
            ClaimRequest claim = claim(key());
            assertThat(onClient.claim(claim)).isEqualTo(new Acquired(1));
            assertThat(onConnection.complete(of(claim), done())).isEqualTo(WriteResult.APPLIED);
            assertThat(store.find(claim.key())).isPresent();
            onConnection.close();
            onClient.close();
            assertThat(connection.isOpen()).isTrue();
            assertThat(connection.sync().ping()).isEqualTo("PONG");
        } finally {
            client.shutdown();
        }
    }

    @Test
    @Order(2)
    @Clause("N-02")
    void a_waiter_is_told_whichever_master_has_the_key() {
        for (int i = 0; i < 10; i++) {
            ClaimRequest claim = claim(key());
            store.claim(claim);
            AtomicInteger told = new AtomicInteger();
            try (Watch watch = store.watch(claim.key(), told::incrementAndGet)) {
                assertThat(watch).isNotNull();
                ClusterServers.soon().until(() -> told.get() == 1);
                store.complete(of(claim), done());
                ClusterServers.soon().until(() -> told.get() == 2);
            }
        }
    }

    /** What a replica has is kept. What none has is lost; see {@link LossTest}. */
    @Test
    @Order(3)
    void what_replicas_have_outlives_a_master_that_is_killed() {
        List<ClaimRequest> claims = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            ClaimRequest claim = claim(key());
            store.claim(claim);
            store.complete(of(claim), done("\"" + i + "\""));
            claims.add(claim);
        }
        for (int shard = 0; shard < ClusterServers.SHARDS; shard++) {
            int master = cluster.master(shard);
            ClusterServers.soon().until(() -> cluster.commands(master).waitForReplication(1, 1_000) == 1);
        }

        cluster.kill(0);

        for (int i = 0; i < claims.size(); i++) {
            IdempotencyKey key = claims.get(i).key();
            String[] data = new String[1];
            ClusterServers.soon()
                    .ignoreExceptionsInstanceOf(StoreException.class)
                    .until(() -> {
                        data[0] = store.find(key).orElseThrow().data();
                        return true;
                    });
            assertThat(data[0]).isEqualTo("\"" + i + "\"");
        }
    }
}
