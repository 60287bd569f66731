package io.idem4j.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.Hook;
import io.idem4j.tck.Interleaving;
import io.idem4j.tck.RoundTrips;
import io.idem4j.tck.StoreFaults;
import io.idem4j.tck.StoreUnderTest;
import io.idem4j.tck.TestClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.LongSupplier;
import javax.sql.DataSource;

/** A store on H2 in the hands of the kit. */
final class H2Subject implements StoreUnderTest {
    private final HikariDataSource pool;
    private TestClock clock = new TestClock();
    private JdbcStore store;
    private final int slowness;
    private volatile boolean unreachable;

    H2Subject(String url, int slowness) {
        this.slowness = slowness;
        this.pool = DataSources.pool(url, settings -> {});
        reopened();
    }

    /** The same records on a new clock. */
    H2Subject reopened() {
        clock = new TestClock();
        store = storeOn(DataSources.dataSource(() -> {
            if (unreachable) {
                throw new SQLException("unreachable", "90067");
            }
            return pool.getConnection();
        }));
        return this;
    }

    private JdbcStore storeOn(DataSource source) {
        return JdbcStore.builder(source)
                .createSchema(true)
                .clock(clock)
                .lockWait(Duration.ofSeconds(30))
                .build();
    }

    @Override
    public IdempotencyStore store() {
        return store;
    }

    @Override
    public TestClock clock() {
        return clock;
    }

    @Override
    public int slowness() {
        return slowness;
    }

    @Override
    public Duration precision() {
        return Duration.ZERO;
    }

    @Override
    public Hook<RoundTrips> roundTrips() {
        return Hook.notApplicable("in one process there are no round trips");
    }

    @Override
    public Hook<LongSupplier> writes() {
        return Hook.notApplicable("H2 tells no count of writes");
    }

    @Override
    public Hook<StoreFaults> faults() {
        return Hook.of(new Faults());
    }

    @Override
    public Hook<Interleaving> interleaving() {
        return Hook.of(new RowInterleaving(
                pool, "idempotency_record", store, this::storeOn, (thread, holder) -> waits(thread)));
    }

    /** For the lock of a row; for the row of an insertion that is not committed H2 goes round in circles. */
    private static boolean waits(Thread thread) {
        return thread.getState() == Thread.State.TIMED_WAITING
                || Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals("checkUnique"));
    }

    void execute(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    void end() {
        execute("DROP ALL OBJECTS");
        pool.close();
    }

    private final class Faults implements StoreFaults {
        @Override
        public Set<Kind> kinds() {
            return EnumSet.of(Kind.UNREACHABLE, Kind.REFUSED);
        }

        @Override
        public Runnable begin(Kind kind) {
            if (kind == Kind.UNREACHABLE) {
                unreachable = true;
                return () -> unreachable = false;
            }
            execute("ALTER TABLE idempotency_record RENAME TO gone");
            return () -> execute("ALTER TABLE gone RENAME TO idempotency_record");
        }
    }
}
