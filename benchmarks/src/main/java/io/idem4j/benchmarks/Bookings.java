package io.idem4j.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.idem4j.Attempt;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.jdbc.JdbcStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** First executions that insert one row in the caller's transaction, in each of the ways to guard it. */
final class Bookings implements AutoCloseable {
    private static final ThreadLocal<@Nullable Connection> CURRENT = new ThreadLocal<>();
    private final AtomicLong numbers = new AtomicLong();
    private final HikariDataSource pool;
    private final Idempotency outside;
    private final Idempotency joining;
    private final Idempotency completing;

    enum Way {
        BARE("your transaction without the library"),
        JOINING("joining"),
        COMPLETING("completing in it"),
        OUTSIDE("claim outside");

        final String title;

        Way(String title) {
            this.title = title;
        }
    }

    Bookings(String url, int connections) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(connections);
        this.pool = new HikariDataSource(config);
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE booked (id BIGINT PRIMARY KEY)");
        }
        JdbcStore store =
                JdbcStore.builder(pool).createSchema(true).listen(false).build();
        this.outside = Idempotency.builder(store).codec(new ConstantCodec()).build();
        this.joining = outside.on(store.joining(CURRENT::get));
        this.completing = outside.on(store.completingIn(CURRENT::get));
    }

    void book(Way way) throws SQLException {
        long number = numbers.incrementAndGet();
        IdempotencyKey key = IdempotencyKey.of("orders.book", "order-" + number);
        switch (way) {
            case BARE -> inTransaction(() -> insert(number));
            case JOINING -> inTransaction(() -> joining.call(key, String.class).execute(() -> insert(number)));
            case COMPLETING -> {
                Attempt.Started<String> mine = (Attempt.Started<String>)
                        completing.call(key, String.class).begin();
                inTransaction(() -> mine.complete(insert(number)).value());
            }
            case OUTSIDE -> outside.call(key, String.class).execute(() -> inTransaction(() -> insert(number)));
        }
    }

    private interface Work {
        String run() throws SQLException;
    }

    private String inTransaction(Work work) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            CURRENT.set(connection);
            String result = work.run();
            connection.commit();
            return result;
        } finally {
            CURRENT.remove();
        }
    }

    private String insert(long number) throws SQLException {
        Connection connection = CURRENT.get();
        if (connection == null) {
            throw new IllegalStateException("no transaction");
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO booked VALUES (?)")) {
            insert.setLong(1, number);
            insert.executeUpdate();
        }
        return "booked";
    }

    @Override
    public void close() {
        outside.close();
        pool.close();
    }
}
