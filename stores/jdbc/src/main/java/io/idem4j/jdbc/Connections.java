package io.idem4j.jdbc;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoreRejectedException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Whose connection a step runs on. */
interface Connections {
    Connection open(@Nullable IdempotencyKey key) throws SQLException;

    void close(Connection connection);

    /** One for each step. */
    static Connections of(DataSource dataSource) {
        return new Connections() {
            @Override
            public Connection open(@Nullable IdempotencyKey key) throws SQLException {
                return dataSource.getConnection();
            }

            @Override
            public void close(Connection connection) {
                Quietly.close(connection);
            }
        };
    }

    /** That of the caller's transaction, which stays his. */
    static Connections joining(TransactionConnections transactions) {
        return new Connections() {
            @Override
            public Connection open(@Nullable IdempotencyKey key) throws SQLException {
                Connection joined = inTransaction(transactions);
                if (joined == null) {
                    throw new StoreRejectedException(
                            key,
                            "there is no transaction to join: begin one first, on the connection that the store is given;"
                                    + " nothing was written",
                            null);
                }
                return joined;
            }

            @Override
            public void close(Connection connection) {}
        };
    }

    /** Null where the calling thread is in none. */
    static @Nullable Connection inTransaction(TransactionConnections transactions) throws SQLException {
        Connection current = transactions.current();
        if (current == null) {
            return null;
        }
        if (current.getAutoCommit()) {
            Quietly.close(current);
            return null;
        }
        return current;
    }
}
