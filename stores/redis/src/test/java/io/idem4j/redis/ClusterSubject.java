package io.idem4j.redis;

import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.ExpiredRecords;
import io.idem4j.tck.StoreUnderTest;
import io.idem4j.tck.TestClock;
import java.time.Duration;
import java.util.UUID;

/** A store on a cluster in the hands of the kit: what the kit sees of one server it sees there. */
final class ClusterSubject implements StoreUnderTest {
    private final RedisStore store;

    ClusterSubject(String uri) {
        this.store = RedisStore.builder(uri)
                .cluster(true)
                .keyPrefix("kit-" + UUID.randomUUID() + ":")
                .timeout(Duration.ofSeconds(10))
                .build();
    }

    @Override
    public IdempotencyStore store() {
        return store;
    }

    @Override
    public TestClock clock() {
        return null;
    }

    @Override
    public ExpiredRecords expiredRecords() {
        return ExpiredRecords.GO_BY_THEMSELVES;
    }

    void end() {
        store.close();
    }
}
