package io.idem4j.crashes;

import io.idem4j.Attempt;
import io.idem4j.Execution;
import io.idem4j.Idempotency;
import io.idem4j.Outcome;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.testtools.CrashPoint;
import java.time.Duration;
import org.postgresql.ds.PGSimpleDataSource;

/** A process that is stopped while it holds a claim, and then tells whether it noticed. */
final class PausedWorker {
    static final String HOLDING = "holding";
    static final Duration LEASE = Duration.ofSeconds(1);

    private PausedWorker() {}

    /** Arguments: the store's URL, operation. */
    public static void main(String... arguments) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(arguments[0]);
        try (Idempotency idempotency =
                Idempotency.builder(JdbcStore.builder(source).build()).build()) {
            Attempt<String> attempt = idempotency
                    .call(Mode.key(arguments[1]), String.class)
                    .policy(policy -> policy.lease(LEASE))
                    .begin();
            Attempt.Started<String> mine = (Attempt.Started<String>) attempt;
            Execution execution = mine.execution();
            CrashPoint.reached(HOLDING);
            System.out.println("lost: " + execution.isLeaseLost());
            Outcome.Executed<String> executed = mine.complete("by the paused one");
            System.out.println("recording: " + executed.recording());
            System.out.println("lost after: " + execution.isLeaseLost());
        }
    }
}
