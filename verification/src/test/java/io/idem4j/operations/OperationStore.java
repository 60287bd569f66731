package io.idem4j.operations;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.testtools.PostgresServer;
import java.util.function.Supplier;

/** The stores that operations are tested on: each answers new ones, to close. */
enum OperationStore {
    MEMORY(() -> new Opened(new InMemoryStore(), () -> {})),
    POSTGRESQL(OperationStore::postgres);

    private final Supplier<Opened> opener;

    OperationStore(Supplier<Opened> opener) {
        this.opener = opener;
    }

    record Opened(IdempotencyStore store, Runnable end) implements AutoCloseable {
        @Override
        public void close() {
            end.run();
        }
    }

    Opened open() {
        return opener.get();
    }

    private static Opened postgres() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(PostgresServer.shared().url());
        config.setMaximumPoolSize(16);
        config.setMinimumIdle(1);
        HikariDataSource pool = new HikariDataSource(config);
        return new Opened(JdbcStore.builder(pool).createSchema(true).build(), pool::close);
    }
}
