package io.idem4j.crashes;

import io.idem4j.Attempt;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.Outcome;
import io.idem4j.jdbc.JdbcStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Books operations as rows of the database that also holds the records, in either order of transactional mode. */
final class Ledger implements AutoCloseable {
    static final Duration LEASE = Duration.ofSeconds(2);

    private final ThreadLocal<@Nullable Connection> current = new ThreadLocal<>();
    private final DataSource source;
    private final Idempotency plain;
    private final Idempotency joining;
    private final Idempotency completing;

    /** Which of the two orders. */
    enum Order {
        JOINING,
        COMPLETING
    }

    Ledger(DataSource source, boolean create) {
        this.source = source;
        JdbcStore store = JdbcStore.builder(source).createSchema(create).build();
        this.plain =
                Idempotency.builder(store).policy(policy -> policy.lease(LEASE)).build();
        this.joining = plain.on(store.joining(current::get));
        this.completing = plain.on(store.completingIn(current::get));
    }

    static void createRows(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE booked (operation text NOT NULL)");
        }
    }

    static IdempotencyKey key(String operation) {
        return IdempotencyKey.of("ledger", operation);
    }

    Outcome<String> book(Order order, String operation) throws SQLException {
        return order == Order.JOINING ? joining(operation) : completing(operation);
    }

    private Outcome<String> joining(String operation) throws SQLException {
        return inTransaction(
                connection -> joining.call(key(operation), String.class).run(() -> insert(connection, operation)));
    }

    private Outcome<String> completing(String operation) throws SQLException {
        Attempt<String> attempt = completing.call(key(operation), String.class).begin();
        if (!(attempt instanceof Attempt.Started<String> mine)) {
            return (Outcome.Duplicate<String>) attempt;
        }
        try {
            return inTransaction(connection -> mine.complete(insert(connection, operation)));
        } catch (SQLException | RuntimeException e) {
            mine.fail(e);
            throw e;
        }
    }

    private static String insert(Connection connection, String operation) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO booked VALUES (?)")) {
            insert.setString(1, operation);
            insert.executeUpdate();
        }
        return "booked " + operation;
    }

    private interface Work<T> {
        T in(Connection connection) throws SQLException;
    }

    private <T> T inTransaction(Work<T> work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            current.set(connection);
            T result = work.in(connection);
            connection.commit();
            return result;
        } finally {
            current.remove();
        }
    }

    @Override
    public void close() {
        plain.close();
    }
}
