package io.idem4j.jdbc;

import static io.idem4j.testtools.Requests.claim;
import static io.idem4j.testtools.Requests.done;
import static io.idem4j.testtools.Requests.key;
import static io.idem4j.testtools.Requests.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.idem4j.IdempotencyKey;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult.Acquired;
import io.idem4j.spi.ClaimResult.Existing;
import io.idem4j.spi.ClaimResult.Held;
import io.idem4j.testtools.PostgresServer;
import io.idem4j.testtools.Requests;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a store does with the connections that it is given. */
class ConnectionsTest {
    private final PostgresTable table = new PostgresTable(PostgresServer.shared(), "", pool -> {
        pool.setMaximumPoolSize(2);
        pool.setConnectionTimeout(300);
    });

    @AfterEach
    void end() {
        table.close();
    }

    private int inUse() {
        return table.pool.getHikariPoolMXBean().getActiveConnections();
    }

    @Test
    void none_is_held_after_a_call_whatever_its_end() {
        JdbcStore store = table.store();
        for (int i = 0; i < 5; i++) {
            ClaimRequest request = claim(key());
            store.claim(request);
            store.claim(claim(request.key()));
            store.complete(of(request), done());
            store.unsettled(10);
            store.purge(1);
            assertThat(inUse()).isZero();
        }
        table.execute("ALTER TABLE {table} RENAME TO {table}_gone");
        for (int i = 0; i < 5; i++) {
            assertThatExceptionOfType(StoreRejectedException.class).isThrownBy(() -> store.claim(claim(key())));
            assertThat(inUse()).isZero();
        }
        table.execute("ALTER TABLE {table}_gone RENAME TO {table}");
        assertThat(store.claim(claim(key()))).isEqualTo(new Acquired(1));
    }

    @Test
    void a_pool_that_has_none_left_is_unavailable_and_nothing_waits_for_ever() throws SQLException {
        JdbcStore store = table.store();
        ClaimRequest request = claim(key());
        try (Connection one = table.pool.getConnection();
                Connection two = table.pool.getConnection()) {
            assertThat(one).isNotSameAs(two);
            assertThatExceptionOfType(StoreUnavailableException.class)
                    .isThrownBy(() -> store.claim(request))
                    .withMessageStartingWith("no connection to the database");
        }
        assertThat(store.claim(request)).isEqualTo(new Acquired(1));
    }

