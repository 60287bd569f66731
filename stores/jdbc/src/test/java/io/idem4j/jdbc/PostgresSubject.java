package io.idem4j.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.Hook;
import io.idem4j.tck.Interleaving;
import io.idem4j.tck.RoundTrips;
import io.idem4j.tck.StoreFaults;
import io.idem4j.tck.StoreUnderTest;
import io.idem4j.tck.TestClock;
import io.idem4j.testtools.FaultProxy;
import io.idem4j.testtools.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;

/** A store on PostgreSQL in the hands of the kit, with a table of its own. */
final class PostgresSubject implements StoreUnderTest {
    private static final AtomicInteger TABLES = new AtomicInteger();

    private final PostgresServer server;
    private final HikariDataSource pool;
    private final String table = "kit_" + ProcessHandle.current().pid() + "_" + TABLES.incrementAndGet();
    private final CountingDataSource counting;
    private final JdbcStore store;
    private final int slowness;
    private volatile DataSource source;

    PostgresSubject(PostgresServer server, String urlSuffix, Consumer<HikariConfig> settings, int slowness) {
        this.slowness = slowness;
        this.server = server;
        this.pool = DataSources.pool(server.url() + urlSuffix, settings);
        this.source = pool;
        this.counting = new CountingDataSource(DataSources.current(() -> source));
        this.store = storeOn(counting.dataSource(), true);
    }

    private JdbcStore storeOn(DataSource dataSource, boolean create) {
        return JdbcStore.builder(dataSource)
                .table(table)
                .createSchema(create)
                .lockWait(Duration.ofSeconds(30))
                .build();
    }

    @Override
    public IdempotencyStore store() {
        return store;
    }

    @Override
    public TestClock clock() {
        return null;
    }

    @Override
    public int slowness() {
        return slowness;
    }

    @Override
    public Duration precision() {
        return Duration.ofNanos(1_000);
    }

    @Override
    public Hook<RoundTrips> roundTrips() {
        return Hook.of(counting::count);
    }

    /** Transaction ids: nothing else in the database assigns any, autovacuum included. */
    @Override
    public Hook<LongSupplier> writes() {
        return Hook.of(() -> query("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint"));
    }

    @Override
    public Hook<StoreFaults> faults() {
        return Hook.of(new Faults());
    }

    @Override
    public Hook<Interleaving> interleaving() {
        return Hook.of(new RowInterleaving(
                server.dataSource(), table, store, holder -> storeOn(holder, false), (thread, holder) -> {
                    int pid = holder.unwrap(PGConnection.class).getBackendPID();
                    return query("SELECT count(*) FROM pg_stat_activity WHERE " + pid
                                    + " = ANY (pg_blocking_pids(pid))")
                            > 0;
                }));
    }

    private long query(String sql) {
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private void execute(String sql) {
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        // one store serves all tests; see end()
    }

    void end() {
        execute("DROP TABLE " + table);
        pool.close();
    }

    private final class Faults implements StoreFaults {
        @Override
        public Set<Kind> kinds() {
            return EnumSet.allOf(Kind.class);
        }

        @Override
        public Runnable begin(Kind kind) {
            return switch (kind) {
                case UNREACHABLE -> through(proxy -> proxy.refuse());
                case REPLY_LOST ->
                    through(proxy -> proxy.arm(
                            FaultProxy.Fault.CUT_AFTER_ANSWER,
                            request -> request.text().contains(table)));
                case REFUSED -> {
                    execute("ALTER TABLE " + table + " RENAME TO " + table + "_gone");
                    yield () -> execute("ALTER TABLE " + table + "_gone RENAME TO " + table);
                }
            };
        }

        private Runnable through(Consumer<FaultProxy> fault) {
            FaultProxy proxy = FaultProxy.to(server.port());
            fault.accept(proxy);
            PGSimpleDataSource proxied = new PGSimpleDataSource();
            proxied.setUrl(PostgresServer.url(proxy.port()));
            source = proxied;
            return () -> {
                source = pool;
                proxy.close();
            };
        }
    }
}
