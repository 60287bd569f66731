package io.idem4j.failures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.Idempotency;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.InDoubt;
import io.idem4j.Outcome.InProgress;
import io.idem4j.Outcome.Recording;
import io.idem4j.Records;
import io.idem4j.Recovered;
import io.idem4j.StoredRecord;
import io.idem4j.failures.ScriptedStore.Step;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Later: duplicates that wait, keys in doubt, operators, records that went. */
class LaterFailuresTest extends FailureBase {
    private static final Duration WAIT = Duration.ofMinutes(5);

    @Test
    void a_result_that_can_not_be_read_as_the_asked_type_is_unavailable() {
        run(call());

        assertThat(idempotency.call(key, int.class).run(effects::incrementAndGet))
                .isInstanceOf(Outcome.ResultUnavailable.class);
        assertThat(effects).hasValue(1);
        assertNextReplays("R1");
    }

    @Test
    void a_duplicate_after_the_retention_runs() {
        run(call());
        pass(Duration.ofHours(24));
        assertNextReplays("R1");
        pass(Duration.ofMillis(1));

        assertNextRuns(1);
    }

    @Test
    void a_recovery_that_does_not_know_or_throws_answers_in_doubt_and_is_asked_again() {
        holderWithEffect(call());
        passLease();

        assertNextIs(InDoubt.class, call().recover(lapsed -> Recovered.unknown()));
        assertHeldLapsed();
        assertNextIs(InDoubt.class, call().recover(lapsed -> {
            throw new IllegalStateException("bank is closed");
        }));
        assertHeldLapsed();
        assertThat(run(call().recover(lapsed -> Recovered.done("R1"))).get()).isEqualTo("R1");
        assertNextReplays("R1");
    }

    @Test
    void attempts_that_are_used_up_leave_doubt() {
        Call<String> twice = call().policy(policy -> policy.maxAttempts(2));
        holderWithEffect(twice);
        passLease();
        holderWithEffect(twice);
        passLease();

        assertNextIs(InDoubt.class, twice);
        assertHeldLapsed();
        assertThat(held().attempt()).isEqualTo(2);
    }

    @Test
    void a_holder_that_completes_late_ends_the_doubt() {
        Attempt.Started<String> late = holderWithEffect(atMostOnce());
        passLease();
        assertNextIs(InDoubt.class, atMostOnce());

        assertThat(late.complete("R1").recording()).isEqualTo(Recording.STORED);
        assertNextReplays("R1");
    }

    @Test
    void doubt_outlives_the_retention_of_results_and_ends_with_its_own() {
        holderWithEffect(atMostOnce());
        pass(Duration.ofDays(30));
        assertNextIs(InDoubt.class, atMostOnce());
        pass(Duration.ofMillis(1));

        assertNextRuns(1);
    }

    @Test
    void the_same_execution_meets_its_own_claim_as_lapsed() {
        Attempt.Started<String> before = holderWithEffect(call().executionId("job-1"));

        assertThat(run(call().executionId("job-1"))).isEqualTo(new Executed<>("R2", Recording.STORED));
        assertThat(before.complete("R1").recording()).isEqualTo(Recording.FENCED);
        assertNextReplays("R2");
    }

    @Test
    void the_same_execution_is_in_doubt_under_at_most_once() {
        holderWithEffect(atMostOnce().executionId("job-1"));

        assertNextIs(InDoubt.class, atMostOnce().executionId("job-1"));
        assertHeldLive();
    }

    @Test
    void a_duplicate_that_gives_up_waiting_changes_nothing() {
        Attempt.Started<String> holder = holder(call());
        StoredRecord before = held();

        assertNextIs(InProgress.class, call().policy(policy -> policy.waitUpTo(Duration.ofMillis(100))));
        assertThat(held()).isEqualTo(before);
        assertThat(holder.complete("R0").recording()).isEqualTo(Recording.STORED);
    }

    @Test
    void a_duplicate_that_is_interrupted_while_waiting_changes_nothing() throws Exception {
        holder(call());
        StoredRecord before = held();
        AtomicBoolean flag = new AtomicBoolean();
        FutureTask<Outcome<String>> duplicate = new FutureTask<>(() -> {
            Outcome<String> outcome = run(call().policy(policy -> policy.waitUpTo(WAIT)));
            flag.set(Thread.currentThread().isInterrupted());
            return outcome;
        });
        waiting(duplicate).interrupt();

        assertThat(duplicate).succeedsWithin(PATIENCE).isInstanceOf(InProgress.class);
        assertThat(flag).isTrue();
        assertThat(held()).isEqualTo(before);
    }

