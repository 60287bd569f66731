package io.idem4j.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * READ COMMITTED transactions, or savepoints of the caller's, whose waits for locks are bounded, on connections that come
 * back as they were.
 */
final class H2Transactions {
    private final long lockWaitMillis;
    private final boolean joins;

    private H2Transactions(long lockWaitMillis, boolean joins) {
        this.lockWaitMillis = lockWaitMillis;
        this.joins = joins;
    }

    static H2Transactions own(Duration lockWait) {
        return new H2Transactions(lockWait.toMillis(), false);
    }

    H2Transactions joining() {
        return new H2Transactions(lockWaitMillis, true);
    }

    <T extends @Nullable Object> T in(Connection connection, Calls.Step<T> step) throws SQLException {
        return joins ? inSavepoint(connection, step) : inTransaction(connection, step);
    }

    private <T extends @Nullable Object> T inSavepoint(Connection connection, Calls.Step<T> step) throws SQLException {
        int waitMillis = lockTimeout(connection);
        Savepoint savepoint = connection.setSavepoint();
        try {
            lockTimeout(connection, lockWaitMillis);
            T result = step.on(connection);
            connection.releaseSavepoint(savepoint);
            return result;
        } catch (SQLException | RuntimeException e) {
            Quietly.run(() -> connection.rollback(savepoint));
            throw e;
        } finally {
            Quietly.run(() -> lockTimeout(connection, waitMillis));
        }
    }

    private <T extends @Nullable Object> T inTransaction(Connection connection, Calls.Step<T> step)
            throws SQLException {
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
