package io.idem4j.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.Attempt;
import io.idem4j.CompletionFailedException;
import io.idem4j.ConfigurationException;
import io.idem4j.Fingerprint;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.IdempotentOperation;
import io.idem4j.InDoubtException;
import io.idem4j.InconsistentStateException;
import io.idem4j.MissingKeyException;
import io.idem4j.NoTimeLeftException;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.InProgress;
import io.idem4j.Outcome.Recording;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.PayloadMismatchException;
import io.idem4j.RecordStatus;
import io.idem4j.RecordTooLargeException;
import io.idem4j.ResultUnavailableException;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.StoredFailureException;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.tck.Clause;
import io.idem4j.tck.StoreCall;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A claim, and the one action that runs for it. */
abstract class ClaimingClauses extends EngineTest {
    ClaimingClauses(EngineClauses clauses) {
        super(clauses);
    }

    @Test
    @Clause("E-01")
    void the_first_call_runs_on_its_own_thread_and_duplicates_replay() {
        AtomicReference<Thread> ranOn = new AtomicReference<>();
        Outcome<String> first = call().run(() -> {
            ranOn.set(Thread.currentThread());
            return act();
        });

        assertThat(first).isEqualTo(new Executed<>("R1", Recording.STORED));
        assertThat(ranOn).hasValue(Thread.currentThread());
        assertCompleted("R1");
        assertThat(call().execute(this::act)).isEqualTo("R1");
        assertNextReplays("R1");
        assertThat(effects).hasValue(1);
    }

    @Test
    @Clause("E-01")
    void a_first_execution_is_two_calls_of_the_store_and_a_replay_one() {
        call().run(this::act);
        assertThat(script.made()).hasExactlyElementsOfTypes(StoreCall.Claim.class, StoreCall.Complete.class);
        script.forgetMade();

        call().run(this::act);
        assertThat(script.made()).hasExactlyElementsOfTypes(StoreCall.Claim.class);
    }

