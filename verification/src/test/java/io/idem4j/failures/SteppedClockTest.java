package io.idem4j.failures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.idem4j.Attempt;
import io.idem4j.Idempotency;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.InDoubt;
import io.idem4j.Outcome.InProgress;
import io.idem4j.Outcome.Recording;
import io.idem4j.Outcome.Replayed;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The store's clock is set ahead or back by an hour while a lease runs. The engine counts its own bounds by another clock. */
class SteppedClockTest extends FailureBase {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration BACK = HOUR.negated();

    @Test
    void a_clock_set_ahead_ends_a_live_lease_and_the_holder_is_fenced() {
        Attempt.Started<String> holder = holderWithEffect(call());
        pass(HOUR);

        assertHeldLapsed();
        assertNextRuns(2);
        assertThat(holder.complete("R1").recording()).isEqualTo(Recording.FENCED);
        assertNextReplays("R2");
    }

    @Test
    void a_clock_set_ahead_doubles_nothing_under_at_most_once() {
        Attempt.Started<String> holder = holderWithEffect(atMostOnce());
        pass(HOUR);

        assertNextIs(InDoubt.class, atMostOnce());
        assertThat(holder.complete("R1").recording()).isEqualTo(Recording.STORED);
        assertNextReplays("R1");
        assertThat(effects).hasValue(1);
    }

    @Test
    void a_clock_set_ahead_is_made_up_for_by_the_next_renewal_if_nobody_came() {
        Attempt.Started<String> holder = holderWithEffect(call());
        pass(HOUR);
        assertThat(holder.execution().renew(LEASE)).isTrue();

        assertHeldLive();
        assertNextIs(InProgress.class, call());
        assertThat(holder.complete("R1").recording()).isEqualTo(Recording.STORED);
        assertNextReplays("R1");
    }

    @Test
    void a_clock_set_back_keeps_a_living_holder_s_claim_and_doubles_nothing() {
        Attempt.Started<String> holder = holderWithEffect(call());
        pass(BACK);

        InProgress<String> busy = (InProgress<String>) run(call());
        assertThat(busy.retryAfter()).isEqualTo(HOUR.plus(LEASE));
        assertThat(holder.complete("R1").recording()).isEqualTo(Recording.STORED);
        assertNextReplays("R1");
        assertThat(effects).hasValue(1);
    }

    @Test
    void a_clock_set_back_makes_a_dead_holder_block_its_key_an_hour_longer() {
        holder(call());
        pass(BACK);
        passLease();
        assertNextIs(InProgress.class, call());
        pass(HOUR);

        assertNextRuns(2);
    }

    @Test
    void a_clock_set_back_is_made_up_for_by_the_next_renewal() {
        Attempt.Started<String> holder = holder(call());
        pass(BACK);
        assertThat(holder.execution().renew(LEASE)).isTrue();
        passLease();

        assertNextRuns(2);
        assertThat(holder.complete("late").recording()).isEqualTo(Recording.FENCED);
    }

    @Test
    void a_clock_set_back_does_not_prolong_a_waiting_duplicate_s_patience() {
        holder(call());
        pass(BACK);

        assertNextIs(InProgress.class, call().policy(policy -> policy.waitUpTo(Duration.ofMillis(50))));
    }

    @Test
    void a_clock_set_back_does_not_make_a_holder_trust_its_lease_for_longer() {
        Idempotency strict = Idempotency.builder(store)
                .policy(policy -> policy.lease(Duration.ofMillis(1)).renewFor(Duration.ZERO))
                .build();
        Attempt.Started<String> holder =
                (Attempt.Started<String>) strict.call(key, String.class).begin();
        pass(BACK);

        await().atMost(PATIENCE).until(holder.execution()::isLeaseLost);
        assertHeldLive();
    }

    @Test
    void a_result_replays_whichever_way_the_clock_goes_within_its_retention() {
        run(call());
        for (Duration step : List.of(HOUR, BACK, BACK)) {
            pass(step);
            assertNextReplays("R1");
        }
    }

    @Test
    void a_result_whose_retention_is_shorter_than_the_step_is_gone_and_comes_back_with_the_clock() {
        var brief = call().policy(policy -> policy.retention(Duration.ofMinutes(10)));
        assertThat(brief.run(this::act)).isInstanceOf(Executed.class);
        pass(HOUR);
        assertNothingHeld();
        pass(BACK);

        assertNextIs(Replayed.class, brief);
    }

    /** Before the effect and after it, each way. */
    @Test
    void at_most_once_holds_however_the_clock_is_stepped_between_claim_and_completion() {
        for (Duration first : List.of(HOUR, BACK)) {
            for (Duration second : List.of(HOUR, BACK)) {
                memory.find(key).ifPresent(memory::forget);
                effects.set(0);
                Outcome<String> outcome = atMostOnce().run(execution -> {
                    pass(first);
                    assertThat(run(atMostOnce())).isInstanceOfAny(InProgress.class, InDoubt.class);
                    String result = act();
                    pass(second);
                    assertThat(run(atMostOnce())).isInstanceOfAny(InProgress.class, InDoubt.class);
                    return result;
                });
                assertThat(((Executed<String>) outcome).recording()).isEqualTo(Recording.STORED);
                assertNextReplays("R1");
                assertThat(effects).hasValue(1);
            }
        }
    }
}
