package io.idem4j.crashes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.idem4j.Idempotency;
import io.idem4j.Outcome;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import io.idem4j.tck.Tier;
import io.idem4j.testtools.ClassArchive;
import io.idem4j.testtools.FaultProxy;
import io.idem4j.testtools.PostgresServer;
import io.idem4j.testtools.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Processes that are killed (SIGKILL) at each step of the protocol, on a PostgreSQL that flushes its commits. */
@OnStore("postgresql")
class KilledWorkersTest {
    private static final int ROUNDS = Tier.size(40);
    private static final int AT_ONCE = 2;
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final String CLAIM = "INSERT INTO";
    private static final String COMPLETION = "(completed_at, expires_at)";

    private static PostgresServer server;
    private static Effects effects;
    private static Idempotency idempotency;
    private static ClassArchive classes;

    /** Where the worker dies. */
    private enum Moment {
        CLAIM_SENT,
        CLAIM_ACKNOWLEDGED,
        EFFECT_MADE,
        COMPLETION_LOST,
        COMPLETION_SENT,
        COMPLETION_ACKNOWLEDGED;

        boolean hasEffect() {
            return compareTo(EFFECT_MADE) >= 0;
        }

        boolean isRecorded() {
            return compareTo(COMPLETION_SENT) >= 0;
        }
    }

    @BeforeAll
    static void start() {
        server = PostgresServer.started(Map.of());
        effects = Effects.create(server);
        idempotency = Idempotency.builder(JdbcStore.builder(server.dataSource())
                        .createSchema(true)
                        .build())
                .build();
        classes = ClassArchive.of(
                List.of("-XX:+UseSerialGC"),
                List.of("ready", ChargingWorker.CLAIMED, ChargingWorker.CHARGED, ChargingWorker.RECORDED),
                ChargingWorker.class,
                server.url(),
                effects.url(),
                Mode.RETRY.name(),
                "first");
    }

    @AfterAll
    static void stop() {
        classes.close();
        idempotency.close();
        server.close();
    }

    @Test
    @Clause({"E-09", "E-18"})
    void a_holder_killed_at_any_step_is_followed_by_another_attempt_and_none_runs_after_a_record() {
        eachRound(Mode.RETRY, (moment, operation) -> {
            assertThat(settledValue(Mode.RETRY, operation)).isEqualTo("charged " + operation);
            int expected = moment.hasEffect() && !moment.isRecorded() ? 2 : 1;
            assertThat(effects.count(operation))
                    .as("effects, killed at %s", moment)
                    .isEqualTo(expected);
        });
    }

    @Test
    @Clause({"E-09", "E-18", "E-19"})
    void at_most_once_no_key_has_two_effects_and_what_is_in_doubt_is_listed_and_resolved() {
        eachRound(Mode.AT_MOST_ONCE, (moment, operation) -> {
            Outcome<String> outcome = settledOutcome(Mode.AT_MOST_ONCE, operation);
            assertThat(effects.count(operation))
                    .as("effects, killed at %s", moment)
                    .isEqualTo(moment.hasEffect() ? 1 : 0);
            if (moment.isRecorded()) {
                assertThat(outcome.get()).isEqualTo("charged " + operation);
                return;
            }
            assertThat(outcome).isInstanceOf(Outcome.InDoubt.class);
            assertThat(idempotency.records().unsettled(10_000))
                    .extracting(StoredRecord::key)
                    .contains(Mode.key(operation));
            assertThat(idempotency.records().resolve(Mode.key(operation), String.class, "settled by hand"))
                    .isTrue();
            assertThat(settledValue(Mode.AT_MOST_ONCE, operation)).isEqualTo("settled by hand");
        });
    }

