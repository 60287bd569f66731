/** Records in PostgreSQL, or in H2 for one machine. */
module io.idem4j.jdbc {
    requires transitive io.idem4j.core;
    requires transitive java.sql;
    requires static transitive org.jspecify;
    requires static org.postgresql.jdbc;

    exports io.idem4j.jdbc;
}
