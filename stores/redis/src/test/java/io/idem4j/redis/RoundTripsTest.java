package io.idem4j.redis;

import static io.idem4j.testtools.Requests.claim;
import static io.idem4j.testtools.Requests.done;
import static io.idem4j.testtools.Requests.key;
import static io.idem4j.testtools.Requests.of;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult.Acquired;
import io.idem4j.spi.ClaimResult.Existing;
import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import io.idem4j.testtools.FaultProxy;
import io.idem4j.testtools.RedisServer;
import io.idem4j.testtools.Requests;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What one call costs: requests at the connection, and commands at the server. */
@OnStore("redis")
class RoundTripsTest {
    private final RedisServer server = RedisServer.shared();
    private final FaultProxy network = FaultProxy.to(server.port());
    private final RedisClient admin = RedisClient.create(server.uri());
    private final RedisStore store =
            RedisStore.builder(RedisServer.uri(network.port())).build();

    @AfterEach
    void end() {
        store.close();
        admin.shutdown();
        network.close();
    }

    private void assertTakesOne(Runnable call) {
        long before = network.exchanges();
        call.run();
        assertThat(network.exchanges() - before).as("requests").isEqualTo(1);
    }

    @Test
    @Clause("S-16")
    void a_first_execution_takes_two_a_replay_and_a_refusal_one() {
        ClaimRequest warm = claim(key());
        store.claim(warm);
        store.complete(of(warm), done());
        ClaimRequest first = claim(key());

        assertTakesOne(() -> assertThat(store.claim(first)).isEqualTo(new Acquired(1)));
        assertTakesOne(() -> assertThat(store.claim(claim(first.key()))).isInstanceOf(Existing.class));
        assertTakesOne(() -> store.complete(of(first), done()));
        assertTakesOne(() -> assertThat(store.claim(claim(first.key()))).isInstanceOf(Existing.class));
    }

    @Test
    @Clause("S-16")
    void renewing_ending_the_lease_taking_over_and_releasing_take_one_each() {
        ClaimRequest first = claim(key());
        ClaimRequest next = claim(first.key());
        store.claim(first);
        store.renew(of(first), Requests.LEASE, Requests.KEEP);
        store.release(of(claim(key())));
        store.find(first.key());

        assertTakesOne(() -> store.renew(of(first), Duration.ZERO, Requests.KEEP));
        assertTakesOne(() -> assertThat(store.claim(next)).isEqualTo(new Acquired(2)));
        assertTakesOne(() -> assertThat(store.claim(next)).isEqualTo(new Acquired(2)));
        assertTakesOne(() -> store.release(of(next)));
        assertTakesOne(() -> store.find(first.key()));
    }

    /** Once for each script in the life of a server. */
    @Test
    @Clause("S-16")
    void a_script_that_the_server_does_not_know_takes_one_more_the_first_time() {
        ClaimRequest first = claim(key());
        try (var connection = admin.connect()) {
            connection.sync().scriptFlush();
        }
        long before = network.exchanges();

        assertThat(store.claim(first)).isEqualTo(new Acquired(1));

        assertThat(network.exchanges() - before).as("requests").isEqualTo(2);
        assertTakesOne(() -> store.claim(claim(key())));
    }
}
