package io.idem4j.spring.boot.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.jdbc.Dialect;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.spring.boot.IdempotencyAutoConfiguration;
import io.idem4j.spring.boot.StoreAutoConfiguration;
import io.idem4j.tck.Clause;
import io.idem4j.tck.Tier;
import io.idem4j.testtools.PostgresServer;
import io.idem4j.testtools.Worker;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Processes are killed (SIGKILL) in the work of a listener and of a job, and after it, on a PostgreSQL that flushes. */
class KilledProcessesTest {
    private static final int MESSAGES = Tier.size(2);
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final List<String> SMALL_JVM =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");
    private static final String TOPIC = "killed";

    private static PostgresServer server;
    private static JdbcTemplate jdbc;

    /** What the processes need of Boot and no more, so that they start sooner. */
    @Retention(RetentionPolicy.RUNTIME)
    @ImportAutoConfiguration({
        DataSourceAutoConfiguration.class,
        JdbcTemplateAutoConfiguration.class,
        DataSourceTransactionManagerAutoConfiguration.class,
        TransactionAutoConfiguration.class,
        AopAutoConfiguration.class,
        StoreAutoConfiguration.class,
        IdempotencyAutoConfiguration.class
    })
    @interface Configured {}

    @BeforeAll
    static void start() {
        server = PostgresServer.started(Map.of());
        jdbc = new JdbcTemplate(server.dataSource());
        jdbc.execute(JdbcStore.schema(Dialect.POSTGRESQL));
        jdbc.execute("CREATE TABLE shipped (order_id text NOT NULL)");
        jdbc.execute("CREATE TABLE settled (day text NOT NULL)");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Worker consumer() {
        return Worker.start(
                SMALL_JVM,
                ConsumerProcess.class,
                "--spring.datasource.url=" + server.url(),
                "--logging.level.root=off",
                "--broker=" + Broker.address(),
                "--topic=" + TOPIC);
    }

    private static Worker job() {
        return Worker.start(
                SMALL_JVM, JobProcess.class, "--spring.datasource.url=" + server.url(), "--logging.level.root=off");
    }

    private static List<String> rows(String table) {
        return jdbc.queryForList("SELECT * FROM " + table + " ORDER BY 1", String.class);
    }

    private static List<String> records(String scope) {
        return jdbc.queryForList(
                "SELECT idempotency_key || ' ' || status FROM idempotency_record WHERE scope = ? ORDER BY 1",
                String.class,
                scope);
    }

    @Test
    @Clause("A-14")
    void a_message_whose_consumer_was_killed_in_its_work_and_before_it_was_acknowledged_is_done_once() {
        Broker.topic(TOPIC);
        Worker consumer = consumer();
        try {
            for (int message = 1; message <= MESSAGES; message++) {
                Broker.send(TOPIC, "order-" + message);

                consumer.awaitPoint(ConsumerProcess.IN_WORK, LONGEST).kill();
                consumer = consumer();
                consumer.awaitPoint(ConsumerProcess.IN_WORK, LONGEST).goOn();
                consumer.awaitPoint(ConsumerProcess.WORKED, LONGEST).kill();
                assertThat(rows("shipped")).hasSize(message);

                consumer = consumer();
                consumer.awaitPoint(ConsumerProcess.WORKED, LONGEST).goOn();
                assertThat(rows("shipped")).hasSize(message).doesNotHaveDuplicates();
            }
            Broker.send(TOPIC, "the last");
            consumer.awaitPoint(ConsumerProcess.IN_WORK, LONGEST).goOn();
            consumer.awaitPoint(ConsumerProcess.WORKED, LONGEST).goOn();
        } finally {
            consumer.close();
        }
        assertThat(rows("shipped")).hasSize(MESSAGES + 1).doesNotHaveDuplicates();
        assertThat(records("ship")).hasSize(MESSAGES + 1).allMatch(record -> record.endsWith(" COMPLETED"));
    }

    @Test
    @Clause("A-15")
    void a_job_whose_process_was_killed_in_its_work_and_after_it_is_done_once() {
        try (Worker first = job()) {
            first.awaitPoint(JobProcess.IN_WORK, LONGEST).kill();
        }
        try (Worker second = job()) {
            second.awaitPoint(JobProcess.IN_WORK, LONGEST).goOn();
            second.awaitPoint(JobProcess.WORKED, LONGEST).kill();
        }
        try (Worker third = job()) {
            third.awaitPoint(JobProcess.WORKED, LONGEST).goOn();
            third.awaitPoint(JobProcess.WORKED, LONGEST);
        }

        assertThat(rows("settled")).containsExactly("2026-11-30");
        assertThat(records("settle")).containsExactly("2026-11-30 COMPLETED");
    }
}
