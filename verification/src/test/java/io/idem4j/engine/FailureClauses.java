package io.idem4j.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.IdempotencyPolicy.MissingKey;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.Recording;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.RecordStatus;
import io.idem4j.RecordTooLargeException;
import io.idem4j.Recovered;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.StoredFailureException;
import io.idem4j.tck.Clause;
import io.idem4j.tck.StoreCall;
import io.idem4j.testtools.Logged;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** An action that throws, and one that says that it had no effect. */
abstract class FailureClauses extends EngineTest {
    private static final UnaryOperator<IdempotencyPolicy> RELEASE = policy -> policy.onFailure(t -> OnFailure.RELEASE);
    private static final UnaryOperator<IdempotencyPolicy> STORE = policy -> policy.onFailure(t -> OnFailure.STORE);
    private static final UnaryOperator<IdempotencyPolicy> KEEP = policy -> policy.onFailure(t -> OnFailure.KEEP);

    FailureClauses(EngineClauses clauses) {
        super(clauses);
    }

    /** The bank declined: nothing happened. */
    static final class DeclinedException extends Exception {
        private static final long serialVersionUID = 1L;

        DeclinedException(String message) {
            super(message);
        }
    }

    private <X extends Throwable> X fails(Call<String> call, X with) {
        Throwable thrown = catchThrowable(() -> call.run(() -> {
            act();
            Script.<RuntimeException>sneaked(with);
            return "never";
        }));
        assertThat(thrown).isSameAs(with);
        return with;
    }

    @Test
    @Clause("E-02")
    void by_default_a_failure_releases_and_the_next_call_is_a_first_one() {
        fails(call(), new IllegalStateException("no"));

        assertNoRecord();
        assertNextRuns(1);
    }

    @Test
    @Clause("E-02")
    void whatever_can_be_thrown_comes_back_itself_and_releases() {
        List<Throwable> all = List.of(
                new IllegalStateException("unchecked"),
                new IOException("checked"),
                new DeclinedException("own"),
                new AssertionError("error"),
                new StackOverflowError(),
                new OutOfMemoryError("planned"),
                new NoClassDefFoundError("planned"),
                new Throwable("throwable"),
                new InterruptedException("interrupted"));
        for (Throwable thrown : all) {
            fails(call(), thrown);
            assertThat(thrown.getSuppressed()).isEmpty();
            assertNoRecord();
        }
        assertThat(effects).hasValue(all.size());
        assertThat(heard.count(Kind.ACTION_FAILED)).isEqualTo(all.size());
        assertThat(heard.events().get(1).cause()).isSameAs(all.get(0));
    }

    @Test
    @Clause("E-02")
    void a_stored_failure_is_every_duplicates_answer() {
        fails(call(STORE), new DeclinedException("insufficient funds"));

        assertThat(record().status()).isEqualTo(RecordStatus.FAILED);
        assertThatExceptionOfType(StoredFailureException.class)
                .isThrownBy(() -> call().execute(this::act))
                .satisfies(thrown -> {
                    assertThat(thrown.failureType()).isEqualTo(DeclinedException.class.getName());
                    assertThat(thrown.failureMessage()).isEqualTo("insufficient funds");
                    assertThat(thrown.key()).isEqualTo(key);
                });
        Outcome.ReplayedFailure<?> outcome = assertNextIs(Outcome.ReplayedFailure.class, elsewhere());
        assertThatExceptionOfType(StoredFailureException.class).isThrownBy(outcome::get);
        assertThat(effects).hasValue(1);
    }

    @Test
    @Clause("E-02")
    void any_text_of_a_failure_is_stored_as_it_is() {
        for (String text :
                new String[] {null, "", "\"\\\u0000\u2028\ud83d\ude00 </script>", "\ud800 alone", "x".repeat(3_999)}) {
            Call<String> fresh = idempotency.call(freshKey(), String.class).policy(STORE);
            fails(fresh, new DeclinedException(text));
            assertThatExceptionOfType(StoredFailureException.class)
                    .isThrownBy(() -> fresh.execute(this::act))
                    .satisfies(thrown -> assertThat(thrown.failureMessage()).isEqualTo(text));
        }
    }

