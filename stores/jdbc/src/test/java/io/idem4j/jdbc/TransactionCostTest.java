package io.idem4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Attempt;
import io.idem4j.Idempotency;
import io.idem4j.tck.OnStore;
import io.idem4j.testtools.FaultProxy;
import io.idem4j.testtools.Numbers;
import io.idem4j.testtools.PostgresServer;
import io.idem4j.testtools.Requests;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often a first execution that writes one row commits, as the server counts it, and how often it asks the server. */
@OnStore("postgresql")
class TransactionCostTest {
    private static final int EXECUTIONS = 20;
    private static final int WINDOWS = 3;
    private static final int COMMITS_OF_A_READING = 2;

    private final FaultProxy network = FaultProxy.to(PostgresServer.shared().port());
    private final PostgresTable table = new PostgresTable(PostgresServer.shared(), "", pool -> {
        pool.setJdbcUrl(PostgresServer.url(network.port()));
        pool.setMaximumPoolSize(1);
    });
    private final Transactions transactions = new Transactions(table.pool);
    private final JdbcStore store = table.builder().listen(false).build();
    private final Idempotency plain =
            Idempotency.builder(store).codec(new Numbers()).build();
    private final AtomicInteger rows = new AtomicInteger();

    @BeforeEach
    void createRows() {
        table.execute("CREATE TABLE {table}_placed (id INT)");
    }

    @AfterEach
    void end() {
        plain.close();
        table.execute("DROP TABLE {table}_placed");
        table.close();
        network.close();
    }

    private int place(Connection connection) throws SQLException {
        int row = rows.incrementAndGet();
        Transactions.update(connection, "INSERT INTO " + table.name + "_placed VALUES (?)", row);
        return row;
    }

    private int ownTransaction() {
        return transactions.in(this::place);
    }

    private int outside() {
        return plain.call(Requests.key(), Integer.class).execute(this::ownTransaction);
    }

    private int completing() {
        Idempotency completing = plain.on(store.completingIn(transactions::current));
        Attempt.Started<Integer> mine = (Attempt.Started<Integer>)
                completing.call(Requests.key(), Integer.class).begin();
        return transactions.in(connection -> mine.complete(place(connection)).value());
    }

    private int joining() {
        Idempotency joining = plain.on(store.joining(transactions::current));
        return transactions.in(
                connection -> joining.call(Requests.key(), Integer.class).execute(() -> place(connection)));
    }

    @Test
    void without_the_library_a_row_takes_one_commit_and_two_round_trips() throws SQLException {
        assertTakes(1, 2, this::ownTransaction);
    }

    @Test
    void joining_takes_the_callers_commit_and_two_round_trips_more() throws SQLException {
        assertTakes(1, 4, this::joining);
    }

    @Test
    void completing_takes_one_commit_more_and_two_round_trips_more() throws SQLException {
        assertTakes(2, 4, this::completing);
    }

    @Test
    void claim_outside_takes_two_commits_more_and_two_round_trips_more() throws SQLException {
        assertTakes(3, 4, this::outside);
    }

    private void assertTakes(int commits, int exchanges, Runnable execution) throws SQLException {
        execution.run();
        assertThat(commitsOf(() -> {})).as("commits of nothing").isZero();
        long before = network.exchanges();
        execution.run();
        assertThat(network.exchanges() - before).as("round trips").isEqualTo(exchanges);
        assertThat(commitsOf(execution)).as("commits").isEqualTo(EXECUTIONS * (long) commits);
        assertThat(table.number("SELECT count(*) FROM {table}_placed")).isEqualTo(rows.get());
    }

    /** The fewest of some windows: sessions that ended a moment ago may still tell of theirs. */
    private long commitsOf(Runnable execution) throws SQLException {
        long fewest = Long.MAX_VALUE;
        for (int window = 0; window < WINDOWS; window++) {
            long before = commits();
            for (int i = 0; i < EXECUTIONS; i++) {
                execution.run();
            }
            fewest = Math.min(fewest, commits() - before - COMMITS_OF_A_READING);
        }
        return fewest;
    }

    /** Of the one session, which tells the server at once; the reading commits too. */
    private long commits() throws SQLException {
        try (Connection connection = table.pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_stat_force_next_flush()");
            try (ResultSet row = statement.executeQuery(
                    "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()")) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
