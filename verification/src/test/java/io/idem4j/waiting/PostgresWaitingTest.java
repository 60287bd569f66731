package io.idem4j.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.idem4j.Attempt;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.Outcome;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import io.idem4j.testtools.FaultProxy;
import io.idem4j.testtools.PostgresServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Duplicates that wait for a holder in another instance, so that only the database can tell them. */
@OnStore("postgresql")
class PostgresWaitingTest {
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final Duration SOON = Duration.ofMillis(25);
    private static final int TRIES = 40;
    private static final int WAITERS = 63;
    private static final int POOL = 8;
    private static final IdempotencyKey KEY = IdempotencyKey.of("orders.place", "waited for");

    private FaultProxy proxy;
    private HikariDataSource pool;
    private WatchedDataSource watched;
    private Idempotency holding;
    private Idempotency waiting;
    private ExecutorService threads;

    @BeforeEach
    void open() {
        PostgresServer server = PostgresServer.shared();
        proxy = FaultProxy.to(server.port());
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(PostgresServer.url(proxy.port()));
        config.setMaximumPoolSize(POOL);
        pool = new HikariDataSource(config);
        watched = new WatchedDataSource(pool);
        holding = Idempotency.builder(JdbcStore.builder(server.dataSource())
                        .createSchema(true)
                        .build())
                .build();
        waiting = Idempotency.builder(JdbcStore.builder(watched).build()).build();
        threads = Executors.newCachedThreadPool();
        holding.records().forget(KEY, true);
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        waiting.close();
        holding.close();
        pool.close();
        proxy.close();
    }

    /** When a waiter was answered, and with what. */
    private record Answer(long at, String value) {}

    @Test
    @Clause({"E-06", "N-01", "N-02"})
    void sixty_three_waiters_are_told_within_25_ms_and_use_one_connection_and_one_listen() throws Exception {
        Attempt.Started<String> holder = started();
        List<Future<Answer>> answers = waiters();
        awaitListening();
        watched.startCounting();
        long from = System.nanoTime();
        await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
        double seconds = (System.nanoTime() - from) / 1e9;

        assertThat(watched.mostInUse())
                .as("connections in use: the listening one")
                .isEqualTo(1);
        assertThat(watched.sent()).noneMatch(sql -> sql.startsWith("LISTEN"));
        assertThat(watched.sent().size() / seconds).as("polls a second").isLessThanOrEqualTo(5);

        List<Duration> medians = new ArrayList<>();
        medians.add(medianAfterCompletion(holder, answers));
        while (medians.size() < TRIES && medians.get(medians.size() - 1).compareTo(SOON) >= 0) {
            assertThat(holding.records().forget(KEY, true)).isTrue();
            Attempt.Started<String> next = started();
            List<Future<Answer>> waiters = waiters();
            awaitListening();
            medians.add(medianAfterCompletion(next, waiters));
        }
        assertThat(medians)
                .as("medians from a completion to the answers, one of them soon")
                .anyMatch(median -> median.compareTo(SOON) < 0);
    }

    /** What depends on how busy the machine is holds in one of some tries. */
    private static Duration medianAfterCompletion(Attempt.Started<String> holder, List<Future<Answer>> answers)
            throws Exception {
        holder.complete("receipt");
        long completed = System.nanoTime();
        List<Long> delays = new ArrayList<>();
        for (Future<Answer> each : answers) {
            Answer answer = each.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
            assertThat(answer.value()).isEqualTo("receipt");
            delays.add(answer.at() - completed);
        }
        delays.sort(null);
        return Duration.ofNanos(delays.get(WAITERS / 2));
    }

    @Test
    @Clause({"E-06", "N-03"})
    void when_the_listening_connection_breaks_waiters_poll_and_are_answered_all_the_same() throws Exception {
        Attempt.Started<String> holder = started();
        List<Future<Answer>> answers = waiters();
        awaitListening();

        proxy.refuse();
        proxy.cutAll();
        holder.complete("receipt");
        proxy.admit();

        for (Future<Answer> each : answers) {
            assertThat(each.get(LONGEST.toSeconds(), TimeUnit.SECONDS).value()).isEqualTo("receipt");
        }
    }

    @Test
    @Clause({"E-06", "N-02"})
    void the_listening_connection_is_given_back_when_nobody_waits() throws Exception {
        Attempt.Started<String> holder = started();
        List<Future<Answer>> answers = waiters();
        awaitListening();
        holder.complete("receipt");
        for (Future<Answer> each : answers) {
            each.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
        }
        await().atMost(LONGEST).until(() -> watched.inUse() == 0);
        assertThat(watched.sent()).anyMatch(sql -> sql.startsWith("UNLISTEN"));
    }

    private Attempt.Started<String> started() {
        return (Attempt.Started<String>) holding.call(KEY, String.class).begin();
    }

    private List<Future<Answer>> waiters() {
        watched.startCounting();
        List<Future<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            answers.add(threads.submit(() -> {
                Outcome<String> outcome = waiting.call(KEY, String.class)
                        .policy(policy -> policy.waitUpTo(LONGEST))
                        .run(() -> "never");
                return new Answer(System.nanoTime(), outcome.get());
            }));
        }
        return answers;
    }

    /** All have asked once, one leads, and the lock by which writers know of it is held. */
    private void awaitListening() {
        await().atMost(LONGEST)
                .until(() -> watched.inUse() == 1
                        && watched.sent().stream().anyMatch(sql -> sql.contains("pg_advisory_lock_shared"))
                        && watched.sent().stream()
                                        .filter(sql -> sql.contains("INSERT INTO"))
                                        .count()
                                > WAITERS);
    }
}