    @Test
    @Clause("E-02")
    void a_failure_whose_text_can_not_be_read_or_is_long_is_stored_without_it_or_cut() {
        class Unreadable extends RuntimeException {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new IllegalStateException("no message");
            }
        }
        Call<String> unreadable = idempotency.call(freshKey(), String.class).policy(STORE);
        fails(unreadable, new Unreadable());
        assertThatExceptionOfType(StoredFailureException.class)
                .isThrownBy(() -> unreadable.execute(this::act))
                .satisfies(thrown -> {
                    assertThat(thrown.failureType()).isEqualTo(Unreadable.class.getName());
                    assertThat(thrown.failureMessage()).isNull();
                });
        fails(call(STORE), new DeclinedException("x".repeat(3_999) + "\ud83d\ude00 more"));
        assertThatExceptionOfType(StoredFailureException.class)
                .isThrownBy(() -> call().execute(this::act))
                .satisfies(thrown -> assertThat(thrown.failureMessage()).isEqualTo("x".repeat(3_999)));
    }

    @Test
    @Clause("E-02")
    void a_failure_that_is_too_large_for_the_store_is_stored_without_its_text() {
        assertStoredWithoutItsText(new RecordTooLargeException(key, 200, 100));
    }

    @Test
    @Clause({"E-02", "E-05"})
    void a_failure_whose_text_the_store_refuses_is_stored_without_it() {
        assertStoredWithoutItsText(new StoreRejectedException(key, "a character that the database can't hold", null));
    }

    private void assertStoredWithoutItsText(StoreRejectedException refused) {
        script.once(StoreCall.Complete.class, Script.throwing(refused));
        fails(call(STORE), new DeclinedException("insufficient funds"));

        assertThatExceptionOfType(StoredFailureException.class)
                .isThrownBy(() -> call().execute(this::act))
                .satisfies(thrown -> {
                    assertThat(thrown.failureType()).isEqualTo(DeclinedException.class.getName());
                    assertThat(thrown.failureMessage()).isNull();
                });
    }

    @Test
    @Clause("E-02")
    void a_stored_failure_is_rebuilt_as_the_callers_own_exception_by_execute_alone() {
        Call<String> call =
                call(STORE).policy(policy -> policy.rebuildFailure(DeclinedException.class, DeclinedException::new));
        fails(call, new DeclinedException("insufficient funds"));

        assertThatExceptionOfType(DeclinedException.class)
                .isThrownBy(() -> call.execute(this::act))
                .withMessage("insufficient funds");
        assertThat(call.run(this::act)).isInstanceOf(Outcome.ReplayedFailure.class);
        assertThatExceptionOfType(StoredFailureException.class)
                .isThrownBy(() -> call.run(this::act).get());
    }

    @Test
    @Clause("E-02")
    void a_rebuilding_that_fails_leaves_the_stored_failure() {
        fails(call(STORE), new DeclinedException("x"));
        AssertionError broken = new AssertionError("rebuild");

        assertThatExceptionOfType(StoredFailureException.class)
                .isThrownBy(() -> call(policy -> policy.rebuildFailure(DeclinedException.class, message -> {
                            throw broken;
                        }))
                        .execute(this::act))
                .satisfies(thrown -> assertThat(thrown.getSuppressed()).containsExactly(broken));
        assertThatExceptionOfType(StoredFailureException.class)
                .isThrownBy(() -> call(policy -> policy.rebuildFailure(DeclinedException.class, message -> null))
                        .execute(this::act));
    }

    @Test
    @Clause({"E-02", "S-22"})
    void a_kept_failure_ends_the_lease_and_leaves_the_claim() {
        fails(call(KEEP), new IllegalStateException("timeout"));

        assertLapsed();
        assertThat(record().attempt()).isEqualTo(1);
        assertNextRuns(2);
        assertNextReplays("R2");
    }

    /** Who counts what was released must not count a key that the next call finds in doubt. */
    @Test
    @Clause("E-02")
    void listeners_are_told_whether_the_claim_was_given_back_or_kept() {
        fails(call(RELEASE), new IOException("no"));
        assertThat(heard.kinds()).containsExactly(Kind.STARTED, Kind.ACTION_FAILED, Kind.RELEASED);
        heard.forget();
        fails(call(KEEP), new IOException("timeout"));
        assertThat(heard.kinds()).containsExactly(Kind.STARTED, Kind.ACTION_FAILED, Kind.KEPT);
        assertThat(heard.the(Kind.KEPT).attempt()).isEqualTo(1);
        heard.forget();
        fails(call(RELEASE), new IOException("no"));
        assertThat(heard.kinds()).containsExactly(Kind.TAKEN_OVER, Kind.ACTION_FAILED, Kind.KEPT);
        assertThat(heard.the(Kind.KEPT).attempt()).isEqualTo(2);
    }

    @Test
    @Clause("E-02")
    void the_log_warns_of_a_kept_claim_where_no_later_call_may_go_on_by_itself() {
        UnaryOperator<IdempotencyPolicy> twice = policy -> KEEP.apply(policy).maxAttempts(2);
        Call<String> bounded = idempotency.call(freshKey(), String.class).policy(twice);
        Call<String> asked = idempotency.call(freshKey(), String.class).recover(record -> Recovered.notDone());
        try (Logged log = new Logged("io.idem4j", Level.WARNING)) {
            fails(call(KEEP), new IOException("timeout"));
            fails(asked, new IOException("timeout"));
            fails(bounded, new IOException("timeout"));
            assertThat(log.lines()).isEmpty();

            fails(bounded, new IOException("timeout"));
            fails(
                    idempotency.call(freshKey(), String.class).policy(policy -> policy.maxAttempts(1)),
                    new IOException());
            assertThat(log.records())
                    .extracting(line -> line.getParameters()[0])
                    .containsExactly(Kind.KEPT, Kind.KEPT);
        }
    }

    @Test
    @Clause("E-02")
    void the_rule_decides_by_the_failure() {
        Call<String> call = call(policy -> policy.onFailure(
                failure -> failure instanceof DeclinedException ? OnFailure.STORE : OnFailure.RELEASE));
        fails(call, new IOException("connection refused"));
        assertNoRecord();
        fails(call, new DeclinedException("no"));
        assertNextIs(Outcome.ReplayedFailure.class, elsewhere());
    }

    @Test
    @Clause("E-02")
    void a_rule_that_throws_or_says_nothing_keeps_the_claim() {
        Call<String> throwing = call(policy -> policy.onFailure(failure -> {
            throw new AssertionError("rule");
        }));
        IOException first = fails(throwing, new IOException("action"));
        assertThat(first).hasNoSuppressedExceptions();
        assertLapsed();
        fails(call(policy -> policy.onFailure(failure -> null)), new IOException("action"));
        assertLapsed();
        assertThat(record().attempt()).isEqualTo(2);
    }

    /** The provider charged, and its reply was lost: trace P-03. */
    @Test
    @Clause({"E-02", "E-09"})
    void at_most_once_keeps_what_threw_since_it_may_have_happened() {
        fails(atMostOnce(), new IOException("read timed out"));

        assertLapsed();
        assertNextIs(Outcome.InDoubt.class, atMostOnce());
    }

    @Test
    @Clause({"E-02", "E-09"})
    void with_a_recovery_what_threw_is_kept_and_asked_about() {
        fails(call().recover(record -> Recovered.notDone()), new IOException("read timed out"));

        assertLapsed();
        assertThat(call().recover(record -> Recovered.done("charged")).execute(this::act))
                .isEqualTo("charged");
        assertThat(effects).hasValue(1);
        assertNextReplays("charged");
    }

    @Test
    @Clause("E-02")
    void a_bound_on_attempts_above_one_is_still_retry_and_releases() {
        fails(call(policy -> policy.maxAttempts(3)), new IOException("no"));

        assertNoRecord();
    }

    @Test
    @Clause("E-02")
    void at_most_once_releases_where_the_rule_says_that_nothing_happened() {
        fails(atMostOnce().policy(RELEASE), new DeclinedException("no"));

        assertNoRecord();
        assertThat(atMostOnce().run(this::act)).isEqualTo(new Executed<>("R2", Recording.STORED));
    }

    /** Trace P-33 (b): releasing a takeover would hide that the run before it is unaccounted for. */
    @Test
    @Clause("E-02")
    void a_takeover_that_throws_ends_its_lease_instead_of_releasing() {
        dead(call());
        fails(call(RELEASE), new IllegalStateException("no"));

        assertLapsed();
        assertThat(record().attempt()).isEqualTo(2);
        assertThat(script.count(StoreCall.Release.class)).isZero();
        assertNextRuns(3);
    }

    @Test
    @Clause({"E-02", "E-09"})
    void a_takeover_whose_predecessor_was_found_undone_is_released() {
        dead(call());
        fails(call(RELEASE).recover(record -> Recovered.notDone()), new IllegalStateException("no"));

        assertNoRecord();
        assertNextRuns(1);
    }

    @Test
    @Clause("E-03")
    void where_the_release_fails_too_the_action_s_own_comes_with_the_other_suppressed() {
        for (RuntimeException error : List.of(
                new StoreUnavailableException(key, "away", null), new OutcomeUnknownException(key, "unknown", null))) {
            Call<String> fresh = idempotency.call(freshKey(), String.class);
            script.always(StoreCall.Release.class, Script.throwing(error));
            IOException thrown = fails(fresh, new IOException("action"));
            assertThat(thrown.getSuppressed()).containsExactly(error);
        }
        assertThat(heard.count(Kind.UNRECORDED)).isEqualTo(2);
        assertThat(heard.count(Kind.RELEASED)).isZero();
    }

    @Test
    @Clause("E-03")
    void whatever_a_store_throws_at_the_release_the_action_s_own_comes_back() {
        for (Throwable broken : List.of(
                new IllegalStateException("store"),
                new AssertionError("store"),
                new OutOfMemoryError("store"),
                new IOException("store"),
                new ThreadDeath())) {
            Call<String> fresh = idempotency.call(freshKey(), String.class);
            script.always(StoreCall.Release.class, Script.throwing(broken));
            IOException thrown = fails(fresh, new IOException("action"));
            assertThat(thrown.getSuppressed())
                    .singleElement()
                    .satisfies(suppressed -> assertThat(suppressed)
                            .isInstanceOf(OutcomeUnknownException.class)
                            .hasCause(broken));
        }
    }

    @Test
    @Clause("E-03")
    void a_store_that_throws_the_action_s_own_exception_does_not_suppress_it_in_itself() {
        StoreUnavailableException own = new StoreUnavailableException(key, "the action's and the store's", null);
        script.always(StoreCall.Release.class, Script.throwing(own));

        assertThat(fails(call(), own)).hasNoSuppressedExceptions();
    }

    @Test
    @Clause("E-03")
    void a_release_is_repeated_until_it_is_answered() {
        script.once(StoreCall.Release.class, Script.UNREACHABLE, Script.REPLY_LOST, Script.UNREACHABLE);
        IOException thrown = fails(call(policy -> policy.recordWithin(Threads.PATIENCE)), new IOException("action"));

        assertThat(thrown).hasNoSuppressedExceptions();
        assertThat(script.count(StoreCall.Release.class)).isEqualTo(4);
        assertNoRecord();
        assertThat(heard.count(Kind.RELEASED)).isEqualTo(1);
        assertThat(heard.count(Kind.STORE_ERROR)).isEqualTo(3);
    }

    /** Trace P-09. */
    @Test
    @Clause("E-03")
    void a_release_that_is_fenced_after_its_reply_was_lost_counts_as_released() {
        Attempt.Started<String> holder = started(call());
        script.once(StoreCall.Release.class, Script.REPLY_LOST, Script.after(() -> started(elsewhere())));
        holder.release();

        assertThat(heard.count(Kind.LEASE_LOST)).isZero();
        assertThat(heard.count(Kind.RELEASED)).isEqualTo(1);
        assertLive();
    }

    @Test
    @Clause({"E-03", "S-22"})
    void an_end_of_the_lease_that_is_fenced_after_its_reply_was_lost_counts_as_given() {
        script.once(StoreCall.Renew.class, Script.REPLY_LOST, Script.after(() -> started(elsewhere())));
        fails(call(KEEP), new IOException("action"));

        assertThat(heard.count(Kind.LEASE_LOST)).isZero();
        assertThat(heard.count(Kind.KEPT)).isEqualTo(1);
        assertThat(record().attempt()).isEqualTo(2);
    }

    @Test
    @Clause({"E-03", "E-07"})
    void a_release_that_is_fenced_at_once_was_of_a_lost_claim() {
        Attempt.Started<String> holder = dead(call());
        started(elsewhere());
        holder.release();

        assertThat(heard.count(Kind.LEASE_LOST)).isEqualTo(1);
        assertThat(heard.count(Kind.RELEASED)).isZero();
        assertThat(holder.execution().isLeaseLost()).isTrue();
        assertLive();
    }

    @Test
    @Clause("E-03")
    void a_release_by_hand_says_that_the_store_could_not_be_told() {
        Attempt.Started<String> holder = started(call());
        script.always(StoreCall.Release.class, Script.UNREACHABLE);

        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(holder::release);
        assertLive();
    }

    @Test
    @Clause("E-15")
    void an_action_without_effect_returns_its_result_and_gives_the_claim_back() {
        for (UnaryOperator<IdempotencyPolicy> mode :
                List.<UnaryOperator<IdempotencyPolicy>>of(policy -> policy, policy -> policy.maxAttempts(1))) {
            assertThat(call(mode).run(execution -> {
                        execution.abandon();
                        return act();
                    }))
                    .isEqualTo(new Executed<>("R" + effects, Recording.RELEASED, true));
            assertNoRecord();
        }
        assertNextRuns(1);
    }

    @Test
    @Clause({"E-15", "E-02"})
    void an_abandoned_takeover_ends_its_lease() {
        dead(call());
        assertThat(call().run(execution -> {
                    execution.abandon();
                    return act();
                }))
                .isEqualTo(new Executed<>("R1", Recording.RELEASED, true));

        assertLapsed();
        assertThat(heard.count(Kind.KEPT)).isEqualTo(1);
        assertThat(heard.count(Kind.RELEASED)).isZero();
        assertNextRuns(3);
    }

    @Test
    @Clause({"E-15", "E-02"})
    void an_action_that_throws_after_it_said_that_it_had_no_effect_is_released_in_every_mode() {
        IOException own = new IOException("action");
        assertThat(catchThrowable(() -> atMostOnce().run(execution -> {
                    execution.abandon();
                    throw own;
                })))
                .isSameAs(own);

        assertNoRecord();
    }

    @Test
    @Clause("E-15")
    void an_operation_s_results_that_mean_no_effect_are_returned_and_not_stored() {
        var operation = idempotency
                .operation(key.scope(), String.class, String.class)
                .key(payload -> payload)
                .releaseWhen(result -> result.startsWith("busy"))
                .build();

        assertThat(operation.call(key.value()).run(() -> "busy " + act()))
                .isEqualTo(new Executed<>("busy R1", Recording.RELEASED, true));
        assertNoRecord();
        assertThat(operation.execute(key.value(), () -> "done " + act())).isEqualTo("done R2");
        assertThat(operation.execute(key.value(), () -> "done " + act())).isEqualTo("done R2");
    }

    @Test
    @Clause("E-15")
    void a_predicate_that_throws_says_nothing_of_the_effect() {
        var operation = idempotency
                .operation(key.scope(), String.class, String.class)
                .key(payload -> payload)
                .releaseWhen(result -> {
                    throw new AssertionError("predicate");
                })
                .build();

        assertThat(operation.call(key.value()).run(this::act)).isEqualTo(new Executed<>("R1", Recording.STORED));
    }

    @Test
    @Clause({"E-15", "E-04"})
    void what_had_no_effect_never_fails_for_the_store_s_sake() {
        script.always(StoreCall.Release.class, Script.UNREACHABLE);
        assertThat(call(policy -> policy.onUnrecorded(IdempotencyPolicy.OnUnrecorded.THROW))
                        .run(execution -> {
                            execution.abandon();
                            return act();
                        }))
                .isEqualTo(new Executed<>("R1", Recording.UNCONFIRMED, true));
        assertLive();
    }

    @Test
    @Clause({"E-15", "E-17"})
    void what_had_no_effect_says_so_also_where_it_was_taken_over() {
        Attempt.Started<String> holder = dead(call());
        assertThat(elsewhere().execute(this::act)).isEqualTo("R1");

        holder.execution().abandon();
        assertThat(holder.complete("R0")).isEqualTo(new Executed<>("R0", Recording.FENCED, true));
        assertNextReplays("R1");
    }

    @Test
    @Clause({"E-15", "E-12", "E-20"})
    void what_had_no_effect_says_so_also_where_nothing_is_claimed() {
        Idempotency disabled = engine(builder -> builder.enabled(false));
        assertThat(disabled.call(key, String.class).run(execution -> {
                    execution.abandon();
                    return act();
                }))
                .isEqualTo(new Executed<>("R1", Recording.UNPROTECTED, true));
        for (Idempotency engine : List.of(disabled, idempotency)) {
            var operation = engine.operation(key.scope(), String.class, String.class)
                    .key(payload -> null)
                    .policy(policy -> policy.missingKey(MissingKey.SKIP))
                    .releaseWhen(result -> result.startsWith("busy"))
                    .build();
            assertThat(operation.call("a").run(() -> "busy"))
                    .isEqualTo(new Executed<>("busy", Recording.UNPROTECTED, true));
            assertThat(operation.call("a").run(() -> "done")).isEqualTo(new Executed<>("done", Recording.UNPROTECTED));
        }
    }

    @Test
    @Clause("E-02")
    void an_interrupted_thread_still_gives_its_claim_back_and_stays_interrupted() {
        IOException own = new IOException("action");
        AtomicBoolean inTheCall = new AtomicBoolean();
        script.once(
                StoreCall.Release.class,
                Script.REPLY_LOST,
                Script.after(() -> inTheCall.set(Thread.currentThread().isInterrupted())));
        boolean afterwards = Threads.start(() -> {
                    assertThat(catchThrowable(() -> call(policy -> policy.recordWithin(Threads.PATIENCE))
                                    .run(() -> {
                                        Thread.currentThread().interrupt();
                                        throw own;
                                    })))
                            .isSameAs(own);
                    return Thread.currentThread().isInterrupted();
                })
                .answer();

        assertThat(afterwards).isTrue();
        assertThat(inTheCall).isFalse();
        assertThat(own).hasNoSuppressedExceptions();
        assertNoRecord();
    }
}
