package io.idem4j.jdbc;

import io.idem4j.IdempotencyKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The lock of a record's row in a transaction of a test's own; where there is none, of a row that is never committed. */
final class RowLock {
    private static final String WHERE = " WHERE principal = ? AND scope = ? AND idempotency_key = ?";

    private final Connection connection;
    private final String table;
    private final IdempotencyKey key;
    private final boolean invented;

    private RowLock(Connection connection, String table, IdempotencyKey key, boolean invented) {
        this.connection = connection;
        this.table = table;
        this.key = key;
        this.invented = invented;
    }

    static RowLock of(Connection connection, String table, IdempotencyKey key) throws SQLException {
        try (PreparedStatement lock = keyed(connection, "SELECT 1 FROM " + table + WHERE + " FOR UPDATE", key);
                ResultSet row = lock.executeQuery()) {
            if (row.next()) {
                return new RowLock(connection, table, key, false);
            }
        }
        String insert = "INSERT INTO " + table + " (principal, scope, idempotency_key, status, token, attempt,"
                + " expires_at, created_at, claimed_by) VALUES (?, ?, ?, 'IN_PROGRESS', 'lock', 1,"
                + " TIMESTAMP WITH TIME ZONE '2000-01-01 00:00:00+00',"
                + " TIMESTAMP WITH TIME ZONE '2000-01-01 00:00:00+00', 'lock')";
        try (PreparedStatement statement = keyed(connection, insert, key)) {
            statement.executeUpdate();
        }
        return new RowLock(connection, table, key, true);
    }

    /** Takes the row away again that was there only to be waited for. */
    void keepOnlyTheLock() throws SQLException {
        if (invented) {
            try (PreparedStatement delete = keyed(connection, "DELETE FROM " + table + WHERE, key)) {
                delete.executeUpdate();
            }
        }
    }

    private static PreparedStatement keyed(Connection connection, String sql, IdempotencyKey key) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setString(1, key.principal());
        statement.setString(2, key.scope());
        statement.setString(3, key.value());
        return statement;
    }
}
