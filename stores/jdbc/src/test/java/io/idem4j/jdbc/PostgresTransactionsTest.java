package io.idem4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariConfig;
import io.idem4j.Idempotency;
import io.idem4j.InconsistentStateException;
import io.idem4j.Outcome;
import io.idem4j.StoreUnavailableException;
import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import io.idem4j.testtools.FaultProxy;
import io.idem4j.testtools.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@OnStore("postgresql")
class PostgresTransactionsTest extends TransactionsTest {
    private static final String SERIALIZATION_FAILURE = "40001";

    private final PostgresTable table = new PostgresTable(PostgresServer.shared(), "", pool -> {
        pool.setMaximumPoolSize(4);
        configure(pool);
    });

    PostgresTransactionsTest() {
        table.execute("CREATE TABLE {table}_placed (id INT)");
    }

    void configure(HikariConfig pool) {}

    @Override
    DataSource source() {
        return table.pool;
    }

    @Override
    JdbcStoreBuilder builder() {
        return table.builder();
    }

    @Override
    String rows() {
        return table.name + "_placed";
    }

    @Override
    int countRows() {
        return (int) table.number("SELECT count(*) FROM {table}_placed");
    }

    @AfterEach
    void close() {
        table.execute("DROP TABLE {table}_placed");
        table.close();
    }

    private static String setting(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW " + name)) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    @Clause("T-03")
    void sixty_four_threads_on_four_connections_all_finish() throws Exception {
        all_finish(transactions, joining, completing);
    }

    @Test
    @Clause("T-02")
    void the_transaction_keeps_its_own_lock_timeout() {
        transactions.in(connection -> {
            Transactions.update(connection, "SET LOCAL lock_timeout = '77s'");
            joining.call(key, Integer.class).execute(() -> {
                assertThat(setting(connection, "lock_timeout")).isEqualTo("77s");
                return place(connection);
            });
            assertThat(setting(connection, "lock_timeout")).isEqualTo("77s");
            return null;
        });
        assertThat(countRows()).isEqualTo(1);
    }

    @Test
    @Clause("T-02")
    void a_row_that_makes_no_sense_leaves_the_transaction_usable() {
        join(key);
        table.execute("ALTER TABLE {table} DROP CONSTRAINT {table}_status_check");
        table.execute("UPDATE {table} SET status = 'UNHEARD_OF'");

        transactions.in(connection -> {
            assertThatExceptionOfType(InconsistentStateException.class)
                    .isThrownBy(() -> joining.call(key, Integer.class).run(() -> place(connection)));
            return place(connection);
        });
        assertThat(countRows()).isEqualTo(2);
    }

    @Test
    @Clause("T-02")
    void a_completion_that_fails_is_the_callers_exception_and_is_sent_once() {
        CountingDataSource driver = new CountingDataSource(table.pool);
        Transactions counted = new Transactions(driver.dataSource());
        Idempotency joined = plain.on(store.joining(counted::current));

        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() ->
                        counted.in(connection -> joined.call(key, Integer.class).execute(() -> {
                            spoil(connection);
                            return 1;
                        })))
                .withMessageContaining("roll back, and run the whole transaction again");
        assertThat(store.find(key)).isEmpty();
        int again = counted.in(connection -> joined.call(key, Integer.class).execute(() -> place(connection)));
        assertThat(again).isEqualTo(1);
    }

    /** What PostgreSQL does with a transaction whose failure somebody swallows. */
    private static void spoil(Connection connection) {
        assertThatExceptionOfType(SQLException.class).isThrownBy(() -> Transactions.update(connection, "SELECT 1 / 0"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"REPEATABLE READ", "SERIALIZABLE"})
    @Clause("T-04")
    void a_snapshot_from_before_the_other_commit_is_a_serialization_failure_and_the_transaction_is_run_again(
            String isolation) {
        Transactions strict = new Transactions(table.pool, "SET TRANSACTION ISOLATION LEVEL " + isolation);
        Idempotency joined = plain.on(store.joining(strict::current));

        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> strict.in(connection -> {
                    setting(connection, "lock_timeout");
                    countRowsIn(connection);
                    assertThat(elsewhere(() -> join(key)).get(1, TimeUnit.MINUTES))
                            .isInstanceOf(Outcome.Executed.class);
                    return joined.call(key, Integer.class).execute(() -> place(connection));
                }))
                .withMessageContaining("run the whole transaction again")
                .satisfies(e -> assertThat(SqlErrors.state(e)).isEqualTo(SERIALIZATION_FAILURE));
        assertThat(countRows()).isEqualTo(1);

        int again = strict.in(connection -> joined.call(key, Integer.class).execute(() -> place(connection)));
        assertThat(again).isEqualTo(1);
        assertThat(countRows()).isEqualTo(1);
    }

    private void countRowsIn(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT count(*) FROM " + rows());
        }
    }

    @ParameterizedTest
    @EnumSource(FaultProxy.Fault.class)
    @Clause("T-05")
    void a_commit_whose_reply_is_lost_is_settled_by_running_the_whole_again(FaultProxy.Fault fault) {
        try (FaultProxy proxy = FaultProxy.to(table.server.port());
                PostgresTable proxied = new PostgresTable(table.server, "", pool -> {
                    pool.setJdbcUrl(PostgresServer.url(proxy.port()) + "&socketTimeout=1");
                    pool.setMaximumPoolSize(2);
                })) {
            Transactions through = new Transactions(proxied.pool);
            Idempotency joined = plain.on(store.joining(through::current));
            FaultProxy.Armed armed = proxy.arm(fault, request -> request.text().contains("COMMIT"));

            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> through.in(
                            connection -> joined.call(key, Integer.class).execute(() -> place(connection))))
                    .withCauseInstanceOf(SQLException.class);
            assertThat(armed.hasHit()).isTrue();

            int result =
                    through.in(connection -> joined.call(key, Integer.class).execute(() -> place(connection)));
            assertThat(table.query("SELECT id FROM {table}_placed")).containsExactly(Integer.toString(result));
        }
    }
}
