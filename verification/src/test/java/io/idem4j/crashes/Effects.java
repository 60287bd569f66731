package io.idem4j.crashes;

import io.idem4j.testtools.PostgresServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.ds.PGSimpleDataSource;

/** What actions really did: rows in a database of their own, written without the library. */
record Effects(String url) {
    private static final String DATABASE = "effects";

    static Effects create(PostgresServer server) {
        Effects effects = new Effects(server.url().replaceFirst("/postgres\\b", "/" + DATABASE));
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + DATABASE);
            statement.execute("CREATE DATABASE " + DATABASE);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        try (Connection connection = effects.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE effect (operation text NOT NULL, attempt int NOT NULL)");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        return effects;
    }

    private Connection connect() throws SQLException {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        return source.getConnection();
    }

    void add(String operation, int attempt) {
        try (Connection connection = connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO effect VALUES (?, ?)")) {
            insert.setString(1, operation);
            insert.setInt(2, attempt);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    int count(String operation) {
        try (Connection connection = connect();
                PreparedStatement select =
                        connection.prepareStatement("SELECT count(*) FROM effect WHERE operation = ?")) {
            select.setString(1, operation);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
