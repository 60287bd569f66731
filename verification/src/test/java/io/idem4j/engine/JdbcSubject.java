package io.idem4j.engine;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.StoreUnderTest;
import io.idem4j.tck.TestClock;
import java.time.Duration;

/** A pooled database that all tests of a class share, each with keys of its own. */
final class JdbcSubject implements StoreUnderTest {
    private final HikariDataSource pool;
    private final TestClock clock;
    private final JdbcStore store;

    /** {@code clock} null: the database's own. */
    JdbcSubject(String url, TestClock clock) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(16);
        config.setMinimumIdle(1);
        this.pool = new HikariDataSource(config);
        this.clock = clock;
        var builder = JdbcStore.builder(pool).createSchema(true).lockWait(Duration.ofSeconds(30));
        this.store = (clock == null ? builder : builder.clock(clock)).build();
    }

    @Override
    public IdempotencyStore store() {
        return store;
    }

    @Override
    public TestClock clock() {
        return clock;
    }

    HikariDataSource pool() {
        return pool;
    }

    void end() {
        pool.close();
    }
}
