package io.idem4j.spring.boot;

import io.idem4j.jdbc.JdbcStore;
import io.idem4j.jdbc.JdbcStoreBuilder;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.util.unit.DataSize;

/**
 * Records in a table.
 *
 * @param table Where the records are.
 * @param initializeSchema When the table is made if it is missing: in memory only (embedded), always, or never.
 * @param lockWait How long a call waits for another transaction that holds the row.
 * @param maxDataSize The largest result that is kept.
 * @param listen Whether waiting calls are told by PostgreSQL, on one connection, instead of polling.
 */
@ConfigurationProperties("idem4j.jdbc")
public record JdbcProperties(
        @DefaultValue("idempotency_record") String table,
        @DefaultValue("embedded") InitializeSchema initializeSchema,
        @DefaultValue("1s") Duration lockWait,
        @DefaultValue("1MB") DataSize maxDataSize,
        @DefaultValue("true") boolean listen) {

    /** When the table is made. */
    public enum InitializeSchema {
        /** In a database that lives in this process's memory. */
        EMBEDDED,
        /** Wherever it is missing. */
        ALWAYS,
        /** By a migration. */
        NEVER
    }

    JdbcStore store(DataSource dataSource) {
        return IdempotencyProperties.named("idem4j.jdbc", () -> {
            JdbcStoreBuilder builder = JdbcStore.builder(dataSource)
                    .table(table)
                    .lockWait(lockWait)
                    .maxDataBytes(maxDataSize.toBytes())
                    .listen(listen);
            return builder.createSchema(creates(dataSource)).build();
        });
    }

    private boolean creates(DataSource dataSource) {
        return switch (initializeSchema) {
            case ALWAYS -> true;
            case NEVER -> false;
            case EMBEDDED -> EmbeddedDatabaseConnection.isEmbedded(dataSource);
        };
    }
}