    @Test
    void a_waiter_takes_over_when_the_holder_is_dead() {
        holder(call());
        FutureTask<Outcome<String>> duplicate =
                new FutureTask<>(() -> run(call().policy(policy -> policy.waitUpTo(WAIT))));
        waiting(duplicate);
        passLease();

        assertThat(duplicate).succeedsWithin(PATIENCE).isEqualTo(new Executed<>("R1", Recording.STORED));
    }

    @Test
    void a_duplicate_of_the_own_thread_does_not_wait() {
        Outcome<String> outer = call().run(() -> {
            assertThat(run(call().policy(policy -> policy.waitUpTo(WAIT)))).isInstanceOf(InProgress.class);
            return act();
        });

        assertThat(outer).isEqualTo(new Executed<>("R1", Recording.STORED));
    }

    @Test
    void closing_ends_the_wait_and_lets_the_holder_record() {
        Attempt.Started<String> holder = holder(call());
        FutureTask<Outcome<String>> duplicate =
                new FutureTask<>(() -> run(call().policy(policy -> policy.waitUpTo(WAIT))));
        waiting(duplicate);
        idempotency.close();

        assertThat(duplicate).succeedsWithin(PATIENCE).isInstanceOf(InProgress.class);
        assertThat(holder.complete("R1").recording()).isEqualTo(Recording.STORED);
        assertHeldCompleted("R1");
    }

    /** A thread that runs the task, once it waits. */
    private static Thread waiting(FutureTask<?> task) {
        Thread thread = new Thread(task);
        thread.start();
        await().atMost(PATIENCE).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return thread;
    }

    @Test
    void an_operators_word_fences_the_holder_that_wakes_up_later() {
        Attempt.Started<String> late = holderWithEffect(atMostOnce());
        passLease();

        assertThat(idempotency.records().resolve(key, String.class, "R0")).isTrue();
        assertThat(late.complete("R1").recording()).isEqualTo(Recording.FENCED);
        assertNextReplays("R0");
    }

    @Test
    void an_operator_can_not_forget_what_was_completed_since_he_looked() {
        Attempt.Started<String> late = holderWithEffect(atMostOnce());
        passLease();
        Records records = idempotency.records();
        StoredRecord seen = records.unsettled(1).get(0);
        late.complete("R1");

        assertThat(records.forget(seen)).isFalse();
        assertThat(records.resolve(key, String.class, "R0")).isFalse();
        assertNextReplays("R1");
    }

    @Test
    void an_operator_is_refused_while_the_holder_lives() {
        holder(call());
        Records records = idempotency.records();

        assertThatExceptionOfType(AlreadyInProgressException.class)
                .isThrownBy(() -> records.resolve(key, String.class, "R0"));
        assertThatExceptionOfType(AlreadyInProgressException.class).isThrownBy(() -> records.forget(key, false));
        assertHeldLive();
    }

    @Test
    void a_listener_that_throws_changes_nothing() {
        try (Idempotency other = Idempotency.builder(store)
                .listener(event -> {
                    throw new IllegalStateException("metrics are down");
                })
                .build()) {
            assertThat(other.call(key, String.class).run(this::act)).isEqualTo(new Executed<>("R1", Recording.STORED));
        }
        assertNextReplays("R1");
    }

    @Test
    void a_disabled_instance_runs_every_call_and_touches_no_store() {
        try (Idempotency off = Idempotency.builder(store).enabled(false).build()) {
            off.execute(key, String.class, this::act);
            off.execute(key, String.class, this::act);
        }
        assertThat(effects).hasValue(2);
        assertThat(store.sent(Step.CLAIM)).isZero();
        assertNothingHeld();
    }

    @Test
    void a_local_cache_replays_what_another_process_forgot_until_its_age_is_over() {
        var cached = idempotency
                .operation("orders.place", String.class, String.class)
                .key(text -> text)
                .localCache(10, Duration.ofMillis(200))
                .build();
        cached.execute("k", this::act);
        memory.forget(held());

        assertThat(cached.execute("k", this::act)).isEqualTo("R1");
        await().atMost(PATIENCE).until(() -> !cached.execute("k", this::act).equals("R1"));
        assertHeldCompleted("R2");
    }
}
