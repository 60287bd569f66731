package io.idem4j.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnStore("h2")
class H2TransactionsTest extends TransactionsTest {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final HikariDataSource pool =
            DataSources.pool("jdbc:h2:mem:transactions-" + DATABASES.incrementAndGet(), settings -> {
                settings.setMaximumPoolSize(4);
                settings.setMinimumIdle(1);
            });

    H2TransactionsTest() throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE placed (id INT)");
        }
    }

    @Override
    DataSource source() {
        return pool;
    }

    @Override
    JdbcStoreBuilder builder() {
        return JdbcStore.builder(pool).createSchema(true);
    }

    @Override
    String rows() {
        return "placed";
    }

    @Override
    int countRows() {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM placed")) {
            row.next();
            return row.getInt(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    @Clause("T-03")
    void sixty_four_threads_on_four_connections_all_finish() throws Exception {
        all_finish(transactions, joining, completing);
    }
}
