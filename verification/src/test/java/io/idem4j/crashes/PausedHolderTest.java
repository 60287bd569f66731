package io.idem4j.crashes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.idem4j.Idempotency;
import io.idem4j.Outcome;
import io.idem4j.StoredRecord;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import io.idem4j.testtools.PostgresServer;
import io.idem4j.testtools.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A process that is stopped (SIGSTOP) past its lease, and goes on after another has done its work. */
@OnStore("postgresql")
class PausedHolderTest {
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final String OPERATION = "paused";

    @Test
    @Clause({"E-07", "E-17"})
    void a_holder_stopped_past_its_lease_is_fenced_and_knows_it_while_all_others_replay_one_result() {
        try (PostgresServer server = PostgresServer.started(Map.of());
                Idempotency idempotency = Idempotency.builder(JdbcStore.builder(server.dataSource())
                                .createSchema(true)
                                .build())
                        .build();
                Worker paused = Worker.start(PausedWorker.class, server.url(), OPERATION)) {
            paused.awaitPoint(PausedWorker.HOLDING, LONGEST);
            assertLeaseIsRenewed(idempotency);

            paused.pause();
            String taken = await().atMost(LONGEST)
                    .until(
                            () -> idempotency
                                    .call(Mode.key(OPERATION), String.class)
                                    .run(() -> "by the next one"),
                            outcome -> outcome instanceof Outcome.Executed)
                    .get();
            paused.resume().goOn();

            List<String> said = paused.awaitEnd(LONGEST);
            assertThat(said).containsExactly("lost: true", "recording: FENCED", "lost after: true");
            for (int i = 0; i < 10; i++) {
                assertThat(idempotency.execute(Mode.key(OPERATION), String.class, () -> "again"))
                        .isEqualTo(taken)
                        .isEqualTo("by the next one");
            }
        }
    }

    /** Without renewals it would be over by then: the lease is seen to end later than it did at first. */
    private static void assertLeaseIsRenewed(Idempotency idempotency) {
        StoredRecord first = idempotency.records().find(Mode.key(OPERATION)).orElseThrow();
        await().atMost(LONGEST)
                .until(
                        () -> idempotency.records().find(Mode.key(OPERATION)).orElseThrow(),
                        now -> now.leaseUntil().isAfter(first.leaseUntil()) && now.attempt() == 1);
    }
}
