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
    private final String first;

    Transactions(DataSource source) {
        this(source, "");
    }

    /**
     * @param first a statement that each begins with
     */
    Transactions(DataSource source, String first) {
        this.source = source;
        this.first = first;
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
            connection.setAutoCommit(false);
            if (!first.isEmpty()) {
                update(connection, first);
            }
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
