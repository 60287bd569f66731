package io.idem4j.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.CompletionFailedException;
import io.idem4j.Execution;
import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.IdempotencyPolicy.OnUnrecorded;
import io.idem4j.InDoubtException;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.InDoubt;
import io.idem4j.Outcome.InProgress;
import io.idem4j.Outcome.Recording;
import io.idem4j.Outcome.Replayed;
import io.idem4j.RecordStatus;
import io.idem4j.Recovered;
import io.idem4j.StoreException;
import io.idem4j.StoredRecord;
import io.idem4j.tck.Clause;
import io.idem4j.tck.StoreCall;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A claim whose holder is silent: run again, asked about, or in doubt. */
abstract class RecoveryClauses extends EngineTest {
    private final AtomicInteger asked = new AtomicInteger();

    RecoveryClauses(EngineClauses clauses) {
        super(clauses);
    }

    private Call<String> recovering(Supplier<Recovered<String>> answer) {
        return call().recover(lapsed -> {
            asked.incrementAndGet();
            return answer.get();
        });
    }

    @Test
    @Clause({"E-09", "S-05"})
    void retry_runs_again_and_the_action_knows_it() {
        dead(call());
        assertThat(call().run(execution -> {
                    assertThat(execution.attempt()).isEqualTo(2);
                    assertThat(execution.mayHaveRunBefore()).isTrue();
                    return act();
                }))
                .isEqualTo(new Executed<>("R1", Recording.STORED));

        assertThat(heard.count(Kind.TAKEN_OVER)).isEqualTo(1);
        assertThat(heard.the(Kind.TAKEN_OVER).attempt()).isEqualTo(2);
    }

    @Test
    @Clause("E-09")
    void at_most_once_never_runs_again() {
        dead(atMostOnce());
        StoredRecord before = record();

        InDoubt<?> doubt = assertNextIs(InDoubt.class, atMostOnce());
        assertThatExceptionOfType(InDoubtException.class)
                .isThrownBy(doubt::get)
                .satisfies(thrown -> assertThat(thrown.key()).isEqualTo(key));
        assertThatExceptionOfType(InDoubtException.class)
                .isThrownBy(() -> atMostOnce().execute(this::act));
        assertThat(record())
                .usingRecursiveComparison()
                .ignoringFields("observedAt")
                .isEqualTo(before);
        assertThat(script.made(StoreCall.Claim.class))
                .allMatch(claim -> claim.request().takeOverBelow() == 0);
        assertThat(heard.count(Kind.IN_DOUBT)).isEqualTo(2);
    }

    @Test
    @Clause({"E-09", "S-08"})
    void what_is_in_doubt_is_settled_by_its_holder_when_that_completes_late() {
        Attempt.Started<String> late = dead(atMostOnce());
        assertNextIs(InDoubt.class, atMostOnce());
        late.complete("R0");

        assertNextReplays("R0");
    }

    @Test
    @Clause("E-09")
    void attempts_that_lapsed_are_counted_and_then_it_is_in_doubt() {
        Call<String> thrice = call(policy -> policy.maxAttempts(3));
        dead(thrice);
        dead(thrice);
        dead(thrice);

        assertThat(record().attempt()).isEqualTo(3);
        assertNextIs(InDoubt.class, thrice);
        assertThat(script.made(StoreCall.Claim.class))
                .allMatch(claim -> claim.request().takeOverBelow() == 3);
    }

    @Test
    @Clause({"E-09", "E-02"})
    void attempts_of_which_an_earlier_one_is_unaccounted_for_count_also_when_they_throw() {
        Call<String> twice = call(policy -> policy.maxAttempts(2));
        dead(twice);
        assertThat(catchThrowable(() -> twice.run(() -> {
                    throw new IOException("no");
                })))
                .isInstanceOf(IOException.class);

        assertNextIs(InDoubt.class, twice);
    }

