package io.idem4j.jdbc;

import com.zaxxer.hikari.HikariConfig;
import io.idem4j.tck.OnStore;
import io.idem4j.tck.StoreContract;
import io.idem4j.tck.StoreUnderTest;
import io.idem4j.testtools.PostgresServer;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/** The kit on PostgreSQL with a pool of some kind. */
@OnStore("postgresql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PostgresKit extends StoreContract {
    /** Pools and releases beside the one that makes all rounds. */
    static final int FEWER_ROUNDS = 4;

    private final PostgresSubject subject;

    PostgresKit(PostgresServer server, String urlSuffix, Consumer<HikariConfig> settings, int slowness) {
        this.subject = new PostgresSubject(server, urlSuffix, settings, slowness);
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
