package io.idem4j.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.IdempotencyPolicy.OnStoreDown;
import io.idem4j.InconsistentStateException;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.InDoubt;
import io.idem4j.Outcome.Recording;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.Recovered;
import io.idem4j.StoreException;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.tck.Clause;
import io.idem4j.tck.StoreCall;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A store that can't be reached, or does not answer, when a key is claimed. */
abstract class OutageClauses extends EngineTest {
    OutageClauses(EngineClauses clauses) {
        super(clauses);
    }

    private Call<String> orUnprotected() {
        return call(policy -> policy.onStoreDown(OnStoreDown.RUN_UNPROTECTED));
    }

    private void assertFailsClosed(Call<String> call) {
        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> call.run(this::act));
        assertThat(effects).hasValue(0);
    }

    @Test
    @Clause("E-11")
    void a_store_that_can_not_be_reached_fails_the_call_at_once() {
        script.always(StoreCall.Claim.class, Script.UNREACHABLE);
        assertFailsClosed(call(policy -> policy.claimWithin(Threads.PATIENCE)));

        assertThat(script.made()).hasExactlyElementsOfTypes(StoreCall.Claim.class);
        assertThat(heard.kinds()).containsExactly(Kind.STORE_ERROR);
    }

    @Test
    @Clause({"E-11", "S-12"})
    void a_claim_without_an_answer_is_repeated_under_its_token() {
        script.once(StoreCall.Claim.class, Script.REPLY_LOST, Script.LATE, Script.UNREACHABLE);
        assertThat(call(policy -> policy.claimWithin(Threads.PATIENCE)).run(execution -> {
                    assertThat(execution.attempt()).isEqualTo(1);
                    assertThat(execution.mayHaveRunBefore()).isFalse();
                    return act();
                }))
                .isEqualTo(new Executed<>("R1", Recording.STORED));

        assertThat(script.made(StoreCall.Claim.class))
                .hasSize(4)
                .extracting(claim -> claim.request().token())
                .containsOnly(
                        script.made(StoreCall.Claim.class).get(0).request().token());
        store.deliverLate();
        assertNextReplays("R1");
        assertThat(effects).hasValue(1);
    }

    @Test
    @Clause({"E-11", "S-22"})
    void after_claimWithin_the_claim_is_given_back_once_by_ending_its_lease() {
        script.always(StoreCall.Claim.class, Script.REPLY_LOST);
        script.always(StoreCall.Renew.class, Script.REPLY_LOST);
        assertFailsClosed(call());

        assertThat(script.count(StoreCall.Claim.class)).isGreaterThan(1);
        assertThat(script.made(StoreCall.Renew.class))
                .singleElement()
                .satisfies(renewal -> assertThat(renewal.leaseFor()).isZero());
        assertThat(script.count(StoreCall.Release.class)).isZero();
        assertLapsed();
        assertNextRuns(2);
    }

    @Test
    @Clause("E-11")
    void at_most_once_it_is_given_back_by_a_release() {
        script.always(StoreCall.Claim.class, Script.REPLY_LOST);
        assertFailsClosed(atMostOnce());

        assertThat(script.count(StoreCall.Release.class)).isEqualTo(1);
        assertNoRecord();
        script.heal();
        assertThat(atMostOnce().run(this::act)).isEqualTo(new Executed<>("R1", Recording.STORED));
    }

    /** Trace P-33 (a): released, the next claim would be a first one and the recovery not be asked. */
    @Test
    @Clause({"E-11", "E-09"})
    void an_unknown_takeover_is_never_released() {
        dead(call());
        Call<String> recovering = call().recover(lapsed -> Recovered.done("R0"));
        script.always(StoreCall.Claim.class, Script.REPLY_LOST);
        assertFailsClosed(recovering);
        script.heal();

        assertLapsed();
        assertThat(record().attempt()).isEqualTo(2);
        assertThat(recovering.execute(this::act)).isEqualTo("R0");
        assertThat(effects).hasValue(0);
    }

    @Test
    @Clause("E-11")
    void the_claim_may_be_repeated_no_longer_than_the_invocation_lasts() {
        script.always(StoreCall.Claim.class, Script.REPLY_LOST);
        long began = System.nanoTime();
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> call(policy -> policy.claimWithin(Threads.PATIENCE))
                        .within(Duration.ofMillis(150))
                        .run(this::act));

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Threads.PATIENCE.dividedBy(2));
    }

    @Test
    @Clause({"E-11", "S-13"})
    void what_a_store_refuses_for_good_or_can_not_understand_comes_through_at_once() {
        for (StoreException error : List.of(
                new StoreRejectedException(key, "no table", null),
                new InconsistentStateException(key, "unknown status", null))) {
            script.forgetMade();
            script.always(StoreCall.Claim.class, Script.throwing(error));
            assertThat(catchThrowable(() -> call().run(this::act))).isSameAs(error);
            assertThat(catchThrowable(() -> orUnprotected().run(this::act))).isSameAs(error);
            assertThat(script.made()).hasExactlyElementsOfTypes(StoreCall.Claim.class, StoreCall.Claim.class);
        }
        assertThat(effects).hasValue(0);
    }

    @Test
    @Clause({"E-11", "S-13"})
    void whatever_else_a_store_throws_says_nothing_of_the_claim() {
        for (Throwable broken : List.of(
                new IllegalStateException("store"),
                new AssertionError("store"),
                new OutOfMemoryError("store"),
                new IOException("store"))) {
            script.always(StoreCall.Claim.class, Script.throwing(broken));
            assertThatExceptionOfType(StoreUnavailableException.class)
                    .isThrownBy(() -> call().run(this::act))
                    .satisfies(thrown -> assertThat(thrown)
                            .hasCauseInstanceOf(OutcomeUnknownException.class)
                            .hasRootCause(broken));
        }
        assertThat(effects).hasValue(0);
    }

    @Test
    @Clause({"E-11", "S-13"})
    void a_store_that_answers_a_claim_with_nothing_has_said_nothing() {
        Front silent = new Front(store, real()) {
            @Override
            public ClaimResult claim(ClaimRequest request) {
                super.claim(request);
                return null;
            }
        };
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> engine(silent, builder -> builder)
                        .call(key, String.class)
                        .run(this::act));
        assertThat(effects).hasValue(0);
        assertLapsed();
    }

    @Test
    @Clause("E-11")
    void by_choice_an_action_runs_unprotected_where_the_store_can_not_be_reached() {
        script.always(StoreCall.Claim.class, Script.UNREACHABLE);
        assertThat(orUnprotected().run(execution -> {
                    assertThat(execution.attempt()).isEqualTo(1);
                    assertThat(execution.mayHaveRunBefore()).isTrue();
                    assertThat(execution.isLeaseLost()).isFalse();
                    assertThat(execution.downstreamKey("charge")).hasSize(32);
                    return act();
                }))
                .isEqualTo(new Executed<>("R1", Recording.UNPROTECTED));

        assertThat(heard.kinds()).containsExactly(Kind.STORE_ERROR, Kind.UNPROTECTED);
        assertThat(heard.the(Kind.UNPROTECTED).cause()).isInstanceOf(StoreUnavailableException.class);
        assertThat(script.made()).hasExactlyElementsOfTypes(StoreCall.Claim.class);
    }

    @Test
    @Clause("E-11")
    void after_an_unknown_claim_its_result_is_offered_under_the_claim_s_token() {
        script.always(StoreCall.Claim.class, Script.REPLY_LOST);
        assertThat(orUnprotected().run(execution -> {
                    assertThat(execution.mayHaveRunBefore()).isTrue();
                    return act();
                }))
                .isEqualTo(new Executed<>("R1", Recording.STORED));

        assertThat(script.made(StoreCall.Complete.class).get(0).claim().token())
                .isEqualTo(script.made(StoreCall.Claim.class).get(0).request().token());
        assertNextReplays("R1");
    }

    @Test
    @Clause("E-11")
    void an_offer_that_is_refused_or_not_answered_leaves_the_run_unprotected() {
        script.always(StoreCall.Claim.class, Script.LATE);
        assertThat(orUnprotected().run(this::act)).isEqualTo(new Executed<>("R1", Recording.UNPROTECTED));
        assertNoRecord();

        script.always(StoreCall.Complete.class, Script.UNREACHABLE);
        script.forgetMade();
        assertThat(idempotency
                        .call(freshKey(), String.class)
                        .policy(policy ->
                                policy.onStoreDown(OnStoreDown.RUN_UNPROTECTED).recordWithin(Threads.PATIENCE))
                        .run(this::act))
                .isEqualTo(new Executed<>("R2", Recording.UNPROTECTED));
        assertThat(script.count(StoreCall.Complete.class)).isEqualTo(1);
    }

    @Test
    @Clause({"E-11", "E-02"})
    void an_unprotected_action_that_throws_ends_the_lease_that_it_may_have() {
        script.always(StoreCall.Claim.class, Script.REPLY_LOST);
        IOException own = new IOException("action");
        assertThat(catchThrowable(() -> orUnprotected()
                        .policy(policy -> policy.onFailure(failure -> OnFailure.RELEASE))
                        .run(() -> {
                            act();
                            throw own;
                        })))
                .isSameAs(own);

        assertThat(own).hasNoSuppressedExceptions();
        assertThat(script.count(StoreCall.Release.class)).isZero();
        assertLapsed();
        script.heal();
        assertNextRuns(2);
    }

    @Test
    @Clause("E-11")
    void an_unprotected_action_that_throws_comes_back_itself() {
        script.always(StoreCall.Claim.class, Script.UNREACHABLE);
        IOException own = new IOException("action");
        assertThat(catchThrowable(() -> orUnprotected().run(() -> {
                    throw own;
                })))
                .isSameAs(own);
        assertThat(own).hasNoSuppressedExceptions();
    }

    @Test
    @Clause("E-11")
    void a_duplicate_is_a_duplicate_also_where_unprotected_runs_are_allowed() {
        call().run(this::act);

        assertThat(orUnprotected().execute(this::act)).isEqualTo("R1");
    }

    @Test
    @Clause("E-11")
    void begin_runs_unprotected_too() {
        script.always(StoreCall.Claim.class, Script.UNREACHABLE);
        Attempt.Started<String> started = started(orUnprotected());

        assertThat(started.complete("R0").recording()).isEqualTo(Recording.UNPROTECTED);
        started.release();
        started.fail(new IOException());
    }

    @Test
    @Clause({"E-18", "S-12"})
    void a_claim_that_arrives_after_its_caller_gave_up_lapses_like_a_dead_holder_s() {
        script.always(StoreCall.Claim.class, Script.LATE);
        assertFailsClosed(call(policy -> policy.claimWithin(Duration.ZERO)));
        script.heal();
        store.deliverLate();

        assertLive();
        assertNextIs(Outcome.InProgress.class, call());
        lapse();
        assertNextRuns(2);
        assertThat(effects).hasValue(1);
    }

    @Test
    @Clause("E-18")
    void at_most_once_a_late_claim_may_come_into_doubt_although_nothing_ran_and_never_the_reverse() {
        script.always(StoreCall.Claim.class, Script.LATE);
        assertFailsClosed(atMostOnce().policy(policy -> policy.claimWithin(Duration.ZERO)));
        script.heal();
        store.deliverLate();
        lapse();

        assertNextIs(InDoubt.class, atMostOnce());
        assertThat(effects).hasValue(0);
    }

    @Test
    @Clause({"E-18", "S-12"})
    void a_late_claim_over_a_completed_record_changes_nothing() {
        script.once(StoreCall.Claim.class, Script.LATE);
        assertThat(call(policy -> policy.claimWithin(Threads.PATIENCE)).execute(this::act))
                .isEqualTo("R1");
        store.deliverLate();

        assertCompleted("R1");
    }

    @Test
    @Clause({"E-11", "S-01"})
    void a_claim_that_an_uncommitted_one_holds_is_in_progress_for_a_second() {
        Front held = new Front(store, real()) {
            @Override
            public ClaimResult claim(ClaimRequest request) {
                return new ClaimResult.Held();
            }
        };
        AtomicReference<Outcome<String>> outcome = new AtomicReference<>();
        outcome.set(engine(held, builder -> builder).call(key, String.class).run(this::act));

        assertThat(outcome.get()).isEqualTo(new Outcome.InProgress<>(Duration.ofSeconds(1), null));
        assertThat(heard.kinds()).containsExactly(Kind.IN_PROGRESS);
    }
}