    @Test
    @Clause({"E-09", "S-18"})
    void what_can_come_into_doubt_is_kept_for_the_longer_retention() {
        Duration results = Duration.ofHours(1);
        Duration doubt = Duration.ofDays(9);
        Call<String> base = call(policy -> policy.retention(results).inDoubtRetention(doubt));
        List<Call<String>> calls = List.of(
                base,
                base.policy(policy -> policy.maxAttempts(1)),
                base.policy(policy -> policy.maxAttempts(7)),
                base.recover(lapsed -> Recovered.unknown()),
                base.policy(policy -> policy.maxAttempts(1).retention(Duration.ofDays(99))));
        calls.forEach(each -> started(each).release());

        assertThat(script.made(StoreCall.Claim.class))
                .extracting(claim -> claim.request().keepFor())
                .containsExactly(results, doubt, doubt, doubt, Duration.ofDays(99));
        atMostOnce().policy(policy -> policy.retention(results)).run(this::act);
        assertThat(script.made(StoreCall.Complete.class))
                .last()
                .satisfies(complete ->
                        assertThat(complete.completion().retention()).isEqualTo(results));
    }

    /** Trace P-06: with the retention of results the record would be gone, and the effect be made again. */
    @Test
    @Clause({"E-09", "S-18"})
    void doubt_outlives_the_retention_of_results() {
        dead(call(policy -> policy.maxAttempts(1).retention(Duration.ofSeconds(30))));
        StoredRecord record = record();

        assertThat(Duration.between(record.observedAt(), record.expiresAt())).isGreaterThan(Duration.ofDays(29));
    }

    @Test
    @Clause("E-09")
    void a_recovery_is_not_asked_while_nothing_is_unaccounted_for() {
        recovering(Recovered::unknown).run(this::act);
        recovering(Recovered::unknown).run(this::act);

        assertThat(asked).hasValue(0);
        assertThat(effects).hasValue(1);
    }

    @Test
    @Clause("E-09")
    void done_is_stored_and_replayed_and_nothing_runs() {
        dead(call());
        Outcome<String> outcome = recovering(() -> Recovered.done("R0")).run(this::act);

        assertThat(outcome).isInstanceOf(Replayed.class);
        assertThat(outcome.get()).isEqualTo("R0");
        assertThat(effects).hasValue(0);
        assertThat(record().status()).isEqualTo(RecordStatus.COMPLETED);
        assertNextReplays("R0");
        assertThat(heard.count(Kind.RECOVERED)).isEqualTo(1);
        assertThat(heard.count(Kind.REPLAYED)).as("this call and the next").isEqualTo(2);
    }

    @Test
    @Clause("E-09")
    void done_with_nothing_is_a_void_result() {
        dead(call());

        assertThat(call().recover(lapsed -> Recovered.done(null)).execute(this::act))
                .isNull();
        assertThat(record().status()).isEqualTo(RecordStatus.COMPLETED);
        assertThat(elsewhere().execute(this::act)).isNull();
        assertThat(effects).hasValue(0);
    }

    @Test
    @Clause("E-09")
    void not_done_runs_the_action_which_need_not_fear_an_earlier_run() {
        dead(call());
        Outcome<String> outcome = recovering(Recovered::notDone).run(execution -> {
            assertThat(execution.attempt()).isEqualTo(2);
            assertThat(execution.mayHaveRunBefore()).isFalse();
            return act();
        });

        assertThat(outcome).isEqualTo(new Executed<>("R1", Recording.STORED));
        assertThat(asked).hasValue(1);
    }

    /** Trace P-13. */
    @Test
    @Clause({"E-09", "S-22"})
    void unknown_keeps_the_claim_lapsed_and_the_next_call_asks_again() {
        dead(call());
        assertNextIs(InDoubt.class, recovering(Recovered::unknown));
        assertLapsed();
        assertThat(record().attempt()).isEqualTo(2);
        assertNextIs(InDoubt.class, recovering(Recovered::unknown));
        assertThat(record().attempt()).isEqualTo(3);

        assertThat(recovering(() -> Recovered.done("R0")).execute(this::act)).isEqualTo("R0");
        assertThat(asked).hasValue(3);
        assertThat(effects).hasValue(0);
    }

