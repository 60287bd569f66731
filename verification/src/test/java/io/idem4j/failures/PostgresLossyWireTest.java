package io.idem4j.failures;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.OnStore;
import io.idem4j.testtools.FaultProxy;
import io.idem4j.testtools.PostgresServer;
import org.junit.jupiter.api.AfterEach;

@OnStore("postgresql")
class PostgresLossyWireTest extends LossyWire {
    private final FaultProxy wire = FaultProxy.to(PostgresServer.shared().port());
    private final HikariDataSource pool = pool();

    private HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(PostgresServer.url(wire.port()));
        config.setMaximumPoolSize(6);
        return new HikariDataSource(config);
    }

    @AfterEach
    void end() {
        pool.close();
        wire.close();
    }

    @Override
    IdempotencyStore store() {
        return JdbcStore.builder(pool).createSchema(true).build();
    }

    @Override
    void lose(Loss loss) {
        wire.arm(loss == Loss.REQUEST ? FaultProxy.Fault.CUT_BEFORE : FaultProxy.Fault.CUT_AFTER_ANSWER);
    }
}
