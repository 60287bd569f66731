package io.idem4j.redis;

import io.idem4j.tck.OnStore;
import io.idem4j.tck.StoreContract;
import io.idem4j.tck.StoreUnderTest;
import io.idem4j.testtools.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The kit on one server. */
@OnStore("redis")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RedisKit extends StoreContract {
    private RedisSubject subject;

    abstract RedisServer server();

    @BeforeAll
    void begin() {
        subject = new RedisSubject(server());
    }

    @Override
    protected StoreUnderTest open() {
        return subject;
    }

    @AfterAll
    void end() {
        subject.end();
    }
}
