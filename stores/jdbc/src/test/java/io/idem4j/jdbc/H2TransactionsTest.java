package io.idem4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.idem4j.Idempotency;
import io.idem4j.Outcome;
import io.idem4j.StoreUnavailableException;
import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@OnStore("h2")
class H2TransactionsTest extends TransactionsTest {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final String url = "jdbc:h2:mem:transactions-" + DATABASES.incrementAndGet();
    private final HikariDataSource pool = DataSources.pool(url, settings -> {
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

    @ParameterizedTest
    @ValueSource(strings = {"TRANSACTION_REPEATABLE_READ", "TRANSACTION_SERIALIZABLE"})
    @Clause("T-04")
    void a_snapshot_from_before_the_other_commit_is_unavailable_and_the_transaction_is_run_again(String isolation) {
        try (HikariDataSource strict = DataSources.pool(url, settings -> settings.setTransactionIsolation(isolation))) {
            Transactions stricter = new Transactions(strict);
            Idempotency joined = plain.on(store.joining(stricter::current));

            assertThatExceptionOfType(StoreUnavailableException.class)
                    .isThrownBy(() -> stricter.in(connection -> {
                        try (Statement statement = connection.createStatement()) {
                            statement.execute("SELECT count(*) FROM placed");
                            statement.execute("SELECT count(*) FROM idempotency_record");
                        }
                        assertThat(elsewhere(() -> join(key)).get(1, TimeUnit.MINUTES))
                                .isInstanceOf(Outcome.Executed.class);
                        return joined.call(key, Integer.class).execute(() -> place(connection));
                    }))
                    .withMessageContaining("run the whole transaction again");
            assertThat(countRows()).isEqualTo(1);

            int again =
                    stricter.in(connection -> joined.call(key, Integer.class).execute(() -> place(connection)));
            assertThat(again).isEqualTo(1);
            assertThat(countRows()).isEqualTo(1);
        }
    }

    /** In one process no reply is lost on a wire; the caller that does not hear how its commit ended is the same. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Clause("T-05")
    void a_commit_that_nobody_heard_of_is_settled_by_running_the_whole_again(boolean committed) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            plain.on(store.joining(() -> connection)).call(key, Integer.class).execute(() -> place(connection));
            if (committed) {
                connection.commit();
            } else {
                connection.rollback();
            }
        }

        Outcome<Integer> again =
                transactions.in(connection -> joining.call(key, Integer.class).run(() -> place(connection)));
        assertThat(again).isInstanceOf(committed ? Outcome.Replayed.class : Outcome.Executed.class);
        assertThat(countRows()).isEqualTo(1);
    }
}
