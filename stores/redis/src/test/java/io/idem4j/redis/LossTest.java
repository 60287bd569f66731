package io.idem4j.redis;

import static io.idem4j.testtools.Requests.claim;
import static io.idem4j.testtools.Requests.done;
import static io.idem4j.testtools.Requests.key;
import static io.idem4j.testtools.Requests.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.idem4j.IdempotencyKey;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.StoreException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult.Acquired;
import io.idem4j.spi.ClaimResult.Existing;
import io.idem4j.spi.WriteResult;
import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import io.idem4j.testtools.FaultProxy;
import io.idem4j.testtools.RedisServer;
import io.idem4j.testtools.Requests;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What Redis loses, as its documentation says, and what keeps it from that. */
@OnStore("redis")
class LossTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RedisClient admin = RedisClient.create();

    @AfterEach
    void end() {
        admin.shutdown();
    }

    private static RedisServer replicaOf(RedisServer master) {
        return RedisServer.started(
                "--replicaof", "127.0.0.1", Integer.toString(master.port()), "--repl-diskless-sync-delay", "0");
    }

    private void awaitReplica(RedisServer replica) {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .atMost(PATIENCE)
                .until(() -> info(replica).contains("master_link_status:up"));
    }

    private String info(RedisServer server) {
        try (var connection = admin.connect(io.lettuce.core.RedisURI.create(server.uri()))) {
            return connection.sync().info("replication");
        }
    }

    private void promote(RedisServer replica) {
        try (var connection = admin.connect(io.lettuce.core.RedisURI.create(replica.uri()))) {
            connection.sync().replicaofNoOne();
        }
    }

    @Test
    void a_result_that_no_replica_had_is_lost_with_the_master_and_its_action_may_run_again() {
        try (RedisServer master =
                        RedisServer.started("--repl-diskless-sync", "yes", "--repl-diskless-sync-delay", "0");
                FaultProxy link = FaultProxy.to(master.port());
                RedisServer replica = RedisServer.started("--replicaof", "127.0.0.1", Integer.toString(link.port()));
                RedisStore store = RedisStore.builder(master.uri()).build();
                RedisStore later =
                        RedisStore.builder(replica.uri()).checkServer(false).build()) {
            awaitReplica(replica);
            link.refuse();
            link.cutAll();
            ClaimRequest claim = claim(key());
            store.claim(claim);
            assertThat(store.complete(of(claim), done())).isEqualTo(WriteResult.APPLIED);
            master.kill();
            promote(replica);

            assertThat(later.claim(claim(claim.key()))).as("it runs again").isEqualTo(new Acquired(1));
        }
    }

    @Test
    @Clause("S-13")
    void a_claim_that_too_few_replicas_confirm_is_unknown_and_one_that_they_do_is_acquired() {
        try (RedisServer master =
                        RedisServer.started("--repl-diskless-sync", "yes", "--repl-diskless-sync-delay", "0");
                RedisServer replica = replicaOf(master);
                RedisStore store = RedisStore.builder(master.uri())
                        .waitForReplicas(1, SHORT)
                        .build()) {
            awaitReplica(replica);
            ClaimRequest claim = claim(key());
            replica.pause();

            assertThatThrownBy(() -> store.claim(claim))
                    .isInstanceOf(OutcomeUnknownException.class)
                    .hasMessageContaining("0 of 1 replicas");
            replica.resume();
            assertThat(repeated(() -> store.claim(claim))).isEqualTo(new Acquired(1));

            replica.pause();
            assertThatThrownBy(() -> store.complete(of(claim), done())).isInstanceOf(OutcomeUnknownException.class);
            assertThatThrownBy(() -> store.complete(of(claim), done("\"another\"")))
                    .as("a repeat waits as well")
                    .isInstanceOf(OutcomeUnknownException.class);
            replica.resume();
            assertThat(repeated(() -> store.complete(of(claim), done()))).isEqualTo(WriteResult.APPLIED);
            assertThat(store.find(claim.key()).orElseThrow().data()).isEqualTo(Requests.DATA);
        }
    }

    private interface Call<T> {
        T run();
    }

    private static <T> T repeated(Call<T> call) {
        return await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(StoreException.class)
                .until(call::run, answer -> answer != null);
    }

    @Test
    void what_replicas_have_confirmed_is_there_when_one_of_them_is_promoted() {
        try (RedisServer master =
                        RedisServer.started("--repl-diskless-sync", "yes", "--repl-diskless-sync-delay", "0");
                RedisServer replica = replicaOf(master);
                RedisStore store = RedisStore.builder(master.uri())
                        .waitForReplicas(1, PATIENCE)
                        .timeout(PATIENCE)
                        .build();
                RedisStore later =
                        RedisStore.builder(replica.uri()).checkServer(false).build()) {
            awaitReplica(replica);
            ClaimRequest claim = claim(key());
            store.claim(claim);
            store.complete(of(claim), done());
            master.kill();
            promote(replica);

            assertThat(later.find(claim.key()).orElseThrow().data()).isEqualTo(Requests.DATA);
        }
    }

    @Test
    @Clause("S-13")
    void a_master_that_wants_replicas_and_has_none_takes_no_claim() {
        try (RedisServer master = RedisServer.started("--min-replicas-to-write", "1");
                RedisStore store = RedisStore.builder(master.uri()).build()) {
            assertThatThrownBy(() -> store.claim(claim(key())))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("NOREPLICAS");
        }
    }

    @Test
    void a_full_server_that_evicts_forgets_a_running_claim() {
        try (RedisServer server = RedisServer.started("--maxmemory", "3mb", "--maxmemory-policy", "allkeys-lru");
                RedisStore store = RedisStore.builder(server.uri()).build()) {
            ClaimRequest first = claim(key());
            store.claim(first);
            String large = "\"" + "x".repeat(100_000) + "\"";

            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(5))
                    .atMost(PATIENCE)
                    .until(() -> {
                        ClaimRequest other = claim(key());
                        store.claim(other);
                        store.complete(of(other), done(large));
                        return isGone(server, first.key());
                    });

            assertThat(store.claim(claim(first.key()))).as("it may run again").isEqualTo(new Acquired(1));
        }
    }

    /** Asked without touching it, which would keep it from being evicted. */
    private boolean isGone(RedisServer server, IdempotencyKey key) {
        try (var connection = admin.connect(io.lettuce.core.RedisURI.create(server.uri()))) {
            return connection.sync().exists("idem4j:" + key.id()) == 0;
        }
    }

    @Test
    @Clause("S-13")
    void a_full_server_that_does_not_evict_refuses_claims_and_keeps_what_it_has() {
        try (RedisServer server = RedisServer.started("--maxmemory", "3mb", "--maxmemory-policy", "noeviction");
                RedisStore store = RedisStore.builder(server.uri()).build()) {
            ClaimRequest first = claim(key());
            store.claim(first);
            String large = "\"" + "x".repeat(100_000) + "\"";
            Throwable[] failure = new Throwable[1];

            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(5))
                    .atMost(PATIENCE)
                    .until(() -> {
                        ClaimRequest other = claim(key());
                        failure[0] = catchThrowable(() -> {
                            store.claim(other);
                            store.complete(of(other), done(large));
                        });
                        return failure[0] != null;
                    });

            assertThat(failure[0]).isInstanceOf(StoreUnavailableException.class).hasMessageContaining("OOM");
            assertThat(store.find(first.key())).isPresent();
        }
    }

    @Test
    void a_server_without_persistence_has_forgotten_everything_when_it_is_back() {
        try (RedisServer server = RedisServer.started("--appendonly", "no");
                RedisStore store = RedisStore.builder(server.uri()).build()) {
            ClaimRequest first = claim(key());
            store.claim(first);
            store.complete(of(first), done());
            server.kill();
            server.start();

            assertThat(repeated(() -> store.claim(claim(first.key()))))
                    .as("it runs again")
                    .isEqualTo(new Acquired(1));
        }
    }

    @Test
    void a_server_with_an_append_only_file_flushed_always_has_everything_when_it_is_back() {
        try (RedisServer server = RedisServer.started();
                RedisStore store = RedisStore.builder(server.uri()).build()) {
            ClaimRequest first = claim(key());
            ClaimRequest running = claim(key());
            store.claim(first);
            store.complete(of(first), done());
            store.claim(running);
            server.kill();
            server.start();

            assertThat(repeated(() -> store.claim(claim(first.key())))).isInstanceOf(Existing.class);
            assertThat(store.find(first.key()).orElseThrow().data()).isEqualTo(Requests.DATA);
            assertThat(store.complete(of(running), done())).isEqualTo(WriteResult.APPLIED);
        }
    }
}
