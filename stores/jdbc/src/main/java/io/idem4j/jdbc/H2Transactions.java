package io.idem4j.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** READ COMMITTED transactions whose waits for locks are bounded, on connections that come back as they were. */
final class H2Transactions {
    private final long lockWaitMillis;

    H2Transactions(Duration lockWait) {
        this.lockWaitMillis = lockWait.toMillis();
    }

    <T extends @Nullable Object> T in(Connection connection, Calls.Step<T> step) throws SQLException {
        boolean autocommit = connection.getAutoCommit();
        int isolation = connection.getTransactionIsolation();
        int waitMillis = lockTimeout(connection);
        if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        }
        connection.setAutoCommit(false);
        try {
            lockTimeout(connection, lockWaitMillis);
            T result = step.on(connection);
            commit(connection);
            return result;
        } catch (SQLException | RuntimeException e) {
            Quietly.run(connection::rollback);
            throw e;
        } finally {
            Quietly.run(() -> lockTimeout(connection, waitMillis));
            Quietly.run(() -> connection.setAutoCommit(autocommit));
            if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
                Quietly.run(() -> connection.setTransactionIsolation(isolation));
            }
        }
    }

    private static void commit(Connection connection) throws MaybeWrittenException {
        try {
            connection.commit();
        } catch (SQLException | RuntimeException e) {
            throw new MaybeWrittenException(e);
        }
    }

    private static int lockTimeout(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT LOCK_TIMEOUT()")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static void lockTimeout(Connection connection, long millis) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCK_TIMEOUT " + millis);
        }
    }
}
