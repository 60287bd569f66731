package io.idem4j.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.idem4j.testtools.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A table of a test's own on a PostgreSQL, and a pool to it. */
final class PostgresTable implements AutoCloseable {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    final PostgresServer server;
    final String name = "test_" + ProcessHandle.current().pid() + "_" + NUMBERS.incrementAndGet();
    final HikariDataSource pool;

    PostgresTable() {
        this(PostgresServer.shared(), "", pool -> {});
    }

    PostgresTable(PostgresServer server, String urlSuffix, Consumer<HikariConfig> settings) {
        this.server = server;
        this.pool = DataSources.pool(server.url() + urlSuffix, settings);
    }

    JdbcStoreBuilder builder() {
        return JdbcStore.builder(pool).table(name).createSchema(true);
    }

    JdbcStore store() {
        return builder().build();
    }

    void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql.replace("{table}", name));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** The first column. */
    List<String> query(String sql) {
        List<String> values = new ArrayList<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql.replace("{table}", name))) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        return values;
    }

    long number(String sql) {
        return Long.parseLong(query(sql).get(0));
    }

    Connection connect() throws SQLException {
        return server.dataSource().getConnection();
    }

    @Override
    public void close() {
        execute("DROP TABLE IF EXISTS {table}");
        pool.close();
    }
}
