package io.idem4j.failures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.Attempt;
import io.idem4j.CompletionFailedException;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyPolicy.OnUnrecorded;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.Recording;
import io.idem4j.Outcome.ResultUnavailable;
import io.idem4j.RecordStatus;
import io.idem4j.failures.ScriptedStore.Fault;
import io.idem4j.failures.ScriptedStore.Step;
import io.idem4j.spi.ResultCodec;
import io.idem4j.spi.WriteResult;
import java.lang.reflect.Type;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** After the action has run, while its result is recorded. */
class RecordingFailuresTest extends FailureBase {
    @Test
    void a_short_outage_is_waited_for() {
        store.once(Step.COMPLETE, Fault.UNREACHABLE);

        assertThat(run(call())).isEqualTo(new Executed<>("R1", Recording.STORED));
        assertHeldCompleted("R1");
        assertNextReplays("R1");
    }

    @Test
    void a_completion_whose_reply_is_lost_is_sent_again() {
        store.once(Step.COMPLETE, Fault.REPLY_LOST);

        assertThat(run(call())).isEqualTo(new Executed<>("R1", Recording.STORED));
        assertHeldCompleted("R1");
        assertNextReplays("R1");
    }

    @Test
    void a_long_outage_returns_the_result_and_says_that_it_is_unconfirmed() {
        store.always(Step.COMPLETE, Fault.UNREACHABLE);

        assertThat(run(call())).isEqualTo(new Executed<>("R1", Recording.UNCONFIRMED));
        assertHeldLive();
        store.heal();
        passLease();
        assertNextRuns(2);
    }

    @Test
    void a_long_outage_leaves_doubt_under_at_most_once() {
        store.always(Step.COMPLETE, Fault.UNREACHABLE);

        assertThat(run(atMostOnce())).isEqualTo(new Executed<>("R1", Recording.UNCONFIRMED));
        store.heal();
        passLease();
        assertNextIs(io.idem4j.Outcome.InDoubt.class, atMostOnce());
    }

    @Test
    void a_long_outage_throws_with_the_result_where_the_policy_says_so() {
        store.always(Step.COMPLETE, Fault.UNREACHABLE);

        assertThatExceptionOfType(CompletionFailedException.class)
                .isThrownBy(() -> run(call().policy(policy -> policy.onUnrecorded(OnUnrecorded.THROW))))
                .satisfies(error -> assertThat(error.result(String.class)).isEqualTo("R1"));
        assertHeldLive();
    }

    @Test
    void a_completion_that_arrived_without_a_reply_is_replayed() {
        store.always(Step.COMPLETE, Fault.REPLY_LOST);

        assertThat(run(call())).isEqualTo(new Executed<>("R1", Recording.UNCONFIRMED));
        assertHeldCompleted("R1");
        store.heal();
        assertNextReplays("R1");
    }

    @Test
    void a_completion_that_arrives_late_is_recorded_while_nobody_came() {
        store.always(Step.COMPLETE, Fault.LATE);
        run(call());
        passLease();

        assertThat(store.deliver()).isEqualTo(WriteResult.APPLIED);
        store.heal();
        assertNextReplays("R1");
    }

    @Test
    void a_completion_that_arrives_after_a_takeover_changes_nothing() {
        store.always(Step.COMPLETE, Fault.LATE);
        run(call());
        store.heal();
        passLease();
        assertNextRuns(2);

        assertThat(store.deliver()).isEqualTo(WriteResult.FENCED);
        assertHeldCompleted("R2");
        assertNextReplays("R2");
    }

    @Test
    void a_claim_is_never_released_once_a_completion_was_sent() {
        store.always(Step.COMPLETE, Fault.LATE);
        Attempt.Started<String> mine = holderWithEffect(call());
        mine.complete("R1");

        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(mine::release);
        assertThat(store.sent(Step.RELEASE)).isZero();
        assertHeldLive();
    }

    @Test
    void a_result_that_can_not_be_encoded_is_recorded_as_having_happened() {
        ResultCodec mute = new ResultCodec() {
            @Override
            public String encode(Object value, Type type) {
                throw new IllegalArgumentException("no such type");
            }

            @Override
            public Object decode(String data, Type type) {
                throw new IllegalArgumentException("no such type");
            }
        };
        try (Idempotency other = Idempotency.builder(store).codec(mute).build()) {
            assertThat(other.call(key, String.class).run(this::act))
                    .isEqualTo(new Executed<>("R1", Recording.WITHOUT_RESULT));
        }
        assertThat(held().status()).isEqualTo(RecordStatus.COMPLETED_WITHOUT_RESULT);
        passLease();
        assertNextIs(ResultUnavailable.class, call());
    }

    @Test
    void a_result_that_is_too_large_is_recorded_as_having_happened() {
        String large = "x".repeat((int) MAX_DATA_BYTES);

        assertThat(call().run(() -> large)).isEqualTo(new Executed<>(large, Recording.WITHOUT_RESULT));
        assertThat(held().status()).isEqualTo(RecordStatus.COMPLETED_WITHOUT_RESULT);
        passLease();
        assertNextIs(ResultUnavailable.class, call());
    }

    @Test
    void a_result_that_the_store_refuses_is_recorded_as_having_happened() {
        store.once(Step.COMPLETE, Fault.REFUSED);

        assertThat(run(call())).isEqualTo(new Executed<>("R1", Recording.WITHOUT_RESULT));
        assertThat(held().status()).isEqualTo(RecordStatus.COMPLETED_WITHOUT_RESULT);
        passLease();
        assertNextIs(ResultUnavailable.class, call());
    }

    @Test
    void a_completion_that_the_store_refuses_altogether_is_unconfirmed() {
        store.always(Step.COMPLETE, Fault.REFUSED);

        assertThat(run(call())).isEqualTo(new Executed<>("R1", Recording.UNCONFIRMED));
        assertThat(store.sent(Step.COMPLETE)).isEqualTo(2);
        assertHeldLive();
        store.heal();
        passLease();
        assertNextRuns(2);
    }

    @Test
    void a_short_invocation_does_not_wait_for_the_store_beyond_its_time() {
        store.always(Step.COMPLETE, Fault.UNREACHABLE);
        Duration left = Duration.ofMillis(50);

        assertThat(run(call().within(left).policy(policy -> policy.recordWithin(Duration.ofMinutes(10)))))
                .isEqualTo(new Executed<>("R1", Recording.UNCONFIRMED));
        assertHeldLive();
    }
}