    @Test
    void a_closed_pool_is_unavailable() {
        JdbcStore store = table.store();
        HikariDataSource pool = table.pool;
        pool.close();

        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> store.find(key()));
    }

    /** A default that the store did not see when it was built shows as 40001, once. */
    @Test
    void an_isolation_that_is_not_known_in_advance_is_found_out() throws Exception {
        JdbcStore store = JdbcStore.builder(table.pool)
                .dialect(Dialect.POSTGRESQL)
                .checkSchema(false)
                .table(table.name)
                .build();
        table.store();
        for (int i = 0; i < 2; i++) {
            table.execute("ALTER ROLE postgres SET default_transaction_isolation = 'serializable'");
            table.pool.getHikariPoolMXBean().softEvictConnections();
            try {
                ClaimRequest holder = claim(key());
                store.claim(holder);
                store.renew(of(holder), Duration.ZERO, Requests.KEEP);
                try (Connection other = table.connect()) {
                    other.setAutoCommit(false);
                    RowLock.of(other, table.name, holder.key());
                    var takeover = new FutureTask<>(() -> store.claim(claim(holder.key())));
                    new Thread(takeover).start();
                    await().until(() -> table.number("SELECT count(*) FROM pg_locks WHERE NOT granted") > 0);
                    try (Statement statement = other.createStatement()) {
                        statement.execute("UPDATE " + table.name + " SET claimed_by = 'x'");
                    }
                    other.commit();
                    assertThat(takeover.get()).isEqualTo(new Acquired(2));
                }
            } finally {
                table.execute("ALTER ROLE postgres RESET default_transaction_isolation");
            }
        }
    }

    @Test
    void purge_works_in_batches_and_leaves_rows_that_others_have() throws SQLException {
        CountingDataSource driver = new CountingDataSource(table.pool);
        JdbcStore store = JdbcStore.builder(driver.dataSource())
                .table(table.name)
                .createSchema(true)
                .build();
        table.execute("INSERT INTO {table} SELECT '', 's', 'k' || i, 'COMPLETED', 't', null, null, 1, null,"
                + " now() - i * interval '1 s', now(), now(), 'x', null FROM generate_series(1, 2500) i");
        ClaimRequest live = claim(key());
        store.claim(live);
        try (Connection other = table.connect()) {
            other.setAutoCommit(false);
            try (Statement statement = other.createStatement()) {
                statement.execute("SELECT 1 FROM " + table.name + " WHERE idempotency_key = 'k2500' FOR UPDATE");
            }
            long statements = driver.count();
            assertThat(store.purge(2_200)).isEqualTo(2_200);
            assertThat(driver.count() - statements).isEqualTo(3);
            assertThat(store.purge(Integer.MAX_VALUE)).isEqualTo(299);
            other.rollback();
        }
        assertThat(store.purge(10)).isEqualTo(1);
        assertThat(store.find(live.key())).isPresent();
    }

    @Test
    void unsettled_lists_lapsed_holders_with_their_keys() {
        JdbcStore store = table.store();
        var keys = List.of(
                IdempotencyKey.of("s", "1"),
                IdempotencyKey.unscoped("2").forPrincipal("p"),
                IdempotencyKey.of("s", "3").forPrincipal("p"),
                IdempotencyKey.unscoped("4"),
                IdempotencyKey.ofId(" an id\t#%"));
        for (var key : keys) {
            ClaimRequest request = claim(key);
            store.claim(request);
            store.renew(of(request), Duration.ZERO, Requests.KEEP);
        }
        store.claim(claim(key()));

        assertThat(store.unsettled(10)).extracting(StoredRecord::key).containsExactlyElementsOf(keys);
        assertThat(store.unsettled(2)).extracting(StoredRecord::key).containsExactlyElementsOf(keys.subList(0, 2));
        assertThat(store.unsettled(10)).allMatch(StoredRecord::isLapsed);
    }

    @Test
    void h2_gives_connections_back_as_they_were_and_waits_no_longer_than_told() throws SQLException {
        JdbcDataSource source = new JdbcDataSource();
        source.setUrl("jdbc:h2:mem:settings;DB_CLOSE_DELAY=-1");
        try (Connection connection = source.getConnection();
                Connection other = source.getConnection()) {
            connection.createStatement().execute("SET LOCK_TIMEOUT 4321");
            JdbcStore store = JdbcStore.builder(DataSources.keptOpen(connection))
                    .createSchema(true)
                    .lockWait(Duration.ofMillis(100))
                    .build();
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            ClaimRequest request = claim(key());
            other.setAutoCommit(false);
            RowLock.of(other, "idempotency_record", request.key());

            assertThat(store.claim(request)).isEqualTo(new Held());
            other.rollback();
            assertThat(store.claim(request)).isEqualTo(new Acquired(1));
            assertThat(store.claim(claim(request.key()))).isInstanceOf(Existing.class);

            assertThat(connection.getAutoCommit()).isFalse();
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
            try (var row = connection.createStatement().executeQuery("SELECT LOCK_TIMEOUT()")) {
                row.next();
                assertThat(row.getInt(1)).isEqualTo(4321);
            }
        }
    }

    @Test
    void an_operation_cannot_be_asked_for_nothing() {
        JdbcStore store = table.store();
        Stream.<Runnable>of(
                        () -> store.purge(0),
                        () -> store.unsettled(0),
                        () -> store.renew(of(claim(key())), Duration.ofSeconds(2), Duration.ofSeconds(1)),
                        () -> store.renew(of(claim(key())), Duration.ofSeconds(-1), Duration.ofSeconds(1)))
                .forEach(call -> assertThatExceptionOfType(IllegalArgumentException.class)
                        .isThrownBy(call::run));
    }
}
