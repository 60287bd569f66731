package io.idem4j.engine;

import io.idem4j.tck.OnStore;
import io.idem4j.tck.StoreUnderTest;
import io.idem4j.testtools.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

@OnStore("postgresql")
class PostgresEngineTest extends EngineClauses {
    private static JdbcSubject subject;

    @BeforeAll
    static void begin() {
        subject = new JdbcSubject(PostgresServer.shared().url(), null);
    }

    @AfterAll
    static void end() {
        subject.end();
    }

    @Override
    StoreUnderTest open() {
        return subject;
    }
}
