package io.idem4j.spring.crashes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.jdbc.Dialect;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.tck.Clause;
import io.idem4j.tck.Tier;
import io.idem4j.testtools.ClassArchive;
import io.idem4j.testtools.PostgresServer;
import io.idem4j.testtools.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** Processes are killed (SIGKILL) at random moments while annotated methods book rows, in both orders, on a PostgreSQL that flushes. */
class KilledAnnotatedTest {
    private static final int KILLS = Tier.size(40);
    private static final int LONGEST_LIFE_MILLIS = 120;
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final List<String> SMALL_JVM = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private PostgresServer server;
    private JdbcTemplate jdbc;

    @BeforeEach
    void start() {
        server = PostgresServer.started(Map.of());
        jdbc = new JdbcTemplate(server.dataSource());
        jdbc.execute(JdbcStore.schema(Dialect.POSTGRESQL));
        jdbc.execute("CREATE TABLE booked (operation text NOT NULL)");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    @Clause("A-11")
    void a_process_killed_at_any_moment_leaves_rows_and_records_that_agree_and_nothing_is_lost_or_doubled()
            throws Exception {
        ExecutorService killers = Executors.newFixedThreadPool(2);
        try (ClassArchive classes = ClassArchive.of(
                SMALL_JVM,
                List.of(AnnotatedWorker.BOOKED),
                AnnotatedWorker.class,
                server.url(),
                Order.CLAIMING_FIRST.name(),
                "first-")) {
            List<Future<?>> rounds = new ArrayList<>();
            for (int i = 0; i < KILLS; i++) {
                int round = i;
                rounds.add(killers.submit(() -> {
                    kill(classes, Order.values()[round % 2], round);
                    return null;
                }));
            }
            for (Future<?> round : rounds) {
                round.get(10, TimeUnit.MINUTES);
            }
        } finally {
            killers.shutdownNow();
        }
        assertRowsAgreeWithRecords();
        assertThat(count("SELECT count(*) FROM booked")).as("operations").isGreaterThanOrEqualTo(KILLS);
        settleWhatWasCutShort();
    }

    private void kill(ClassArchive classes, Order order, int round) throws InterruptedException {
        try (Worker worker =
                classes.start(AnnotatedWorker.class, server.url(), order.name(), order + "-" + round + "-")) {
            worker.awaitPoint(AnnotatedWorker.BOOKED, LONGEST).goOn();
            TimeUnit.MILLISECONDS.sleep(new Random(round).nextInt(LONGEST_LIFE_MILLIS));
            worker.kill();
        }
    }

    private void assertRowsAgreeWithRecords() {
        assertThat(count("SELECT count(*)"
                        + " FROM (SELECT operation, count(*) AS rows FROM booked GROUP BY operation) b"
                        + " FULL JOIN (SELECT * FROM idempotency_record WHERE status <> 'IN_PROGRESS') r"
                        + " ON r.idempotency_key = b.operation"
                        + " WHERE b.rows IS DISTINCT FROM 1 OR r.status IS DISTINCT FROM 'COMPLETED'"))
                .as("operations whose row and record disagree")
                .isZero();
    }

    /** Claims that a kill left in progress lapse, and what they were for is then booked, once. */
    private void settleWhatWasCutShort() {
        List<String> cutShort = jdbc.queryForList(
                "SELECT idempotency_key FROM idempotency_record WHERE status = 'IN_PROGRESS'", String.class);
        System.out.println(cutShort.size() + " of " + KILLS + " kills fell between claim and commit");
        try (AnnotatedLedger ledger = new AnnotatedLedger(server.dataSource())) {
            for (String operation : cutShort) {
                await().atMost(LONGEST)
                        .ignoreException(AlreadyInProgressException.class)
                        .until(() ->
                                ledger.book(Order.CLAIMING_FIRST, operation).equals("booked " + operation));
            }
        }
        assertRowsAgreeWithRecords();
        assertThat(count("SELECT count(*) FROM idempotency_record WHERE status = 'IN_PROGRESS'"))
                .isZero();
    }

    private int count(String sql) {
        return jdbc.queryForObject(sql, Integer.class);
    }
}
