package io.idem4j.redis;

import static io.idem4j.testtools.Requests.claim;
import static io.idem4j.testtools.Requests.done;
import static io.idem4j.testtools.Requests.key;
import static io.idem4j.testtools.Requests.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.idem4j.Attempt;
import io.idem4j.Idempotency;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ResultCodec;
import io.idem4j.spi.WatchableStore.Watch;
import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import io.idem4j.testtools.FaultProxy;
import io.idem4j.testtools.RedisServer;
import io.idem4j.testtools.Requests;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who waits for a holder in another process, and is told by the server. */
@OnStore("redis")
class WatchingTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RedisServer server = RedisServer.shared();
    private final RedisClient admin = RedisClient.create(server.uri());
    private final StatefulRedisConnection<String, String> connection = admin.connect();
    private final FaultProxy network = FaultProxy.to(server.port());
    private final RedisStore holder = RedisStore.builder(server.uri()).build();
    private final RedisStore waiter =
            RedisStore.builder(RedisServer.uri(network.port())).build();
    private final ClaimRequest claim = claim(key());
    private final AtomicInteger told = new AtomicInteger();

    @AfterEach
    void end() {
        waiter.close();
        holder.close();
        connection.close();
        admin.shutdown();
        network.close();
    }

    private long subscribers() {
        String channel = "idem4j:changed:idem4j:" + claim.key().id();
        return connection.sync().pubsubNumsub(channel).get(channel);
    }

    private Watch watching() {
        Watch watch = waiter.watch(claim.key(), told::incrementAndGet);
        await().atMost(PATIENCE).until(() -> subscribers() == 1 && told.get() > 0 && waiter.pushes());
        return watch;
    }

    private void assertToldOf(Runnable change) {
        int before = told.get();
        change.run();
        await().atMost(PATIENCE).until(() -> told.get() > before);
    }

    @Test
    @Clause("N-02")
    void a_waiter_is_told_of_each_ending() {
        holder.claim(claim);
        try (Watch watch = watching()) {
            assertThat(watch).isNotNull();
            assertToldOf(() -> holder.renew(of(claim), Duration.ZERO, Requests.KEEP));
            assertToldOf(() -> holder.complete(of(claim), done()));
            assertToldOf(() -> holder.forget(holder.find(claim.key()).orElseThrow()));
            holder.claim(claim);
            assertToldOf(() -> holder.release(of(claim)));
        }
    }

    @Test
    @Clause("N-01")
    void who_waits_in_one_process_shares_one_connection_that_listens() {
        holder.claim(claim);
        List<Watch> watches = Stream.generate(this::watching).limit(20).toList();

        assertThat(subscribers()).isEqualTo(1);
        watches.forEach(Watch::close);
        await().atMost(PATIENCE).until(() -> subscribers() == 0);
    }

    @Test
    @Clause("N-02")
    void the_connection_that_listens_is_given_back_after_the_last_waiter() {
        watching().close();

        await().atMost(PATIENCE).until(() -> subscribers() == 0 && !waiter.pushes());
    }

    @Test
    @Clause("N-03")
    void a_waiter_whose_listening_connection_breaks_polls_and_is_told_again_later() {
        holder.claim(claim);
        try (Watch watch = watching()) {
            assertThat(watch).isNotNull();
            network.refuse();
            assertToldOf(network::cutAll);
            await().atMost(PATIENCE).until(() -> !waiter.pushes());
            network.admit();
            await().atMost(PATIENCE).until(() -> waiter.pushes() && subscribers() == 1);
            assertToldOf(() -> holder.complete(of(claim), done()));
        }
    }

    @Test
    @Clause("N-03")
    void a_waiter_gets_the_result_also_where_nothing_is_published() {
        try (RedisStore silent =
                        RedisStore.builder(server.uri()).notifications(false).build();
                Idempotency holding = engine(silent);
                Idempotency waiting = engine(waiter)) {
            Attempt.Started<String> started = (Attempt.Started<String>)
                    holding.call(claim.key(), String.class).begin();
            CompletableFuture<String> answer =
                    CompletableFuture.supplyAsync(() -> waiting.call(claim.key(), String.class)
                            .policy(policy -> policy.waitUpTo(PATIENCE))
                            .execute(() -> "another"));
            await().atMost(PATIENCE).until(() -> subscribers() == 1);

            started.complete("first");

            assertThat(answer.join()).isEqualTo("first");
        }
    }

    @Test
    void a_connection_of_the_callers_serves_and_waiters_poll() {
        try (StatefulRedisConnection<byte[], byte[]> given =
                        admin.connect(io.lettuce.core.codec.ByteArrayCodec.INSTANCE);
                RedisStore store = RedisStore.builder(given).build()) {
            store.claim(claim);
            try (Watch watch = store.watch(claim.key(), told::incrementAndGet)) {
                assertThat(watch).isNotNull();
                assertThat(store.pushes()).isFalse();
            }
            store.close();
            assertThat(given.isOpen()).as("it stays the caller's").isTrue();
        }
    }

    private static Idempotency engine(RedisStore store) {
        return Idempotency.builder(store).codec(new Plain()).build();
    }

    private static final class Plain implements ResultCodec {
        @Override
        public String encode(Object value, Type type) {
            return "\"" + value + "\"";
        }

        @Override
        public Object decode(String data, Type type) {
            return data.substring(1, data.length() - 1);
        }
    }
}
