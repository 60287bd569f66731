package io.idem4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import io.idem4j.tck.NeedsProgram;
import io.idem4j.testtools.PostgresServer;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The T clauses behind a pooler that gives each transaction another session. */
@NeedsProgram(PgBouncer.PROGRAM)
class PgBouncerTransactionsTest extends PostgresTransactionsTest {
    private static PgBouncer pooler;

    @BeforeAll
    static void startPooler() {
        pooler = PgBouncer.before(PostgresServer.shared());
    }

    @AfterAll
    static void stopPooler() {
        pooler.close();
    }

    @Override
    void configure(HikariConfig pool) {
        pool.setJdbcUrl(pooler.url());
    }

    @Override
    JdbcStoreBuilder builder() {
        return super.builder().listen(false);
    }

    @Test
    void one_connection_meets_several_sessions() throws Exception {
        List<Integer> sessions = new ArrayList<>();
        try (Connection connection = source().getConnection()) {
            List<Connection> others = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                Connection other = source().getConnection();
                other.setAutoCommit(false);
                session(other);
                others.add(other);
            }
            for (Connection other : others) {
                sessions.add(session(connection));
                other.rollback();
                other.setAutoCommit(true);
                other.close();
            }
            for (int i = 0; i < 8; i++) {
                sessions.add(session(connection));
            }
        }
        assertThat(new HashSet<>(sessions)).hasSizeGreaterThan(1);
    }

    private static int session(Connection connection) throws Exception {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            return row.getInt(1);
        }
    }
}
