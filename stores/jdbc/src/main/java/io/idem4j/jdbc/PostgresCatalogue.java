package io.idem4j.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Keys have the collation C, other text any: it is only compared for equality. */
final class PostgresCatalogue implements Catalogue {
    private static final String KEY = "text COLLATE C NOT NULL";
    private static final String TIME = "timestamp with time zone";
    private static final String COLUMNS = """
            SELECT a.attname, format_type(a.atttypid, a.atttypmod)
                || CASE WHEN a.attname IN ('principal', 'scope', 'idempotency_key')
                    THEN ' COLLATE ' || coalesce(c.collname, 'none') ELSE '' END
                || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
            FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation
            WHERE a.attrelid = to_regclass(?) AND a.attnum > 0 AND NOT a.attisdropped
            """;
    private static final String PRIMARY_KEY_COLUMNS = """
            SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
            WHERE i.indrelid = to_regclass(?) AND i.indisprimary
            """;

    @Override
    public List<Column> expected() {
        return List.of(
                new Column("principal", KEY),
                new Column("scope", KEY),
                new Column("idempotency_key", KEY),
                new Column("status", "text NOT NULL"),
                new Column("token", "text NOT NULL"),
                new Column("owner", "text"),
                new Column("fingerprint", "text"),
                new Column("attempt", "integer NOT NULL"),
                new Column("lease_until", TIME),
                new Column("expires_at", TIME + " NOT NULL"),
                new Column("created_at", TIME + " NOT NULL"),
                new Column("completed_at", TIME),
                new Column("claimed_by", "text NOT NULL"),
                new Column("data", "text"));
    }

    @Override
    public Map<String, String> columns(Connection connection, TableName table) throws SQLException {
        return Catalogue.pairs(connection, COLUMNS, table.qualified());
    }

    @Override
    public Set<String> primaryKey(Connection connection, TableName table) throws SQLException {
        return Catalogue.values(connection, PRIMARY_KEY_COLUMNS, table.qualified());
    }

    @Override
    public List<String> problems(Connection connection) {
        return List.of();
    }

    @Override
    public void lockCreation(Connection connection) throws SQLException {
        Catalogue.values(connection, "SELECT CAST(pg_advisory_xact_lock(hashtext('idem4j')) AS text)");
    }
}