    @Test
    @Clause("E-09")
    void a_recovery_that_throws_or_answers_nothing_does_not_know() {
        dead(call());
        for (Throwable thrown :
                List.of(new IllegalStateException("bank"), new AssertionError("bank"), new IOException("bank"))) {
            heard.forget();
            assertNextIs(InDoubt.class, recovering(() -> {
                Script.<RuntimeException>sneaked(thrown);
                return null;
            }));
            assertThat(heard.the(Kind.IN_DOUBT).cause()).isSameAs(thrown);
            assertLapsed();
        }
        assertNextIs(InDoubt.class, recovering(() -> null));
        assertLapsed();
    }

    @Test
    @Clause("E-09")
    void a_recovery_is_given_the_record_as_it_was_taken_over() {
        dead(call().fingerprint(Fingerprint.ofParts("order 1")));
        StoredRecord before = record();
        AtomicReference<StoredRecord> given = new AtomicReference<>();
        call().recover(lapsed -> {
                    given.set(lapsed);
                    return Recovered.done("R0");
                })
                .run(this::act);

        assertThat(given.get().key()).isEqualTo(key);
        assertThat(given.get().attempt()).isEqualTo(2);
        assertThat(given.get().createdAt()).isEqualTo(before.createdAt());
        assertThat(given.get().fingerprint()).isEqualTo(before.fingerprint());
        assertThat(given.get().isLapsed()).isFalse();
    }

