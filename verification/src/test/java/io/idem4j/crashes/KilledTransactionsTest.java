package io.idem4j.crashes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.idem4j.Outcome;
import io.idem4j.crashes.Ledger.Order;
import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import io.idem4j.tck.Tier;
import io.idem4j.testtools.ClassArchive;
import io.idem4j.testtools.PostgresServer;
import io.idem4j.testtools.Worker;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Clients and the server are killed (SIGKILL) at random moments while rows are booked in both orders of transactional
 * mode, on a PostgreSQL that flushes its commits: rows and records agree after each, and every operation ends booked once.
 */
@OnStore("postgresql")
class KilledTransactionsTest {
    private static final int CLIENT_KILLS = Tier.size(400);
    private static final int SERVER_KILLS = Tier.size(100);
    private static final int LONGEST_LIFE_MILLIS = 120;
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final List<String> SMALL_JVM = List.of("-XX:+UseSerialGC");

    private PostgresServer server;
    private Ledger ledger;

    @BeforeEach
    void start() throws SQLException {
        server = PostgresServer.started(Map.of());
        ledger = new Ledger(server.dataSource(), true);
        Ledger.createRows(server.dataSource());
    }

    @AfterEach
    void stop() {
        ledger.close();
        server.close();
    }

    @Test
    @Clause("T-01")
    void a_client_killed_at_any_moment_leaves_rows_and_records_that_agree_and_nothing_is_lost_or_doubled()
            throws Exception {
        ExecutorService killers = Executors.newFixedThreadPool(2);
        try (ClassArchive classes = ClassArchive.of(
                SMALL_JVM,
                List.of(LedgerWorker.BOOKED),
                LedgerWorker.class,
                server.url(),
                Order.COMPLETING.name(),
                "first-")) {
            List<Future<?>> rounds = new ArrayList<>();
            for (int i = 0; i < CLIENT_KILLS; i++) {
                int round = i;
                rounds.add(killers.submit(() -> {
                    killClient(classes, Order.values()[round % 2], round);
                    return null;
                }));
            }
            for (Future<?> round : rounds) {
                round.get(30, TimeUnit.MINUTES);
            }
        } finally {
            killers.shutdownNow();
        }
        assertRowsAgreeWithRecords();
        assertThat(booked().size()).as("operations").isGreaterThanOrEqualTo(CLIENT_KILLS);
        settleWhatWasCutShort();
    }

    private void killClient(ClassArchive classes, Order order, int round) throws InterruptedException {
        try (Worker worker = classes.start(LedgerWorker.class, server.url(), order.name(), order + "-" + round + "-")) {
            worker.awaitPoint(LedgerWorker.BOOKED, LONGEST).goOn();
            TimeUnit.MILLISECONDS.sleep(new Random(round).nextInt(LONGEST_LIFE_MILLIS));
            worker.kill();
        }
    }

    @Test
    @Clause({"T-01", "T-05"})
    void a_server_killed_at_any_moment_keeps_rows_and_records_that_agree_and_nothing_is_lost_or_doubled()
            throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger numbers = new AtomicInteger();
        AtomicInteger settled = new AtomicInteger();
        ExecutorService clients = Executors.newFixedThreadPool(4);
        List<Future<?>> running = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                Order order = Order.values()[i % 2];
                running.add(clients.submit(() -> {
                    while (!over.get()) {
                        untilBooked(order, order + "-" + numbers.incrementAndGet());
                        settled.incrementAndGet();
                    }
                }));
            }
            Random random = new Random(SERVER_KILLS);
            for (int kill = 0; kill < SERVER_KILLS; kill++) {
                int before = settled.get();
                await().atMost(LONGEST).until(() -> settled.get() > before);
                TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_LIFE_MILLIS));
                server.kill();
                server.start();
                assertRowsAgreeWithRecords();
            }
        } finally {
            over.set(true);
            clients.shutdown();
        }
        for (Future<?> one : running) {
            one.get(30, TimeUnit.MINUTES);
        }
        Map<String, Integer> booked = booked();
        assertThat(booked).hasSize(numbers.get());
        assertThat(booked.values()).containsOnly(1);
        assertRowsAgreeWithRecords();
    }

    /** As a client that retries: a transaction whose end is not known is run again. */
    private void untilBooked(Order order, String operation) {
        await().atMost(Duration.ofMinutes(20))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    AtomicBoolean settled = new AtomicBoolean();
                    Throwable failure = catchThrowable(() -> {
                        Outcome<String> outcome = ledger.book(order, operation);
                        settled.set(outcome instanceof Outcome.Executed || outcome instanceof Outcome.Replayed);
                    });
                    return failure == null && settled.get();
                });
    }

    /** One reading of both, so that what commits meanwhile is in both or in neither. */
    private void assertRowsAgreeWithRecords() throws SQLException {
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*),"
                        + " count(*) FILTER (WHERE b.rows IS DISTINCT FROM 1 OR r.status IS DISTINCT FROM 'COMPLETED')"
                        + " FROM (SELECT operation, count(*) AS rows FROM booked GROUP BY operation) b"
                        + " FULL JOIN (SELECT * FROM idempotency_record WHERE status <> 'IN_PROGRESS') r"
                        + " ON r.idempotency_key = b.operation")) {
            row.next();
            assertThat(row.getInt(2))
                    .as("of %d operations, those whose row and record disagree", row.getInt(1))
                    .isZero();
        }
    }

    private Map<String, Integer> booked() throws SQLException {
        Map<String, Integer> rows = new TreeMap<>();
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT operation, count(*) FROM booked GROUP BY operation")) {
            while (row.next()) {
                rows.put(row.getString(1), row.getInt(2));
            }
        }
        return rows;
    }

    /** Claims that a kill left in progress lapse, and what they were for is then booked, once. */
    private void settleWhatWasCutShort() throws SQLException {
        List<String> cutShort = new ArrayList<>();
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT idempotency_key FROM idempotency_record WHERE status = 'IN_PROGRESS'")) {
            while (row.next()) {
                cutShort.add(row.getString(1));
            }
        }
        System.out.println(cutShort.size() + " of " + CLIENT_KILLS + " kills fell between claim and commit");
        for (String operation : cutShort) {
            untilBooked(Order.COMPLETING, operation);
        }
        assertThat(booked().values()).containsOnly(1);
        assertRowsAgreeWithRecords();
    }
}
