package io.idem4j.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.Call;
import io.idem4j.CompletionFailedException;
import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.IdempotencyPolicy.OnStoreDown;
import io.idem4j.IdempotencyPolicy.OnUnrecorded;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.InProgress;
import io.idem4j.Outcome.Recording;
import io.idem4j.StoreUnavailableException;
import io.idem4j.tck.Clause;
import io.idem4j.tck.StoreCall;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** An action whose result comes later. */
abstract class AsyncClauses extends EngineTest {
    AsyncClauses(EngineClauses clauses) {
        super(clauses);
    }

    private static Throwable failureOf(CompletableFuture<?> future) {
        try {
            future.get(Threads.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            throw new AssertionError("should have failed");
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    private CompletableFuture<Outcome<String>> later(Call<String> call, CompletableFuture<String> stage) {
        return call.runAsync(execution -> {
            act();
            return stage;
        });
    }

    @Test
    @Clause("E-01")
    void it_is_claimed_on_the_caller_s_thread_and_recorded_when_its_stage_ends() {
        AtomicReference<Thread> startedOn = new AtomicReference<>();
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> future = call().runAsync(execution -> {
            startedOn.set(Thread.currentThread());
            assertThat(execution.attempt()).isEqualTo(1);
            return stage;
        });
        assertThat(startedOn).hasValue(Thread.currentThread());
        assertThat(future).isNotDone();
        assertLive();
        assertNextIs(InProgress.class, call());
        stage.complete("R0");

        assertThat(future).isCompletedWithValue(new Executed<>("R0", Recording.STORED));
        assertNextReplays("R0");
    }

    @Test
    @Clause("E-01")
    void a_duplicate_is_answered_at_once() {
        call().run(this::act);
        assertThat(later(call(), new CompletableFuture<>()).thenApply(Outcome::get))
                .isCompletedWithValue("R1");
        assertThat(later(call().fingerprint(Fingerprint.ofParts(1)), new CompletableFuture<>()))
                .isCompletedWithValueMatching(Outcome.Mismatch.class::isInstance);
        assertThat(effects).hasValue(1);
    }

    @Test
    @Clause({"E-02", "E-01"})
    void a_stage_that_fails_is_an_action_that_threw() {
        IOException own = new IOException("later");
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> future = later(
                call(policy -> policy.onFailure(failure -> failure == own ? OnFailure.STORE : OnFailure.KEEP)), stage);
        stage.completeExceptionally(own);

        assertThat(failureOf(future)).isSameAs(own);
        assertNextIs(Outcome.ReplayedFailure.class, elsewhere());
        assertThat(heard.the(Kind.ACTION_FAILED).cause()).isSameAs(own);
    }

    @Test
    @Clause("E-02")
    void the_action_s_own_is_found_behind_the_wrapper_of_a_dependent_stage() {
        IOException own = new IOException("later");
        CompletableFuture<Outcome<String>> future = call().runAsync(
                        execution -> CompletableFuture.<String>failedFuture(own).thenApply(value -> value + "!"));

        assertThat(failureOf(future)).isSameAs(own);
        assertThat(heard.the(Kind.ACTION_FAILED).cause()).isSameAs(own);
        assertNoRecord();
    }

    @Test
    @Clause("E-02")
    void a_wrapper_without_a_cause_is_the_action_s_own() {
        CompletionException own = new CompletionException("own", null);
        CompletableFuture<Outcome<String>> future = call().runAsync(execution -> CompletableFuture.failedFuture(own));

        assertThat(heard.the(Kind.ACTION_FAILED).cause()).isSameAs(own);
        assertThat(future).isCompletedExceptionally();
    }

    @Test
    @Clause({"E-02", "E-01"})
    void what_the_function_itself_throws_comes_through_the_future() {
        for (Throwable own : new Throwable[] {new IOException("at once"), new AssertionError("at once")}) {
            CompletableFuture<Outcome<String>> future = call().runAsync(execution -> {
                Script.<RuntimeException>sneaked(own);
                return null;
            });
            assertThat(failureOf(future)).isSameAs(own);
            assertThat(own.getSuppressed()).isEmpty();
            assertNoRecord();
        }
    }

    @Test
    @Clause({"E-02", "E-01"})
    void a_function_that_answers_null_has_thrown() {
        assertThat(failureOf(call().runAsync(execution -> null)))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("stage");
        assertNoRecord();
    }

    @Test
    @Clause({"E-02", "E-09"})
    void a_stage_that_was_cancelled_is_an_action_that_threw() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> future = later(atMostOnce(), stage);
        stage.cancel(true);

        assertThat(future).isCompletedExceptionally();
        assertThat(heard.the(Kind.ACTION_FAILED).cause()).isInstanceOf(CancellationException.class);
        assertNextIs(Outcome.InDoubt.class, atMostOnce());
    }

    @Test
    @Clause("E-01")
    void to_cancel_the_future_cancels_neither_the_action_nor_the_claim() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> future = later(call(), stage);
        assertThat(future.cancel(true)).isTrue();
        assertThat(stage).isNotDone();
        assertLive();
        stage.complete("R0");

        assertNextReplays("R0");
    }

    @Test
    @Clause({"E-11", "E-01"})
    void errors_of_the_claim_come_through_the_future() {
        script.always(StoreCall.Claim.class, Script.UNREACHABLE);
        assertThat(failureOf(later(call(), new CompletableFuture<>()))).isInstanceOf(StoreUnavailableException.class);
        assertThat(effects).hasValue(0);

        CompletableFuture<Outcome<String>> unprotected = later(
                call(policy -> policy.onStoreDown(OnStoreDown.RUN_UNPROTECTED)),
                CompletableFuture.completedFuture("R0"));
        assertThat(unprotected).isCompletedWithValue(new Executed<>("R0", Recording.UNPROTECTED));
    }

    @Test
    @Clause({"E-03", "E-02"})
    void where_the_release_fails_too_the_action_s_own_comes_with_the_other_suppressed() {
        script.always(StoreCall.Release.class, Script.UNREACHABLE);
        IOException own = new IOException("later");
        Throwable failure = failureOf(later(call(), CompletableFuture.failedFuture(own)));

        assertThat(failure).isSameAs(own);
        assertThat(own.getSuppressed()).singleElement().isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    @Clause("E-04")
    void a_result_that_can_not_be_recorded_is_returned_or_thrown() {
        script.always(StoreCall.Complete.class, Script.UNREACHABLE);
        assertThat(later(call(), CompletableFuture.completedFuture("R0")))
                .isCompletedWithValue(new Executed<>("R0", Recording.UNCONFIRMED));
        Call<String> throwing =
                idempotency.call(freshKey(), String.class).policy(policy -> policy.onUnrecorded(OnUnrecorded.THROW));

        assertThat(failureOf(later(throwing, CompletableFuture.completedFuture("R0"))))
                .isInstanceOfSatisfying(
                        CompletionFailedException.class,
                        thrown -> assertThat(thrown.result(String.class)).isEqualTo("R0"));
    }

    @Test
    @Clause({"E-07", "E-01"})
    void the_lease_is_renewed_until_the_stage_ends() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> future =
                later(call(policy -> policy.lease(java.time.Duration.ofMillis(200))), stage);
        Threads.until(() -> script.count(StoreCall.Renew.class) >= 3);
        stage.complete("R0");

        assertThat(future).isCompletedWithValue(new Executed<>("R0", Recording.STORED));
    }

    @Test
    @Clause({"E-15", "E-01"})
    void it_can_say_that_it_had_no_effect() {
        CompletableFuture<Outcome<String>> future = call().runAsync(execution -> {
            execution.abandon();
            return CompletableFuture.completedFuture("nothing");
        });

        assertThat(future).isCompletedWithValue(new Executed<>("nothing", Recording.RELEASED, true));
        assertNoRecord();
    }

    @Test
    @Clause({"E-06", "E-01"})
    void after_it_was_started_its_thread_may_wait_for_it() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        Threads.Started<String> thread = Threads.start(() -> {
                    later(call(), stage);
                    return waiting().execute(this::act);
                })
                .parked();
        Threads.until(() -> script.count(StoreCall.Claim.class) >= 2);
        stage.complete("R0");

        assertThat(thread.answer()).isEqualTo("R0");
        assertThat(effects).hasValue(1);
    }

    @Test
    @Clause({"E-06", "E-01"})
    void a_duplicate_waits_on_the_caller_s_thread() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        later(call(), stage);
        Threads.Started<CompletableFuture<Outcome<String>>> waiter =
                Threads.start(() -> later(waiting(), new CompletableFuture<>())).parked();
        stage.complete("R0");

        assertThat(waiter.answer().thenApply(Outcome::get)).isCompletedWithValue("R0");
    }

    @Test
    @Clause("E-01")
    void a_closed_engine_says_so_through_the_future() {
        idempotency.close();

        assertThat(failureOf(later(call(), new CompletableFuture<>()))).isInstanceOf(IllegalStateException.class);
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> call().runAsync(null))
                .withMessage("action");
    }
}
