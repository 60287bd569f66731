package io.idem4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Attempt;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.Outcome;
import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import io.idem4j.testtools.Numbers;
import io.idem4j.testtools.PostgresServer;
import io.idem4j.testtools.Requests;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** As behind a pooler that gives each transaction another session: none may be left with anything in it. */
@OnStore("postgresql")
class NoSessionStateTest {
    private static final String STATE = "SELECT (SELECT count(*) FROM pg_settings WHERE source = 'session')"
            + " + (SELECT count(*) FROM pg_prepared_statements)"
            + " + (SELECT count(*) FROM pg_listening_channels())"
            + " + (SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory')"
            + " + (SELECT count(*) FROM pg_cursors WHERE is_holdable)";

    private final PostgresTable table = new PostgresTable();
    private final List<Long> left = new ArrayList<>();
    private final DataSource source = DataSources.dataSource(this::session);
    private final Transactions transactions = new Transactions(source);
    private final JdbcStore store = JdbcStore.builder(source)
            .table(table.name)
            .createSchema(true)
            .listen(false)
            .build();
    private final Idempotency own =
            Idempotency.builder(store).codec(new Numbers()).build();
    private final AtomicInteger effects = new AtomicInteger();

    @AfterEach
    void end() {
        own.close();
        table.close();
    }

    private Connection session() throws SQLException {
        Connection physical =
                DriverManager.getConnection(PostgresServer.url(table.server.port()) + "&prepareThreshold=0");
        long before = state(physical);
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    if (method.getName().equals("close") && !physical.isClosed()) {
                        left.add(state(physical) - before);
                    }
                    return CountingDataSource.invoke(physical, method, arguments);
                });
    }

    private static long state(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(STATE)) {
            row.next();
            return row.getLong(1);
        }
    }

    private void assertNothingLeft() {
        assertThat(left).isNotEmpty().containsOnly(0L);
    }

    @Test
    void its_own_transactions_leave_nothing_in_a_session() {
        IdempotencyKey key = Requests.key();
        assertThat(own.call(key, Integer.class).run(effects::incrementAndGet)).isInstanceOf(Outcome.Executed.class);
        assertThat(own.call(key, Integer.class).run(effects::incrementAndGet)).isInstanceOf(Outcome.Replayed.class);
        ((Attempt.Started<Integer>) own.call(Requests.key(), Integer.class).begin()).release();
        assertNothingLeft();
    }

    @Test
    @Clause("T-02")
    void joined_transactions_leave_nothing_in_a_session() {
        Idempotency joining = own.on(store.joining(transactions::current));
        IdempotencyKey key = Requests.key();
        for (int i = 0; i < 2; i++) {
            int result = transactions.in(
                    connection -> joining.call(key, Integer.class).execute(effects::incrementAndGet));
            assertThat(result).isEqualTo(1);
        }
        assertNothingLeft();
    }

    @Test
    @Clause("T-02")
    void a_completion_in_the_callers_transaction_leaves_nothing_in_a_session() {
        Idempotency completing = own.on(store.completingIn(transactions::current));
        Attempt.Started<Integer> mine = (Attempt.Started<Integer>)
                completing.call(Requests.key(), Integer.class).begin();
        transactions.in(connection -> mine.complete(1));
        assertNothingLeft();
    }

    @Test
    void what_is_left_would_be_seen() throws SQLException {
        try (Connection connection = source.getConnection()) {
            Transactions.update(connection, "SET lock_timeout = '5s'");
        }
        assertThat(left).contains(1L);
    }
}