    @Test
    @Clause("E-09")
    void one_at_a_time_is_asked_and_the_others_are_in_progress_or_wait() {
        dead(call());
        CountDownLatch asking = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Threads.Started<Outcome<String>> asker = Threads.start(() -> recovering(() -> {
                    asking.countDown();
                    try {
                        go.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    return Recovered.done("R0");
                })
                .run(this::act));
        Threads.until(() -> asking.getCount() == 0);
        assertNextIs(InProgress.class, recovering(Recovered::unknown));
        Threads.Started<Outcome<String>> waiter = Threads.start(() -> recovering(Recovered::unknown)
                        .policy(policy -> policy.waitUpTo(Threads.PATIENCE))
                        .run(this::act))
                .parked();
        go.countDown();

        assertThat(asker.answer().get()).isEqualTo("R0");
        assertThat(waiter.answer().get()).isEqualTo("R0");
        assertThat(asked).hasValue(1);
        assertThat(effects).hasValue(0);
    }

    @Test
    @Clause({"E-09", "S-07"})
    void who_lost_the_claim_while_asking_claims_again_and_gets_what_the_record_holds() {
        dead(call());
        Outcome<String> outcome = recovering(() -> {
                    lapse();
                    assertThat(elsewhere().execute(() -> "elsewhere")).isEqualTo("elsewhere");
                    return Recovered.done("mine");
                })
                .run(this::act);

        assertThat(outcome).isInstanceOf(Replayed.class);
        assertThat(outcome.get()).isEqualTo("elsewhere");
        assertThat(effects).hasValue(0);
        assertThat(heard.count(Kind.LEASE_LOST)).isEqualTo(1);
    }

    @Test
    @Clause({"E-09", "S-07"})
    void who_lost_the_claim_before_asking_claims_again_and_does_not_ask() {
        dead(call());
        script.once(StoreCall.Find.class, Script.after(() -> {
            lapse();
            elsewhere().execute(() -> "elsewhere");
        }));

        assertThat(recovering(Recovered::notDone).execute(this::act)).isEqualTo("elsewhere");
        assertThat(asked).hasValue(0);
        assertThat(effects).hasValue(0);
    }

    @Test
    @Clause({"E-09", "E-11"})
    void where_the_record_can_not_be_read_nothing_is_asked_and_nothing_runs() {
        dead(call());
        for (var fault : List.of(Script.UNREACHABLE, Script.REPLY_LOST, Script.throwing(new AssertionError("store")))) {
            script.always(StoreCall.Find.class, fault);
            assertThat(catchThrowable(() -> recovering(Recovered::notDone).run(this::act)))
                    .isInstanceOf(StoreException.class);
            script.heal();
            assertLapsed();
        }
        assertThat(asked).hasValue(0);
        assertThat(effects).hasValue(0);
        assertThat(recovering(() -> Recovered.done("R0")).execute(this::act)).isEqualTo("R0");
    }

    @Test
    @Clause({"E-09", "E-04"})
    void what_a_recovery_found_done_is_returned_also_where_it_can_not_be_recorded() {
        dead(call());
        script.always(StoreCall.Complete.class, Script.UNREACHABLE);
        assertThat(recovering(() -> Recovered.done("R0")).execute(this::act)).isEqualTo("R0");
        assertThat(heard.count(Kind.UNRECORDED)).isEqualTo(1);
        assertLive();
        lapse();
        assertThatExceptionOfType(CompletionFailedException.class)
                .isThrownBy(() -> recovering(() -> Recovered.done("R0"))
                        .policy(policy -> policy.onUnrecorded(OnUnrecorded.THROW))
                        .run(this::act))
                .satisfies(thrown -> assertThat(thrown.result(String.class)).isEqualTo("R0"));
        assertThat(effects).hasValue(0);
    }

    @Test
    @Clause({"E-09", "E-02"})
    void after_not_done_an_unaccounted_for_run_is_asked_about_again() {
        dead(call());
        assertThat(catchThrowable(() -> recovering(Recovered::notDone).run(() -> {
                    act();
                    throw new IOException("read timed out");
                })))
                .isInstanceOf(IOException.class);
        assertLapsed();

        assertThat(recovering(() -> Recovered.done("R1")).execute(this::act)).isEqualTo("R1");
        assertThat(asked).hasValue(2);
        assertThat(effects).hasValue(1);
    }

    @Test
    @Clause({"E-09", "E-02"})
    void a_failure_that_is_stored_after_not_done_is_stored() {
        dead(call());
        assertThat(catchThrowable(() -> recovering(Recovered::notDone)
                        .policy(policy -> policy.onFailure(failure -> OnFailure.STORE))
                        .run(() -> {
                            throw new IOException("declined");
                        })))
                .isInstanceOf(IOException.class);

        assertNextIs(Outcome.ReplayedFailure.class, elsewhere());
    }

    @Test
    @Clause({"E-09", "E-07"})
    void the_lease_is_renewed_while_a_recovery_is_asked() {
        dead(call());
        Outcome<String> outcome = recovering(() -> {
                    Threads.until(() -> script.count(StoreCall.Renew.class) >= 3);
                    return Recovered.notDone();
                })
                .policy(policy -> policy.lease(Duration.ofMillis(200)))
                .run(this::act);

        assertThat(outcome).isEqualTo(new Executed<>("R1", Recording.STORED));
    }

    @Test
    @Clause("E-09")
    void begin_asks_too() {
        dead(call());
        assertThat(recovering(() -> Recovered.unknown()).begin()).isInstanceOf(InDoubt.class);
        Attempt<String> attempt = recovering(Recovered::notDone).begin();
        assertThat(attempt).isInstanceOf(Attempt.Started.class);
        Execution execution = ((Attempt.Started<String>) attempt).execution();
        assertThat(execution.mayHaveRunBefore()).isFalse();
        ((Attempt.Started<String>) attempt).release();
        assertNoRecord();
    }

    @Test
    @Clause("E-09")
    void an_operation_s_recovery_is_given_the_payload_and_its_result_is_changed_as_a_replay() {
        var operation = idempotency
                .operation(key.scope(), String.class, String.class)
                .key(payload -> payload)
                .recover((payload, lapsed) -> Recovered.done("found for " + payload))
                .onReplay((result, record) -> result + ", replayed")
                .build();
        dead(operation.call(key.value()));

        assertThat(operation.execute(key.value(), this::act)).isEqualTo("found for " + key.value() + ", replayed");
        assertThat(operation.execute(key.value(), this::act)).isEqualTo("found for " + key.value() + ", replayed");
        assertNextReplays("found for " + key.value());
    }
}
