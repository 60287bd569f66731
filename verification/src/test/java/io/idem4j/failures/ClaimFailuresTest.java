package io.idem4j.failures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyPolicy.MissingKey;
import io.idem4j.IdempotencyPolicy.OnStoreDown;
import io.idem4j.IdempotentOperation;
import io.idem4j.InconsistentStateException;
import io.idem4j.MissingKeyException;
import io.idem4j.NoTimeLeftException;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.InProgress;
import io.idem4j.Outcome.Recording;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.failures.ScriptedStore.Fault;
import io.idem4j.failures.ScriptedStore.Step;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Before the action runs. */
class ClaimFailuresTest extends FailureBase {
    private static final int THREADS = 16;

    @Test
    void a_store_that_is_not_reached_fails_the_call() {
        store.always(Step.CLAIM, Fault.UNREACHABLE);

        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> run(call()));
        assertThat(effects).hasValue(0);
        assertThat(store.sent(Step.CLAIM)).isEqualTo(1);
        assertNothingHeld();
        store.heal();
        assertNextRuns(1);
    }

    @Test
    void a_store_that_refuses_for_good_is_not_asked_again() {
        store.always(Step.CLAIM, Fault.REFUSED);

        assertThatExceptionOfType(StoreRejectedException.class).isThrownBy(() -> run(call()));
        assertThat(effects).hasValue(0);
        assertThat(store.sent(Step.CLAIM)).isEqualTo(1);
        assertNothingHeld();
        assertThatExceptionOfType(StoreRejectedException.class).isThrownBy(() -> run(call()));
    }

    @Test
    void a_record_that_can_not_be_read_runs_nothing() {
        store.always(Step.CLAIM, Fault.UNREADABLE);

        assertThatExceptionOfType(InconsistentStateException.class).isThrownBy(() -> run(call()));
        assertThat(effects).hasValue(0);
        assertThatExceptionOfType(InconsistentStateException.class).isThrownBy(() -> run(call()));
    }

    @Test
    void a_claim_whose_reply_is_lost_is_asked_for_again() {
        store.once(Step.CLAIM, Fault.REPLY_LOST);

        assertThat(run(call()).get()).isEqualTo("R1");
        assertThat(held().attempt()).isEqualTo(1);
        assertHeldCompleted("R1");
        assertNextReplays("R1");
    }

    @Test
    void a_claim_without_any_reply_fails_the_call_and_its_lease_is_ended() {
        store.always(Step.CLAIM, Fault.REPLY_LOST);

        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> run(call()));
        assertThat(effects).hasValue(0);
        assertThat(store.sent(Step.CLAIM)).isGreaterThan(1);
        assertHeldLapsed();
        store.heal();
        assertNextRuns(2);
    }

    @Test
    void a_claim_without_any_reply_is_given_back_under_at_most_once() {
        store.always(Step.CLAIM, Fault.REPLY_LOST);

        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> run(atMostOnce()));
        assertThat(effects).hasValue(0);
        assertNothingHeld();
        store.heal();
        assertNextRuns(1);
    }

    @Test
    void a_claim_that_can_not_be_given_back_ends_in_doubt_under_at_most_once() {
        store.always(Step.CLAIM, Fault.REPLY_LOST);
        store.always(Step.RELEASE, Fault.UNREACHABLE);

        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> run(atMostOnce()));
        assertThat(effects).hasValue(0);
        assertHeldLive();
        store.heal();
        assertNextIs(InProgress.class, atMostOnce());
        passLease();
        assertNextIs(Outcome.InDoubt.class, atMostOnce());
    }

    @Test
    void a_claim_that_arrives_after_its_caller_gave_up_lapses() {
        store.always(Step.CLAIM, Fault.LATE);
        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> run(call()));
        store.heal();
        store.deliver();

        assertHeldLive();
        assertNextIs(InProgress.class, call());
        passLease();
        assertNextRuns(2);
        assertThat(effects).hasValue(1);
    }

    @Test
    void a_store_that_is_not_reached_lets_the_action_run_where_the_policy_says_so() {
        store.always(Step.CLAIM, Fault.UNREACHABLE);

        Outcome<String> outcome = run(call().policy(policy -> policy.onStoreDown(OnStoreDown.RUN_UNPROTECTED)));

        assertThat(outcome).isEqualTo(new Executed<>("R1", Recording.UNPROTECTED));
        assertNothingHeld();
        store.heal();
        assertNextRuns(1);
        assertThat(effects).hasValue(2);
    }

    @Test
    void an_unprotected_result_is_offered_to_the_store_where_the_claim_may_have_arrived() {
        store.always(Step.CLAIM, Fault.REPLY_LOST);

        Outcome<String> outcome = run(call().policy(policy -> policy.onStoreDown(OnStoreDown.RUN_UNPROTECTED)));

        assertThat(outcome).isEqualTo(new Executed<>("R1", Recording.STORED));
        assertHeldCompleted("R1");
        store.heal();
        assertNextReplays("R1");
    }

    @Test
    void an_invocation_without_time_left_claims_nothing() {
        assertThatExceptionOfType(NoTimeLeftException.class).isThrownBy(() -> run(call().within(Duration.ZERO)));
        assertThat(effects).hasValue(0);
        assertThat(store.sent(Step.CLAIM)).isZero();
        assertNothingHeld();
        assertNextRuns(1);
    }

    @Test
    void a_duplicate_is_told_when_to_come_back() {
        holder(call());
        pass(Duration.ofSeconds(10));

        Outcome<String> duplicate = run(call());

        assertThat(duplicate)
                .isInstanceOfSatisfying(
                        InProgress.class, busy -> assertThat(busy.retryAfter()).isEqualTo(Duration.ofSeconds(20)));
        assertThat(effects).hasValue(0);
        assertHeldLive();
    }

    @Test
    void of_many_at_once_one_runs() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            Callable<Outcome<String>> one = () -> run(call());
            List<Future<Outcome<String>>> all =
                    pool.invokeAll(Stream.generate(() -> one).limit(THREADS).toList());
            int executed = 0;
            for (Future<Outcome<String>> each : all) {
                executed += each.get() instanceof Executed<String> ? 1 : 0;
            }
            assertThat(executed).isEqualTo(1);
        } finally {
            pool.shutdownNow();
        }
        assertThat(effects).hasValue(1);
        assertHeldCompleted("R1");
        assertNextReplays("R1");
    }

    @Test
    void another_payload_under_the_same_key_is_refused_at_every_moment() {
        Fingerprint first = Fingerprint.ofParts("book");
        Fingerprint other = Fingerprint.ofParts("lamp");
        var holder = holder(call().fingerprint(first));

        assertNextIs(Outcome.Mismatch.class, call().fingerprint(other));
        assertHeldLive();
        passLease();
        assertNextIs(Outcome.Mismatch.class, call().fingerprint(other));
        assertHeldLapsed();
        holder.complete("R0");
        assertNextIs(Outcome.Mismatch.class, call().fingerprint(other));
        assertHeldCompleted("R0");
        assertNextReplays("R0");
    }

    private IdempotentOperation<String, String> keyedByPayload(MissingKey choice) {
        return idempotency
                .operation("orders.place", String.class, String.class)
                .key(payload -> payload)
                .policy(policy -> policy.missingKey(choice))
                .build();
    }

    @Test
    void a_payload_without_a_key_is_refused_before_anything_runs() {
        assertThatExceptionOfType(MissingKeyException.class)
                .isThrownBy(() -> keyedByPayload(MissingKey.THROW).execute("", this::act));

        assertThat(effects).hasValue(0);
        assertThat(store.sent(Step.CLAIM)).isZero();
    }

    @Test
    void a_payload_without_a_key_runs_every_time_where_the_policy_lets_it_pass() {
        var lenient = keyedByPayload(MissingKey.SKIP);
        for (int i = 1; i <= 2; i++) {
            Outcome<String> outcome = lenient.call("").run(this::act);
            assertThat(((Outcome.Executed<String>) outcome).recording()).isEqualTo(Outcome.Recording.UNPROTECTED);
            assertThat(effects).hasValue(i);
        }

        assertThat(store.sent(Step.CLAIM)).isZero();
    }
}
