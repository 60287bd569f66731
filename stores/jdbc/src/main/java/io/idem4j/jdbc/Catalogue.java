package io.idem4j.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What one database's catalogue says of the table, spelled as the expected columns are. */
interface Catalogue {
    Set<String> PRIMARY_KEY = Set.of("principal", "scope", "idempotency_key");

    List<Column> expected();

    /** Name and type of each column; empty: no such table. */
    Map<String, String> columns(Connection connection, TableName table) throws SQLException;

    Set<String> primaryKey(Connection connection, TableName table) throws SQLException;

    /** What else keeps the store from its promises; empty: nothing. */
    List<String> problems(Connection connection) throws SQLException;

    /** Keeps others from creating the table until the transaction ends. */
    void lockCreation(Connection connection) throws SQLException;

    /** Two text columns. */
    static Map<String, String> pairs(Connection connection, String query, String... parameters) throws SQLException {
        Map<String, String> pairs = new HashMap<>();
        try (PreparedStatement statement = prepare(connection, query, parameters);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                pairs.put(rows.getString(1), rows.getString(2));
            }
        }
        return pairs;
    }

    /** One text column. */
    static Set<String> values(Connection connection, String query, String... parameters) throws SQLException {
        Set<String> values = new HashSet<>();
        try (PreparedStatement statement = prepare(connection, query, parameters);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }

    private static PreparedStatement prepare(Connection connection, String query, String... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(query);
        for (int i = 0; i < parameters.length; i++) {
            statement.setString(i + 1, parameters[i]);
        }
        return statement;
    }
}
