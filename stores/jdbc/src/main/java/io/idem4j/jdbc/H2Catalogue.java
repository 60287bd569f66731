package io.idem4j.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Keys must compare character by character (collation OFF), and a commit must outlive its process. */
final class H2Catalogue implements Catalogue {
    private static final String KEY = "CHARACTER VARYING(%d) COLLATE OFF NOT NULL";
    private static final String TEXT = "CHARACTER VARYING(%d)";
    private static final String TIME = "TIMESTAMP WITH TIME ZONE(9)";
    private static final int LONGEST_TEXT = 1_000_000_000;
    /** In capitals, as the catalogue is where a database does not fold names. */
    private static final String OF_TABLE =
            " upper(TABLE_NAME) = ? AND upper(TABLE_SCHEMA) = coalesce(nullif(?, ''), upper(CURRENT_SCHEMA))";

    private static final String COLUMNS = """
            SELECT lower(COLUMN_NAME), upper(DATA_TYPE)
                || CASE WHEN DATETIME_PRECISION IS NOT NULL THEN '(' || DATETIME_PRECISION || ')'
                    WHEN CHARACTER_MAXIMUM_LENGTH IS NOT NULL THEN '(' || CHARACTER_MAXIMUM_LENGTH || ')' ELSE '' END
                || CASE WHEN lower(COLUMN_NAME) IN ('principal', 'scope', 'idempotency_key')
                    THEN ' COLLATE ' || coalesce(COLLATION_NAME, 'none') ELSE '' END
                || CASE WHEN IS_NULLABLE = 'NO' THEN ' NOT NULL' ELSE '' END
            FROM INFORMATION_SCHEMA.COLUMNS WHERE""" + OF_TABLE;
    private static final String PRIMARY_KEY_COLUMNS = """
            SELECT lower(COLUMN_NAME) FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE
            WHERE (CONSTRAINT_SCHEMA, CONSTRAINT_NAME) IN (
                SELECT CONSTRAINT_SCHEMA, CONSTRAINT_NAME FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS
                WHERE CONSTRAINT_TYPE = 'PRIMARY KEY' AND""" + OF_TABLE + ")";
    private static final String WRITE_DELAYS = "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS"
            + " WHERE SETTING_NAME = 'WRITE_DELAY' AND DATABASE_PATH() IS NOT NULL";

    @Override
    public List<Column> expected() {
        return List.of(
                new Column("principal", KEY.formatted(255)),
                new Column("scope", KEY.formatted(120)),
                new Column("idempotency_key", KEY.formatted(1_000)),
                new Column("status", TEXT.formatted(32) + " NOT NULL"),
                new Column("token", TEXT.formatted(64) + " NOT NULL"),
                new Column("owner", TEXT.formatted(255)),
                new Column("fingerprint", TEXT.formatted(255)),
                new Column("attempt", "INTEGER NOT NULL"),
                new Column("lease_until", TIME),
                new Column("expires_at", TIME + " NOT NULL"),
                new Column("created_at", TIME + " NOT NULL"),
                new Column("completed_at", TIME),
                new Column("claimed_by", TEXT.formatted(255) + " NOT NULL"),
                new Column("data", TEXT.formatted(LONGEST_TEXT)));
    }

    @Override
    public Map<String, String> columns(Connection connection, TableName table) throws SQLException {
        return Catalogue.pairs(connection, COLUMNS, upper(table.table()), schema(table));
    }

    @Override
    public Set<String> primaryKey(Connection connection, TableName table) throws SQLException {
        return Catalogue.values(connection, PRIMARY_KEY_COLUMNS, upper(table.table()), schema(table));
    }

    /** A file's commits reach the disk's cache up to half a second later, unless told otherwise; memory has none. */
    @Override
    public List<String> problems(Connection connection) throws SQLException {
        Set<String> delays = Catalogue.values(connection, WRITE_DELAYS);
        return delays.isEmpty() || delays.contains("0")
                ? List.of()
                : List.of("the database loses what it committed within WRITE_DELAY when its process is killed, and a"
                        + " claim with it: add ;WRITE_DELAY=0 to its URL");
    }

    /** {@code IF NOT EXISTS} is atomic here: schema changes exclude each other. */
    @Override
    public void lockCreation(Connection connection) {}

    private static String schema(TableName table) {
        return table.schema() == null ? "" : upper(table.schema());
    }

    private static String upper(String name) {
        return name.toUpperCase(Locale.ROOT);
    }
}