    @Test
    @Clause("E-01")
    void of_many_calls_at_once_one_runs() {
        List<Outcome<String>> outcomes = Threads.together(32, i -> () -> call().run(this::act));

        assertThat(effects).hasValue(1);
        assertThat(outcomes).filteredOn(Executed.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(outcome -> !(outcome instanceof Executed))
                .allMatch(outcome -> outcome instanceof InProgress || outcome instanceof Outcome.Replayed);
    }

    @Test
    @Clause("E-01")
    void what_an_action_does_to_its_input_changes_neither_key_nor_fingerprint() {
        final class Basket {
            String id = key.value();
            String item = "book";
        }
        IdempotentOperation<Basket, String> place = idempotency
                .operation(key.scope(), Basket.class, String.class)
                .key(basket -> basket.id)
                .fingerprint(basket -> Fingerprint.ofParts(basket.item))
                .build();
        Basket basket = new Basket();

        place.execute(basket, () -> {
            basket.id = "another";
            basket.item = "pen";
            return act();
        });

        assertCompleted("R1");
        assertThat(record().fingerprint()).isEqualTo(Fingerprint.ofParts("book"));
        assertThat(real().find(IdempotencyKey.of(key.scope(), "another"))).isEmpty();
        assertThat(place.execute(new Basket(), this::act)).isEqualTo("R1");
    }

    @Test
    @Clause("E-01")
    void each_claim_has_an_unguessable_token_of_its_own() {
        for (int i = 0; i < 20; i++) {
            idempotency.execute(freshKey(), String.class, this::act);
        }

        Set<Token> tokens = script.made(StoreCall.Claim.class).stream()
                .map(claim -> claim.request().token())
                .collect(Collectors.toSet());
        assertThat(tokens).hasSize(20).allMatch(token -> token.value().length() >= 22);
    }

    @Test
    @Clause({"E-01", "E-02"})
    void an_action_that_throws_one_of_the_librarys_own_exceptions_is_an_action_that_threw() {
        List<RuntimeException> own = List.of(
                new AlreadyInProgressException(key, Duration.ofSeconds(1)),
                new PayloadMismatchException(key),
                new InDoubtException(key),
                new StoredFailureException(key, "x", "y"),
                new ResultUnavailableException(key),
                new CompletionFailedException(key, "result", null),
                new NoTimeLeftException(key),
                new MissingKeyException("no key", null),
                new ConfigurationException("lease", "wrong", null),
                new StoreUnavailableException(key, "away", null),
                new OutcomeUnknownException(key, "unknown", null),
                new StoreRejectedException(key, "refused", null),
                new RecordTooLargeException(key, 2, 1),
                new InconsistentStateException(key, "what", null));
        for (RuntimeException thrown : own) {
            heard.forget();
            script.forgetMade();
            assertThat(catchThrowable(() -> call().run(() -> {
                        act();
                        throw thrown;
                    })))
                    .isSameAs(thrown);
            assertThat(thrown).hasNoSuppressedExceptions();
            assertThat(heard.kinds()).containsExactly(Kind.STARTED, Kind.ACTION_FAILED, Kind.RELEASED);
            assertThat(script.made())
                    .as("after %s", thrown)
                    .hasExactlyElementsOfTypes(StoreCall.Claim.class, StoreCall.Release.class);
            assertNoRecord();
        }
        assertThat(effects).hasValue(own.size());
    }

    @Test
    @Clause({"E-01", "S-11"})
    void a_duplicate_with_another_fingerprint_is_a_mismatch_whatever_the_record_is() {
        Fingerprint one = Fingerprint.ofParts("one");
        Fingerprint other = Fingerprint.ofParts("other");
        Attempt.Started<String> holder = started(call().fingerprint(one));

        assertNextIs(Outcome.Mismatch.class, call().fingerprint(other));
        lapse();
        StoredRecord before = record();
        assertNextIs(Outcome.Mismatch.class, call().fingerprint(other));
        assertThat(record())
                .usingRecursiveComparison()
                .ignoringFields("observedAt")
                .isEqualTo(before);
        holder.complete("R0");
        Outcome.Mismatch<?> mismatch = assertNextIs(Outcome.Mismatch.class, call().fingerprint(other));
        assertThatExceptionOfType(PayloadMismatchException.class)
                .isThrownBy(mismatch::get)
                .withMessageContaining("with another payload")
                .satisfies(thrown -> assertThat(thrown.key()).isEqualTo(key));
        assertThat(call().fingerprint(one).execute(this::act)).isEqualTo("R0");
        assertThat(heard.count(Kind.MISMATCH)).isEqualTo(3);
    }

    @Test
    @Clause({"E-01", "S-11"})
    void a_call_without_a_fingerprint_matches_any_record_and_one_with_it_no_record_that_has_none() {
        call().run(this::act);
        Outcome.Mismatch<?> mismatch =
                assertNextIs(Outcome.Mismatch.class, call().fingerprint(Fingerprint.ofParts("x")));
        assertThatExceptionOfType(PayloadMismatchException.class)
                .isThrownBy(mismatch::get)
                .withMessageContaining("by a call without a fingerprint");
        IdempotencyKey checked = freshKey();
        idempotency
                .call(checked, String.class)
                .fingerprint(Fingerprint.ofParts("x"))
                .run(this::act);
        assertThat(idempotency.call(checked, String.class).execute(this::act)).isEqualTo("R2");
    }

    @Test
    @Clause("E-06")
    void a_duplicate_in_progress_is_told_when_to_come_back_by_the_stores_clock() {
        started(call(policy -> policy.lease(Duration.ofSeconds(20))));

        InProgress<?> refused = assertNextIs(InProgress.class, call());
        assertThat(refused.retryAfter()).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(20));
        assertThatExceptionOfType(AlreadyInProgressException.class)
                .isThrownBy(() -> call().execute(this::act))
                .satisfies(thrown ->
                        assertThat(thrown.retryAfter()).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(20)));
        assertThat(heard.count(Kind.IN_PROGRESS)).isEqualTo(2);
    }

    @Test
    @Clause("E-06")
    void where_no_end_of_the_lease_is_known_a_duplicate_comes_back_after_a_second() {
        started(call(policy -> policy.lease(null)));

        assertThat(assertNextIs(InProgress.class, call()).retryAfter()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    @Clause("E-08")
    void with_no_time_left_nothing_is_claimed_and_nothing_runs() {
        assertThatExceptionOfType(NoTimeLeftException.class)
                .isThrownBy(() -> call().within(Duration.ZERO).run(this::act));
        assertThatExceptionOfType(NoTimeLeftException.class)
                .isThrownBy(() -> call().within(Duration.ZERO).begin());
        assertThat(call().within(Duration.ZERO).runAsync(execution -> null))
                .failsWithin(Threads.PATIENCE)
                .withThrowableThat()
                .withCauseInstanceOf(NoTimeLeftException.class);

        assertThat(effects).hasValue(0);
        assertThat(script.made()).isEmpty();
        assertNoRecord();
    }

    @Test
    @Clause("E-08")
    void the_lease_is_never_longer_than_the_time_left() {
        call(policy -> policy.lease(Duration.ofMinutes(1)))
                .within(Duration.ofSeconds(7))
                .run(this::act);
        idempotency.call(freshKey(), String.class).within(Duration.ofMinutes(9)).run(this::act);

        assertThat(leases()).hasSize(2);
        assertThat(leases().get(0)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(7));
        assertThat(leases().get(1)).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    @Clause("E-08")
    void without_a_lease_of_its_own_a_claim_ends_with_the_invocation_or_never() {
        call(policy -> policy.lease(null)).within(Duration.ofSeconds(7)).run(this::act);
        idempotency
                .call(freshKey(), String.class)
                .policy(policy -> policy.lease(null))
                .run(this::act);

        assertThat(leases().get(0)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(7));
        assertThat(leases().get(1)).isNull();
    }

    private List<Duration> leases() {
        return script.made(StoreCall.Claim.class).stream()
                .map(claim -> claim.request().leaseFor())
                .collect(Collectors.toList());
    }

    @Test
    @Clause("E-08")
    void a_claim_that_is_sent_again_asks_for_no_more_than_is_left_then() {
        script.once(StoreCall.Claim.class, Script.REPLY_LOST, Script.REPLY_LOST);
        call().within(Duration.ofSeconds(7)).run(this::act);

        assertThat(leases()).hasSize(3).isSortedAccordingTo((one, next) -> next.compareTo(one));
        assertThat(leases().get(2)).isLessThan(leases().get(0));
    }

    @Test
    @Clause({"E-08", "S-18"})
    void a_record_is_kept_at_least_for_its_lease() {
        call(policy -> policy.lease(null).retention(Duration.ofSeconds(5)))
                .within(Duration.ofMinutes(10))
                .run(this::act);

        StoreCall.Claim claim = script.made(StoreCall.Claim.class).get(0);
        assertThat(claim.request().keepFor()).isEqualTo(claim.request().leaseFor());
    }

    @Test
    @Clause("E-12")
    void disabled_runs_every_action_and_touches_no_store() {
        Idempotency disabled = engine(builder -> builder.enabled(false));

        assertThat(disabled.call(key, String.class).run(this::act))
                .isEqualTo(new Executed<>("R1", Recording.UNPROTECTED));
        assertThat(disabled.execute(key, String.class, this::act)).isEqualTo("R2");
        Attempt.Started<String> started = started(disabled.call(key, String.class));
        assertThat(started.execution().mayHaveRunBefore()).isTrue();
        assertThat(started.execution().isLeaseLost()).isFalse();
        assertThat(started.execution().renew(Duration.ofSeconds(1))).isTrue();
        assertThat(started.complete("x").recording()).isEqualTo(Recording.UNPROTECTED);
        started.fail(new IllegalStateException());
        started.release();
        assertThat(disabled.call(key, String.class)
                        .within(Duration.ZERO)
                        .run(this::act)
                        .get())
                .isEqualTo("R3");
        assertThat(disabled.call(key, String.class).isReplayCandidate()).isFalse();
        assertThat(disabled.call(key, String.class)
                        .runAsync(execution -> java.util.concurrent.CompletableFuture.completedFuture(act())))
                .isCompletedWithValue(new Executed<>("R4", Recording.UNPROTECTED));

        assertThat(script.made()).isEmpty();
        assertNoRecord();
    }

    @Test
    @Clause("E-14")
    void a_listener_that_throws_changes_nothing_else() {
        for (Throwable thrown : List.of(new IllegalStateException("listener"), new AssertionError("listener"))) {
            Heard after = new Heard();
            Idempotency engine = engine(builder -> builder.listener(event -> Script.<RuntimeException>sneaked(thrown))
                    .listener(after));
            IdempotencyKey fresh = freshKey();
            assertThat(engine.execute(fresh, String.class, () -> "first")).isEqualTo("first");
            assertThat(engine.execute(fresh, String.class, () -> "second")).isEqualTo("first");
            IdempotencyKey failing = freshKey();
            IllegalArgumentException own = new IllegalArgumentException("action");
            assertThat(catchThrowable(() -> engine.execute(failing, String.class, () -> {
                        throw own;
                    })))
                    .isSameAs(own);
            assertThat(own).hasNoSuppressedExceptions();
            assertThat(real().find(failing)).isEmpty();

            assertThat(after.kinds())
                    .containsExactly(
                            Kind.STARTED,
                            Kind.EXECUTED,
                            Kind.REPLAYED,
                            Kind.STARTED,
                            Kind.ACTION_FAILED,
                            Kind.RELEASED);
        }
    }

    @Test
    @Clause("E-01")
    void a_question_whether_a_call_would_replay_writes_nothing() {
        assertThat(call().isReplayCandidate()).isFalse();
        Attempt.Started<String> holder = started(call().executionId("job-1").fingerprint(Fingerprint.ofParts(1)));
        assertThat(call().isReplayCandidate()).isTrue();
        assertThat(call().fingerprint(Fingerprint.ofParts(2)).isReplayCandidate())
                .isFalse();
        assertThat(call().executionId("job-1").isReplayCandidate()).isFalse();
        lapse();
        assertThat(call().isReplayCandidate()).isFalse();
        assertThat(atMostOnce().isReplayCandidate()).isTrue();
        holder.complete("R0");
        assertThat(call().isReplayCandidate()).isTrue();
        assertThat(record().status()).isEqualTo(RecordStatus.COMPLETED);
        assertThat(script.count(StoreCall.Claim.class)).isEqualTo(1);
    }

    @Test
    @Clause("E-01")
    void the_execution_knows_its_claim() {
        call().run(execution -> {
            assertThat(execution.key()).isEqualTo(key);
            assertThat(execution.attempt()).isEqualTo(1);
            assertThat(execution.mayHaveRunBefore()).isFalse();
            assertThat(execution.isLeaseLost()).isFalse();
            assertThat(execution.leaseLeft()).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(30));
            assertThat(execution.downstreamKey("charge"))
                    .hasSize(32)
                    .isEqualTo(execution.downstreamKey("charge"))
                    .isNotEqualTo(execution.downstreamKey("mail"));
            return act();
        });
    }

    @Test
    @Clause("E-01")
    void the_key_for_the_next_service_is_the_same_in_every_attempt_and_another_for_every_operation() {
        String first = started(call()).execution().downstreamKey("charge");
        lapse();
        String second = started(call()).execution().downstreamKey("charge");
        String other =
                started(idempotency.call(freshKey(), String.class)).execution().downstreamKey("charge");

        assertThat(second).isEqualTo(first).isNotEqualTo(other);
    }
}