    @Test
    @Clause({"E-09", "E-18"})
    void with_a_recovery_every_key_ends_done_with_one_effect() {
        eachRound(Mode.RECOVER, (moment, operation) -> {
            assertThat(settledValue(Mode.RECOVER, operation)).isEqualTo("charged " + operation);
            assertThat(effects.count(operation))
                    .as("effects, killed at %s", moment)
                    .isEqualTo(1);
            assertThat(idempotency.records().find(Mode.key(operation)))
                    .get()
                    .extracting(StoredRecord::status)
                    .isEqualTo(RecordStatus.COMPLETED);
        });
    }

    private interface Check {
        void after(Moment moment, String operation);
    }

    private static void eachRound(Mode mode, Check check) {
        ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<?>> rounds = new ArrayList<>();
            for (Moment moment : Moment.values()) {
                for (int round = 0; round < ROUNDS; round++) {
                    String operation = mode + "-" + moment + "-" + round;
                    rounds.add(workers.submit(() -> {
                        kill(mode, moment, operation);
                        check.after(moment, operation);
                    }));
                }
            }
            for (Future<?> round : rounds) {
                round.get();
            }
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } finally {
            workers.shutdownNow();
        }
    }

    private static void kill(Mode mode, Moment moment, String operation) {
        try (FaultProxy proxy = FaultProxy.to(server.port());
                Worker worker = classes.start(
                        ChargingWorker.class,
                        PostgresServer.url(proxy.port()),
                        effects.url(),
                        mode.name(),
                        operation)) {
            worker.awaitPoint("ready", LONGEST);
            FaultProxy.Armed silence = armed(proxy, moment);
            worker.goOn();
            if (moment != Moment.CLAIM_SENT) {
                worker.awaitPoint(ChargingWorker.CLAIMED, LONGEST);
            }
            if (moment.hasEffect()) {
                worker.goOn().awaitPoint(ChargingWorker.CHARGED, LONGEST);
            }
            if (moment.compareTo(Moment.COMPLETION_LOST) >= 0) {
                worker.goOn();
            }
            if (moment == Moment.COMPLETION_ACKNOWLEDGED) {
                worker.awaitPoint(ChargingWorker.RECORDED, LONGEST);
            } else if (silence != null) {
                await().atMost(LONGEST).until(() -> silence.hasHit() && isAsSent(moment, operation));
            }
            worker.kill();
        }
    }

    private static FaultProxy.Armed armed(FaultProxy proxy, Moment moment) {
        return switch (moment) {
            case CLAIM_SENT ->
                proxy.arm(
                        FaultProxy.Fault.SILENT_AFTER_ANSWER,
                        request -> request.text().contains(CLAIM));
            case COMPLETION_LOST ->
                proxy.arm(
                        FaultProxy.Fault.SILENT_BEFORE,
                        request -> request.text().contains(COMPLETION));
            case COMPLETION_SENT ->
                proxy.arm(
                        FaultProxy.Fault.SILENT_AFTER_ANSWER,
                        request -> request.text().contains(COMPLETION));
            default -> null;
        };
    }

    /** Whether the store holds what the request, whose answer the worker never gets, was to write. */
    private static boolean isAsSent(Moment moment, String operation) {
        RecordStatus status = idempotency
                .records()
                .find(Mode.key(operation))
                .map(StoredRecord::status)
                .orElse(null);
        return status == (moment == Moment.COMPLETION_SENT ? RecordStatus.COMPLETED : RecordStatus.IN_PROGRESS);
    }

    private static String settledValue(Mode mode, String operation) {
        return settledOutcome(mode, operation).get();
    }

    /** Calls again, as a client that retries, until nobody is said to be at it. */
    private static Outcome<String> settledOutcome(Mode mode, String operation) {
        return await().atMost(LONGEST)
                .pollInterval(Duration.ofMillis(50))
                .until(
                        () -> mode.call(idempotency, effects, operation).run(execution -> {
                            effects.add(operation, execution.attempt());
                            return "charged " + operation;
                        }),
                        outcome -> !(outcome instanceof Outcome.InProgress));
    }
}
