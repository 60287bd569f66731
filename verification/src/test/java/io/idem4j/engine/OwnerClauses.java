package io.idem4j.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.Fingerprint;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.InDoubt;
import io.idem4j.Outcome.InProgress;
import io.idem4j.Outcome.Recording;
import io.idem4j.Recovered;
import io.idem4j.tck.Clause;
import io.idem4j.tck.StoreCall;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A call that carries its caller's own execution id. */
abstract class OwnerClauses extends EngineTest {
    OwnerClauses(EngineClauses clauses) {
        super(clauses);
    }

    private Call<String> run(String id) {
        return call().executionId(id);
    }

    @Test
    @Clause({"E-16", "S-20"})
    void the_same_execution_takes_its_own_live_claim_over_at_once() {
        Attempt.Started<String> before = started(run("job-1"));
        assertThat(run("job-1").run(execution -> {
                    assertThat(execution.attempt()).isEqualTo(2);
                    assertThat(execution.mayHaveRunBefore()).isTrue();
                    return act();
                }))
                .isEqualTo(new Executed<>("R1", Recording.STORED));

        assertThat(before.complete("R0").recording()).isEqualTo(Recording.FENCED);
        assertNextReplays("R1");
        assertThat(run("job-1").execute(this::act)).isEqualTo("R1");
    }

    @Test
    @Clause("E-16")
    void another_execution_and_one_without_an_id_meet_it_as_live() {
        started(run("job-1"));

        assertNextIs(InProgress.class, run("job-2"));
        assertNextIs(InProgress.class, call());
        assertThat(record().owner()).isEqualTo("job-1");
    }

    @Test
    @Clause("E-16")
    void a_claim_without_an_owner_is_nobody_s_own() {
        started(call());

        assertNextIs(InProgress.class, run("job-1"));
    }

    @Test
    @Clause("E-16")
    void its_token_is_new_and_says_nothing_of_the_id() {
        started(run("job-1"));
        started(run("job-1"));

        assertThat(script.made(StoreCall.Claim.class))
                .extracting(claim -> claim.request().token().value())
                .doesNotHaveDuplicates()
                .noneMatch(token -> token.contains("job-1"));
    }

    @Test
    @Clause({"E-16", "E-09"})
    void under_at_most_once_its_own_claim_is_in_doubt() {
        Attempt.Started<String> before = started(atMostOnce().executionId("job-1"));

        assertNextIs(InDoubt.class, atMostOnce().executionId("job-1"));
        assertLive();
        assertThat(before.complete("R0").recording()).isEqualTo(Recording.STORED);
    }

    @Test
    @Clause({"E-16", "E-09"})
    void under_recover_it_asks() {
        started(run("job-1"));
        AtomicInteger asked = new AtomicInteger();
        Outcome<String> outcome = run("job-1")
                .recover(lapsed -> {
                    asked.incrementAndGet();
                    return Recovered.done("R0");
                })
                .run(this::act);

        assertThat(outcome.get()).isEqualTo("R0");
        assertThat(asked).hasValue(1);
        assertThat(effects).hasValue(0);
    }

    @Test
    @Clause({"E-16", "S-11"})
    void its_own_claim_with_another_fingerprint_is_a_mismatch() {
        started(run("job-1").fingerprint(Fingerprint.ofParts("one")));

        assertNextIs(Outcome.Mismatch.class, run("job-1").fingerprint(Fingerprint.ofParts("other")));
    }

    @Test
    @Clause({"E-16", "E-09"})
    void re_entries_count_as_attempts() {
        Call<String> twice = run("job-1").policy(policy -> policy.maxAttempts(2));
        started(twice);
        started(twice);

        assertNextIs(InDoubt.class, twice);
    }

    @Test
    @Clause({"E-16", "E-06"})
    void it_does_not_wait_for_itself() {
        started(run("job-1"));
        assertThat(run("job-1")
                        .policy(policy -> policy.waitUpTo(Threads.PATIENCE))
                        .run(this::act))
                .isEqualTo(new Executed<>("R1", Recording.STORED));
    }

    /** Trace P-02 (a): a release of the first run that arrives late must not delete the second run's claim. */
    @Test
    @Clause({"E-16", "S-07"})
    void a_late_release_of_an_earlier_run_does_not_touch_the_later_one() {
        Attempt.Started<String> first = started(run("job-1"));
        script.once(StoreCall.Release.class, Script.LATE);
        first.release();
        Attempt.Started<String> second = started(run("job-1"));
        store.deliverLate();

        assertLive();
        assertNextIs(InProgress.class, call());
        assertThat(second.complete("R0").recording()).isEqualTo(Recording.STORED);
    }

    @Test
    @Clause("E-16")
    void an_id_has_1_to_255_characters() {
        for (String bad : new String[] {"", " ", "x".repeat(256)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> call().executionId(bad))
                    .withMessageStartingWith("executionId");
        }
        assertThat(run("x".repeat(255)).run(this::act).get()).isEqualTo("R1");
    }

    @Test
    @Clause({"E-16", "E-01"})
    void a_run_that_calls_itself_in_its_action_does_not_take_itself_over() {
        for (Call<String> each : List.of(
                run("job-1"),
                run("job-1").policy(policy -> policy.waitUpTo(Threads.PATIENCE)),
                run("job-1").policy(policy -> policy.maxAttempts(1)))) {
            real().find(key).ifPresent(real()::forget);
            effects.set(0);
            Outcome<String> outcome = each.run(() -> {
                assertThat(each.run(this::act)).isInstanceOf(InProgress.class);
                return act();
            });

            assertThat(outcome).isEqualTo(new Executed<>("R1", Recording.STORED));
            assertThat(each.execute(this::act)).isEqualTo("R1");
        }
    }
}
