package io.idem4j.jdbc;

import static io.idem4j.testtools.Requests.claim;
import static io.idem4j.testtools.Requests.done;
import static io.idem4j.testtools.Requests.key;
import static io.idem4j.testtools.Requests.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.idem4j.RecordStatus;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult.Acquired;
import io.idem4j.spi.ClaimResult.Existing;
import io.idem4j.spi.Completion;
import io.idem4j.testtools.FaultProxy;
import io.idem4j.testtools.PostgresServer;
import io.idem4j.testtools.Requests;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;

/** What one call costs: statements at the driver, requests on the network, and what the server writes. */
class RoundTripsTest {
    private static final int REPLAYS = 1_000;
    private static final int WINDOWS = 5;

    private final PostgresTable table = new PostgresTable();
    private final FaultProxy network = FaultProxy.to(table.server.port());
    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(PostgresServer.url(network.port()));
        connection = source.getConnection();
        table.store();
    }

    @AfterEach
    void end() throws SQLException {
        connection.close();
        network.close();
        table.close();
    }

    @ParameterizedTest
    @CsvSource({"true, 2", "false, 2", "true, 8", "false, 8", "true, 4", "false, 4"})
    void a_first_execution_takes_two_a_replay_and_a_refusal_one(boolean autocommit, int isolation) throws SQLException {
        connection.setTransactionIsolation(isolation);
        connection.setAutoCommit(autocommit);
        CountingDataSource driver = new CountingDataSource(DataSources.keptOpen(connection));
        JdbcStore store =
                JdbcStore.builder(driver.dataSource()).table(table.name).build();
        if (!autocommit) {
            connection.rollback();
        }
        ClaimRequest first = claim(key());
        ClaimRequest lapsed = claim(key(), Duration.ofMillis(1));

        assertTakesOne(driver, () -> assertThat(store.claim(first)).isEqualTo(new Acquired(1)));
        assertTakesOne(driver, () -> assertThat(store.claim(claim(first.key()))).isInstanceOf(Existing.class));
        assertTakesOne(driver, () -> store.complete(of(first), done()));
        for (int i = 0; i < 12; i++) {
            assertTakesOne(
                    driver, () -> assertThat(store.claim(claim(first.key()))).isInstanceOf(Existing.class));
        }
        assertTakesOne(driver, () -> store.claim(lapsed));
        assertTakesOne(driver, () -> store.renew(of(lapsed), Duration.ZERO, Requests.KEEP));
        assertTakesOne(
                driver, () -> assertThat(store.claim(claim(lapsed.key()))).isEqualTo(new Acquired(2)));
        assertTakesOne(driver, () -> store.release(of(lapsed)));
        assertTakesOne(driver, () -> store.find(lapsed.key()));
        assertThat(connection.getAutoCommit()).isEqualTo(autocommit);
        assertThat(connection.getTransactionIsolation()).isEqualTo(isolation);
    }

    private void assertTakesOne(CountingDataSource driver, Runnable call) {
        long statements = driver.count();
        long requests = network.exchanges();
        call.run();
        assertThat(driver.count() - statements).as("statements").isEqualTo(1);
        assertThat(network.exchanges() - requests).as("requests").isEqualTo(1);
    }

    @Test
    void an_id_whose_record_this_process_saw_expire_is_claimed_in_one() {
        CountingDataSource driver = new CountingDataSource(DataSources.keptOpen(connection));
        JdbcStore store =
                JdbcStore.builder(driver.dataSource()).table(table.name).build();
        ClaimRequest first = claim(key());
        store.claim(first);
        store.complete(of(first), new Completion(RecordStatus.COMPLETED, Requests.DATA, Duration.ofMillis(30)));
        await().until(() -> store.find(first.key()).isEmpty());

        assertTakesOne(driver, () -> assertThat(store.claim(claim(first.key()))).isEqualTo(new Acquired(1)));
    }

    @Test
    void a_thousand_replays_assign_no_transaction_id_and_move_the_log_by_nothing() {
        JdbcStore store = table.store();
        List<ClaimRequest> claims =
                Stream.generate(() -> claim(key())).limit(REPLAYS / 2).toList();
        claims.forEach(store::claim);
        claims.subList(0, REPLAYS / 4).forEach(claim -> store.complete(of(claim), done()));

        assertWritesNothing(() -> {
            JdbcStore elsewhere = table.store();
            for (int round = 0; round < 2; round++) {
                for (ClaimRequest claim : claims) {
                    assertThat(elsewhere.claim(claim(claim.key()))).isInstanceOf(Existing.class);
                }
            }
        });
    }

    /** The server itself writes a few bytes now and then: one window without them shows it. */
    private void assertWritesNothing(Runnable calls) {
        String moved = "";
        for (int window = 0; window < WINDOWS; window++) {
            String before = position();
            calls.run();
            String after = position();
            if (before.equals(after)) {
                return;
            }
            moved += before + " -> " + after + "; ";
        }
        assertThat(moved)
                .as("transaction id and log position, in each of %d windows", WINDOWS)
                .isEmpty();
    }

    private String position() {
        return table.query("SELECT pg_snapshot_xmax(pg_current_snapshot()) || ' ' || pg_current_wal_insert_lsn()")
                .get(0);
    }

    @Test
    void the_log_position_sees_a_write() {
        String before = position();
        table.store().claim(claim(key()));
        assertThat(position()).isNotEqualTo(before);
    }
}
