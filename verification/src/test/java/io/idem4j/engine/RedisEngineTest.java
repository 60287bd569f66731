package io.idem4j.engine;

import io.idem4j.redis.RedisStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.OnStore;
import io.idem4j.tck.StoreUnderTest;
import io.idem4j.tck.TestClock;
import io.idem4j.testtools.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

@OnStore("redis")
class RedisEngineTest extends EngineClauses {
    private static RedisStore store;

    @BeforeAll
    static void begin() {
        store = RedisStore.builder(RedisServer.shared().uri()).build();
    }

    @AfterAll
    static void end() {
        store.close();
    }

    @Override
    StoreUnderTest open() {
        return new StoreUnderTest() {
            @Override
            public IdempotencyStore store() {
                return store;
            }

            @Override
            public TestClock clock() {
                return null;
            }
        };
    }
}
