package io.idem4j.engine;

import io.idem4j.tck.OnStore;
import io.idem4j.tck.StoreUnderTest;
import io.idem4j.tck.TestClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

@OnStore("h2")
class H2EngineTest extends EngineClauses {
    private static JdbcSubject subject;

    @BeforeAll
    static void begin() {
        subject = new JdbcSubject("jdbc:h2:mem:engine;DB_CLOSE_DELAY=-1", new TestClock());
    }

    @AfterAll
    static void end() {
        subject.end();
    }

    @Override
    StoreUnderTest open() {
        return subject;
    }

    @Override
    boolean storeTells() {
        return false;
    }
}
