package io.idem4j.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The caller's transactions in tests: one for each thread at a time, as a framework would keep them. */
final class Transactions {
    private final ThreadLocal<@Nullable Connection> current = new ThreadLocal<>();
    private final DataSource source;
    private final int isolation;

    Transactions(DataSource source) {
        this(source, Connection.TRANSACTION_READ_COMMITTED);
    }

    Transactions(DataSource source, int isolation) {
        this.source = source;
        this.isolation = isolation;
    }

    interface Work<T extends @Nullable Object> {
        T in(Connection connection) throws Exception;
    }

    @Nullable Connection current() {
        return current.get();
    }

    /** Commits what returns and rolls back what throws. */
    <T extends @Nullable Object> T in(Work<T> work) {
        try (Connection connection = source.getConnection()) {
            int before = connection.getTransactionIsolation();
            if (isolation != before) {
                connection.setTransactionIsolation(isolation);
            }
            connection.setAutoCommit(false);
            current.set(connection);
            try {
                T result = work.in(connection);
                connection.commit();
                return result;
            } catch (Throwable e) {
                Quietly.run(connection::rollback);
                throw e;
            } finally {
                current.remove();
                Quietly.run(() -> connection.setAutoCommit(true));
                if (isolation != before) {
                    Quietly.run(() -> connection.setTransactionIsolation(before));
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static void update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }
}
