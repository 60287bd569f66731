package io.idem4j.jdbc;

import io.idem4j.ConfigurationException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The table as it should be: created where asked for, checked before the store is used. */
final class Schema {
    private final Dialect dialect;
    private final TableName table;
    private final Catalogue catalogue;

    Schema(Dialect dialect, TableName table) {
        this.dialect = dialect;
        this.table = table;
        this.catalogue = dialect == Dialect.POSTGRESQL ? new PostgresCatalogue() : new H2Catalogue();
    }

    /** A user who may not create tables is not asked to where the table is there. */
    void createIfMissing(Connection connection) throws SQLException {
        if (!catalogue.columns(connection, table).isEmpty()) {
            return;
        }
        boolean autocommit = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            catalogue.lockCreation(connection);
            statement.execute(table.in(dialect.schema()));
            connection.commit();
        } catch (SQLException e) {
            Quietly.run(connection::rollback);
            throw new ConfigurationException(
                    "createSchema",
                    table.qualified() + " could not be created (SQLSTATE " + SqlErrors.state(e) + "): apply "
                            + dialect.schemaPath() + " as a user who may",
                    e);
        } finally {
            Quietly.run(() -> connection.setAutoCommit(autocommit));
        }
    }

    void check(Connection connection) throws SQLException {
        List<String> problems = new ArrayList<>(catalogue.problems(connection));
        Map<String, String> columns = catalogue.columns(connection, table);
        if (columns.isEmpty()) {
            problems.add("table " + table.qualified() + " is missing");
        } else {
            Column.problems(catalogue.expected(), columns)
                    .forEach(problem -> problems.add("table " + table.qualified() + " " + problem));
            if (!catalogue.primaryKey(connection, table).equals(Catalogue.PRIMARY_KEY)) {
                problems.add(
                        "table " + table.qualified() + " needs the primary key (principal, scope, idempotency_key)");
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(
                    "table",
                    String.join("; ", problems) + ". The schema is " + dialect.schemaPath()
                            + " in the jar: apply it, or set createSchema where the table is missing",
                    null);
        }
    }
}
