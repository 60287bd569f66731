package io.idem4j.failures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.Recording;
import io.idem4j.RecordStatus;
import io.idem4j.Recovered;
import io.idem4j.StoreUnavailableException;
import io.idem4j.StoredFailureException;
import io.idem4j.failures.ScriptedStore.Fault;
import io.idem4j.failures.ScriptedStore.Step;
import org.junit.jupiter.api.Test;

/** While the action runs: it throws, or its process dies or pauses. */
class RunningFailuresTest extends FailureBase {
    private final IllegalStateException failure = new IllegalStateException("card terminal busy");

    private void throwing(Call<String> call) {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> call.execute(() -> {
                    act();
                    throw failure;
                }))
                .isSameAs(failure);
    }

    @Test
    void a_process_that_dies_before_its_effect_is_followed_by_the_next_call() {
        holder(call());

        assertHeldLive();
        assertNextIs(Outcome.InProgress.class, call());
        passLease();
        assertNextRuns(2);
        assertThat(effects).hasValue(1);
    }

    @Test
    void a_process_that_dies_after_its_effect_is_run_again_under_retry() {
        holderWithEffect(call());
        passLease();

        assertHeldLapsed();
        assertNextRuns(2);
        assertThat(effects).hasValue(2);
    }

    @Test
    void a_process_that_dies_after_its_effect_leaves_doubt_under_at_most_once() {
        holderWithEffect(atMostOnce());
        passLease();

        assertHeldLapsed();
        assertNextIs(Outcome.InDoubt.class, atMostOnce());
        assertNextIs(Outcome.InDoubt.class, atMostOnce());
        assertThat(effects).hasValue(1);
    }

    @Test
    void a_process_that_dies_after_its_effect_is_asked_for_under_recover() {
        holderWithEffect(call());
        passLease();

        Outcome<String> outcome = run(call().recover(lapsed -> Recovered.done("R1")));

        assertThat(outcome.get()).isEqualTo("R1");
        assertThat(effects).hasValue(1);
        assertHeldCompleted("R1");
        assertNextReplays("R1");
    }

    @Test
    void a_process_that_died_without_effect_is_run_again_under_recover() {
        holder(call());
        passLease();

        Outcome<String> outcome = call().recover(lapsed -> Recovered.notDone()).run(execution -> {
            assertThat(execution.mayHaveRunBefore()).isFalse();
            return act();
        });

        assertThat(outcome).isEqualTo(new Executed<>("R1", Recording.STORED));
        assertHeldCompleted("R1");
    }

    @Test
    void an_action_that_throws_gives_the_claim_back() {
        throwing(call());

        assertNothingHeld();
        assertNextRuns(1);
    }

    @Test
    void an_action_that_throws_ends_its_lease_under_keep() {
        throwing(call().policy(policy -> policy.onFailure(any -> OnFailure.KEEP)));

        assertHeldLapsed();
        assertNextRuns(2);
    }

    @Test
    void an_action_that_throws_leaves_doubt_under_at_most_once() {
        throwing(atMostOnce());

        assertHeldLapsed();
        assertNextIs(Outcome.InDoubt.class, atMostOnce());
    }

    @Test
    void an_action_that_throws_is_replayed_as_a_failure_under_store() {
        throwing(call().policy(policy -> policy.onFailure(any -> OnFailure.STORE)));

        assertThat(held().status()).isEqualTo(RecordStatus.FAILED);
        assertThatExceptionOfType(StoredFailureException.class)
                .isThrownBy(() -> call().execute(this::act))
                .satisfies(stored -> {
                    assertThat(stored.failureType()).isEqualTo(IllegalStateException.class.getName());
                    assertThat(stored.failureMessage()).isEqualTo("card terminal busy");
                });
        assertThat(effects).hasValue(1);
    }

    @Test
    void an_action_that_throws_while_the_store_is_away_keeps_its_own_exception() {
        store.always(Step.RELEASE, Fault.UNREACHABLE);
        throwing(call());

        assertThat(failure.getSuppressed())
                .hasOnlyElementsOfType(StoreUnavailableException.class)
                .hasSize(1);
        assertHeldLive();
        store.heal();
        passLease();
        assertNextRuns(2);
    }

    @Test
    void an_action_that_throws_after_its_claim_was_sent_twice_ends_its_lease() {
        store.once(Step.CLAIM, Fault.REPLY_LOST);

        throwing(call());

        assertHeldLapsed();
        assertNextRuns(2);
    }

    @Test
    void an_action_that_throws_after_a_takeover_leaves_word_of_the_run_before() {
        holderWithEffect(call());
        passLease();
        throwing(call());

        assertHeldLapsed();
        assertNextRuns(3);
    }

    @Test
    void an_action_without_effect_gives_the_claim_back() {
        Outcome<String> outcome = call().run(execution -> {
            execution.abandon();
            return "sold out";
        });

        assertThat(outcome).isEqualTo(new Executed<>("sold out", Recording.RELEASED, true));
        assertNothingHeld();
        assertNextRuns(1);
    }

    @Test
    void a_process_that_pauses_past_its_lease_can_still_record_while_nobody_came() {
        Attempt.Started<String> paused = holderWithEffect(call());
        passLease();

        assertThat(paused.complete("R1").recording()).isEqualTo(Recording.STORED);
        assertNextReplays("R1");
    }

    @Test
    void a_process_that_pauses_past_its_lease_is_fenced_by_the_one_that_took_over() {
        Attempt.Started<String> paused = holderWithEffect(call());
        passLease();
        assertNextRuns(2);

        assertThat(paused.complete("R1")).isEqualTo(new Executed<>("R1", Recording.FENCED));
        assertThat(paused.execution().isLeaseLost()).isTrue();
        assertHeldCompleted("R2");
        assertNextReplays("R2");
    }

    @Test
    void a_store_that_lost_its_records_fences_the_holder_and_lets_the_next_call_run() {
        Attempt.Started<String> holder = holderWithEffect(call());
        memory.forget(held());

        assertThat(holder.complete("R1").recording()).isEqualTo(Recording.FENCED);
        assertNothingHeld();
        assertNextRuns(1);
        assertThat(effects).hasValue(2);
    }
}
