package io.idem4j.engine;

import io.idem4j.tck.NeedsProgram;
import io.idem4j.tck.OnStore;
import io.idem4j.tck.StoreUnderTest;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

@OnStore("dynamodb")
@NeedsProgram({"node", "npm"})
class DynamoEngineTest extends EngineClauses {
    private static DynamoSubject subject;

    @BeforeAll
    static void begin() {
        subject = new DynamoSubject();
    }

    @AfterAll
    static void end() {
        subject.end();
    }

    @Override
    StoreUnderTest open() {
        return subject;
    }

    /** Each of 64 waiters asks once, and the server of the tests answers one after the other. */
    @Override
    Duration waitersAnsweredWithin() {
        return Duration.ofSeconds(1);
    }

    @Override
    boolean storeTells() {
        return false;
    }
}
