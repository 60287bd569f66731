package io.idem4j.testtools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PostgresServerTest {
    private static String query(PostgresServer server, String sql) throws SQLException {
        try (Connection connection = server.dataSource().getConnection();
                ResultSet row = connection.createStatement().executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private static void execute(PostgresServer server, String sql) throws SQLException {
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void what_was_committed_outlives_a_stop_and_a_kill_on_the_same_port() throws SQLException {
        try (PostgresServer server = PostgresServer.started(Map.of("max_connections", "20"))) {
            int port = server.port();
            assertThat(query(server, "SHOW fsync")).isEqualTo("on");
            assertThat(query(server, "SHOW synchronous_commit")).isEqualTo("on");
            assertThat(query(server, "SHOW max_connections")).isEqualTo("20");
            execute(server, "CREATE TABLE t (a int)");
            execute(server, "INSERT INTO t VALUES (1)");

            server.kill();
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> query(server, "SELECT 1"));
            server.start();
            assertThat(query(server, "SELECT count(*) FROM t")).isEqualTo("1");
            execute(server, "INSERT INTO t VALUES (2)");

            server.stop();
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> query(server, "SELECT 1"));
            server.start();
            assertThat(query(server, "SELECT count(*) FROM t")).isEqualTo("2");
            assertThat(server.port()).isEqualTo(port);
        }
    }
}
