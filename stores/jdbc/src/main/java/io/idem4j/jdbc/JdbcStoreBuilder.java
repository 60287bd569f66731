package io.idem4j.jdbc;

import io.idem4j.ConfigurationException;
import io.idem4j.spi.StoreTraits;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Configures a {@link JdbcStore}. Not thread-safe. A setter, or {@link #build}, throws {@link ConfigurationException}
 * naming the setting that is wrong.
 */
public final class JdbcStoreBuilder {
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(1);
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);
    private static final long DEFAULT_DATA_BYTES = 1L << 20;
    private static final long MOST_DATA_BYTES = 1L << 28;

    private final DataSource dataSource;
    private TableName table = TableName.parse(TableName.DEFAULT);
    private Duration lockWait = Duration.ofSeconds(1);
    private long maxDataBytes = DEFAULT_DATA_BYTES;
    private boolean createSchema;
    private boolean checkSchema = true;
    private boolean listen = true;
    private @Nullable Dialect dialect;
    private @Nullable InstantSource clock;

    JdbcStoreBuilder(DataSource dataSource) {
        this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
    }

    /** Which database it is; default: what the driver says. */
    public JdbcStoreBuilder dialect(Dialect database) {
        this.dialect = Objects.requireNonNull(database, "dialect");
        return this;
    }

    /**
     * Where the records are; default {@code idempotency_record}.
     *
     * @param name a plain name or {@code schema.name}: letters, digits and underscores; written unquoted
     */
    public JdbcStoreBuilder table(String name) {
        this.table = TableName.parse(Objects.requireNonNull(name, "table"));
        return this;
    }

    /**
     * How long a call waits for another transaction that holds the row, so that a slow or stuck one does not hold up
     * its duplicates: a claim then answers that the id is held, anything else that the store is unavailable. 1 ms to
     * 1 h; default 1 s.
     */
    public JdbcStoreBuilder lockWait(Duration longest) {
        if (longest.compareTo(SHORTEST_WAIT) < 0 || longest.compareTo(LONGEST_WAIT) > 0) {
            throw new ConfigurationException("lockWait", "must be from 1 ms to 1 h", null);
        }
        this.lockWait = longest;
        return this;
    }

    /** Larger results are refused before anything is written, in UTF-8 bytes; 1 to 256 MiB, default 1 MiB. */
    public JdbcStoreBuilder maxDataBytes(long largest) {
        if (largest < 1 || largest > MOST_DATA_BYTES) {
            throw new ConfigurationException("maxDataBytes", "must be from 1 to " + MOST_DATA_BYTES, null);
        }
        this.maxDataBytes = largest;
        return this;
    }

    /** Whether {@link #build} creates the table where it is missing; default false. */
    public JdbcStoreBuilder createSchema(boolean create) {
        this.createSchema = create;
        return this;
    }

    /**
     * Whether {@link #build} compares the table with the schema; default true. False, with a {@link #dialect}: the
     * database may be down, and a wrong table shows at the first call.
     */
    public JdbcStoreBuilder checkSchema(boolean check) {
        this.checkSchema = check;
        return this;
    }

    /**
     * Whether calls that wait for a holder are told by PostgreSQL when it has ended, on one connection of the data source
     * for all of them, held only while somebody waits; default true. False: they poll, four times a second. Switch it off
     * where the pool has no connection to spare, or behind a proxy that gives each transaction another session.
     */
    public JdbcStoreBuilder listen(boolean whileWaiting) {
        this.listen = whileWaiting;
        return this;
    }

    /** The clock of an H2 store, for tests; default: the system's. PostgreSQL uses its own. */
    public JdbcStoreBuilder clock(InstantSource source) {
        this.clock = Objects.requireNonNull(source, "clock");
        return this;
    }

    /**
     * The store. Unless told otherwise it asks the database for its product, its default isolation and the table.
     *
     * @throws ConfigurationException naming what is wrong with a setting or with the table, column by column
     * @throws io.idem4j.StoreException if the database can't be asked
     */
    public JdbcStore build() {
        if (createSchema && !checkSchema) {
            throw new ConfigurationException("checkSchema", "must not be off where createSchema is on", null);
        }
        if (checkSchema) {
            Dialect known = dialect;
            SqlErrors unsorted = new SqlErrors(known == null ? Dialect.POSTGRESQL : known, table);
            return new Calls(Connections.of(dataSource), unsorted).reading(null, this::checked);
        }
        if (dialect == null) {
            throw new ConfigurationException("dialect", "must be set where checkSchema is off", null);
        }
        return store(dialect, Connection.TRANSACTION_READ_COMMITTED);
    }

    private JdbcStore checked(Connection connection) throws SQLException {
        Dialect found = dialect == null ? Dialect.of(connection.getMetaData().getDatabaseProductName()) : dialect;
        JdbcStore store = store(found, connection.getTransactionIsolation());
        Schema schema = new Schema(found, table);
        if (createSchema) {
            schema.createIfMissing(connection);
        }
        schema.check(connection);
        return store;
    }

    private JdbcStore store(Dialect database, int defaultIsolation) {
        StoreTraits traits =
                new StoreTraits(database.label(), database == Dialect.POSTGRESQL, true, false, maxDataBytes);
        SqlErrors errors = new SqlErrors(database, table);
        Calls calls = new Calls(Connections.of(dataSource), errors);
        return new JdbcStore(calls, errors, steps(database, defaultIsolation), watches(database), traits);
    }

    private Watches watches(Dialect database) {
        return listen && database == Dialect.POSTGRESQL
                ? new PostgresWatches(dataSource, PostgresSignal.of(table))
                : Watches.NONE;
    }

    private Steps steps(Dialect database, int defaultIsolation) {
        if (database == Dialect.H2) {
            InstantSource source = clock == null ? InstantSource.system() : clock;
            return new H2Steps(new H2Sql(table), H2Transactions.own(lockWait), source);
        }
        if (clock != null) {
            throw new ConfigurationException("clock", "PostgreSQL uses its own; leave it out", null);
        }
        return PostgresSteps.own(new PostgresSql(table, lockWait), defaultIsolation);
    }
}
