package io.idem4j.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.CompletionFailedException;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.IdempotencyPolicy.OnUnrecorded;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.Recording;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.RecordStatus;
import io.idem4j.RecordTooLargeException;
import io.idem4j.ResultUnavailableException;
import io.idem4j.StoreRejectedException;
import io.idem4j.Token;
import io.idem4j.TypeRef;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.ResultCodec;
import io.idem4j.spi.StoreTraits;
import io.idem4j.spi.WriteResult;
import io.idem4j.tck.Clause;
import io.idem4j.tck.StoreCall;
import java.io.IOException;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A result, on its way into the record. */
abstract class RecordingClauses extends EngineTest {
    RecordingClauses(EngineClauses clauses) {
        super(clauses);
    }

    private Call<String> patient() {
        return call(policy -> policy.recordWithin(Threads.PATIENCE));
    }

    private Call<String> throwing() {
        return call(policy -> policy.onUnrecorded(OnUnrecorded.THROW));
    }

    @Test
    @Clause({"E-04", "S-12"})
    void a_completion_is_repeated_until_it_is_answered() {
        script.once(StoreCall.Complete.class, Script.UNREACHABLE, Script.REPLY_LOST, Script.UNREACHABLE, Script.LATE);

        assertThat(patient().run(this::act)).isEqualTo(new Executed<>("R1", Recording.STORED));
        assertThat(script.count(StoreCall.Complete.class)).isEqualTo(5);
        assertThat(heard.count(Kind.STORE_ERROR)).isEqualTo(4);
        store.deliverLate();
        assertNextReplays("R1");
    }

    @Test
    @Clause("E-04")
    void what_can_not_be_recorded_is_returned_and_reported() {
        script.always(StoreCall.Complete.class, Script.UNREACHABLE);

        assertThat(call().run(this::act)).isEqualTo(new Executed<>("R1", Recording.UNCONFIRMED));
        assertThat(heard.the(Kind.UNRECORDED).cause()).isNotNull();
        assertLive();
        assertThat(script.count(StoreCall.Release.class)).isZero();
        lapse();
        assertNextRuns(2);
    }

    @Test
    @Clause("E-04")
    void or_an_exception_carries_the_result() {
        script.always(StoreCall.Complete.class, Script.REPLY_LOST);

        assertThatExceptionOfType(CompletionFailedException.class)
                .isThrownBy(() -> throwing().run(this::act))
                .satisfies(thrown -> {
                    assertThat(thrown.result(String.class)).isEqualTo("R1");
                    assertThat(thrown.key()).isEqualTo(key);
                    assertThat(thrown).hasCauseInstanceOf(OutcomeUnknownException.class);
                    assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> thrown.result(Integer.class));
                });
        assertNextReplays("R1");
    }

    @Test
    @Clause("E-04")
    void the_repeats_pause_longer_and_longer() {
        script.always(StoreCall.Complete.class, Script.UNREACHABLE);
        call(policy -> policy.recordWithin(Duration.ofMillis(600))).run(this::act);

        assertThat(script.count(StoreCall.Complete.class)).isBetween(4, 12);
    }

    @Test
    @Clause("E-04")
    void the_repeats_end_with_the_lease() {
        script.always(StoreCall.Complete.class, Script.UNREACHABLE);
        long began = System.nanoTime();
        call(policy -> policy.lease(Duration.ofMillis(150))
                        .renewFor(Duration.ZERO)
                        .recordWithin(Threads.PATIENCE))
                .run(this::act);

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Threads.PATIENCE.dividedBy(2));
    }

    @Test
    @Clause({"E-04", "E-08"})
    void the_repeats_end_with_the_invocation() {
        script.always(StoreCall.Complete.class, Script.UNREACHABLE);
        long began = System.nanoTime();
        call(policy -> policy.lease(null).recordWithin(Threads.PATIENCE))
                .within(Duration.ofMillis(150))
                .run(this::act);

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Threads.PATIENCE.dividedBy(2));
    }

    @Test
    @Clause("E-04")
    void after_the_lease_a_completion_is_still_sent_once() {
        Attempt.Started<String> holder = dead(call());
        assertThat(holder.complete("R0")).isEqualTo(new Executed<>("R0", Recording.STORED));

        Attempt.Started<String> out = started(idempotency
                .call(freshKey(), String.class)
                .policy(policy -> policy.lease(Duration.ofMillis(1))
                        .renewFor(Duration.ZERO)
                        .recordWithin(Threads.PATIENCE)));
        Threads.until(() -> out.execution().isLeaseLost());
        script.forgetMade();
        script.always(StoreCall.Complete.class, Script.UNREACHABLE);
        assertThat(out.complete("R0").recording()).isEqualTo(Recording.UNCONFIRMED);
        assertThat(script.count(StoreCall.Complete.class)).isEqualTo(1);
    }

    @Test
    @Clause({"E-04", "S-13"})
    void what_a_store_refuses_for_good_is_not_repeated() {
        script.always(
                StoreCall.Complete.class, Script.throwing(new StoreRejectedException(key, "no permission", null)));

        assertThat(patient().run(this::act)).isEqualTo(new Executed<>("R1", Recording.UNCONFIRMED));
        assertThat(script.made(StoreCall.Complete.class))
                .extracting(sent -> sent.completion().data() != null)
                .as("with its data, and then without (E-05)")
                .containsExactly(true, false);
        script.forgetMade();
        assertThat(idempotency.call(freshKey(), String.class).run(() -> null))
                .isEqualTo(new Executed<>(null, Recording.UNCONFIRMED));
        assertThat(script.count(StoreCall.Complete.class)).isEqualTo(1);
    }

    @Test
    @Clause("E-04")
    void whatever_a_store_throws_the_result_is_returned() {
        for (Throwable broken : List.of(
                new IllegalStateException("store"),
                new AssertionError("store"),
                new OutOfMemoryError("store"),
                new IOException("store"))) {
            script.always(StoreCall.Complete.class, Script.throwing(broken));
            heard.forget();
            assertThat(idempotency.call(freshKey(), String.class).run(() -> "result"))
                    .isEqualTo(new Executed<>("result", Recording.UNCONFIRMED));
            assertThat(heard.the(Kind.UNRECORDED).cause()).hasCause(broken);
        }
    }

    @Test
    @Clause({"E-04", "S-13"})
    void a_store_that_answers_nothing_has_said_nothing() {
        IdempotencyStore silent = new Front(store, real()) {
            @Override
            public WriteResult complete(ClaimToken claim, Completion completion) {
                super.complete(claim, completion);
                return null;
            }
        };
        assertThat(engine(silent, builder -> builder).call(key, String.class).run(this::act))
                .isEqualTo(new Executed<>("R1", Recording.UNCONFIRMED));
        assertNextReplays("R1");
    }

    @Test
    @Clause("E-04")
    void once_a_complete_was_sent_the_claim_is_never_released() {
        for (var fault : List.of(Script.GOOD, Script.UNREACHABLE, Script.REPLY_LOST, Script.LATE)) {
            script.always(StoreCall.Complete.class, fault);
            Attempt.Started<String> holder = started(idempotency.call(freshKey(), String.class));
            holder.complete("R0");

            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(holder::release);
            holder.fail(new IOException("later"));
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(holder::release);
        }
        assertThat(script.count(StoreCall.Release.class)).isZero();
        assertThat(script.count(StoreCall.Renew.class)).isZero();
    }

    /** Trace P-04 (a): the first complete arrives although its caller gave up and would have released. */
    @Test
    @Clause("E-04")
    void a_complete_that_arrives_after_its_caller_gave_up_settles_the_record() {
        script.always(StoreCall.Complete.class, Script.LATE);
        Attempt.Started<String> holder = started(call(policy -> policy.recordWithin(Duration.ZERO)));
        assertThat(holder.complete("R0").recording()).isEqualTo(Recording.UNCONFIRMED);
        assertThat(catchThrowable(holder::release)).isInstanceOf(IllegalStateException.class);
        assertLive();
        store.deliverLate();

        assertNextReplays("R0");
    }

    @Test
    @Clause("E-04")
    void a_release_beside_a_complete_that_is_under_way_is_an_error_too() throws InterruptedException {
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        script.once(StoreCall.Complete.class, Script.after(() -> {
            sent.countDown();
            await(go);
        }));
        Attempt.Started<String> holder = started(call());
        Threads.Started<Executed<String>> completing = Threads.start(() -> holder.complete("R0"));
        await(sent);

        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(holder::release);
        go.countDown();
        assertThat(completing.answer()).isEqualTo(new Executed<>("R0", Recording.STORED));
        assertThat(script.count(StoreCall.Release.class)).isZero();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(Threads.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @Clause("E-04")
    void the_first_ending_wins_from_any_thread_and_later_ones_touch_no_store() {
        for (int round = 0; round < 20; round++) {
            Attempt.Started<String> holder = started(idempotency.call(freshKey(), String.class));
            script.forgetMade();
            List<Object> answers = Threads.together(6, i -> () -> switch (i % 3) {
                case 0 -> holder.complete("from " + i);
                case 1 -> {
                    holder.fail(new IOException("from " + i));
                    yield "failed";
                }
                default -> {
                    try {
                        holder.release();
                        yield "released";
                    } catch (IllegalStateException e) {
                        yield "completed before";
                    }
                }
            });

            assertThat(script.made()).hasSize(1);
            boolean completed = script.count(StoreCall.Complete.class) == 1;
            assertThat(answers)
                    .filteredOn(Executed.class::isInstance)
                    .hasSize(2)
                    .allSatisfy(answer -> assertThat(((Executed<?>) answer).recording())
                            .isEqualTo(completed ? Recording.STORED : Recording.RELEASED));
            if (completed) {
                assertThat(answers).filteredOn(Executed.class::isInstance).containsOnly(answers.get(0), answers.get(3));
                assertThat(((Executed<?>) answers.get(0)).value()).isEqualTo(((Executed<?>) answers.get(3)).value());
            }
            assertThat(answers).filteredOn("completed before"::equals).hasSize(completed ? 2 : 0);
        }
    }

    @Test
    @Clause("E-04")
    void a_second_complete_gets_what_the_first_recorded() {
        Attempt.Started<String> holder = started(call());
        holder.complete("first");

        assertThat(holder.complete("second")).isEqualTo(new Executed<>("first", Recording.STORED));
        assertNextReplays("first");
    }

    @Test
    @Clause({"E-04", "E-17"})
    void a_complete_after_a_failure_was_stored_is_nobody_else_s_result() {
        Attempt.Started<String> holder = started(call(policy -> policy.onFailure(failure -> OnFailure.STORE)));
        holder.fail(new IOException("no"));

        assertThat(holder.complete("late")).isEqualTo(new Executed<>("late", Recording.FENCED));
        assertNextIs(Outcome.ReplayedFailure.class, elsewhere());
    }

    @Test
    @Clause("E-04")
    void a_complete_after_a_release_was_released() {
        Attempt.Started<String> holder = started(call());
        holder.release();
        holder.release();

        assertThat(holder.complete("late")).isEqualTo(new Executed<>("late", Recording.RELEASED));
        assertNoRecord();
    }

    @Test
    @Clause("E-04")
    void who_ends_the_claim_that_he_is_asked_about_is_told_instead_of_waiting_for_himself() {
        List<Consumer<Attempt.Started<String>>> endings = List.of(
                holder -> holder.complete("again"),
                holder -> holder.fail(new IOException("again")),
                Attempt.Started::release);
        for (Consumer<Attempt.Started<String>> ending : endings) {
            Attempt.Started<String>[] holder = new Attempt.Started[1];
            Throwable[] thrown = new Throwable[1];
            Idempotency engine = engine(builder -> builder.listener(event -> {
                if (event.kind() == Kind.EXECUTED || event.kind() == Kind.ACTION_FAILED) {
                    thrown[0] = catchThrowable(() -> ending.accept(holder[0]));
                }
            }));
            holder[0] = started(engine.call(freshKey(), String.class));
            assertThat(Threads.start(() -> holder[0].complete("R0")).answer())
                    .isEqualTo(new Executed<>("R0", Recording.STORED));
            assertThat(thrown[0]).isInstanceOf(IllegalStateException.class);

            thrown[0] = null;
            holder[0] = started(engine.call(freshKey(), String.class));
            assertThat(Threads.start(() -> {
                                holder[0].fail(new IOException("no"));
                                return "failed";
                            })
                            .answer())
                    .isEqualTo("failed");
            assertThat(thrown[0]).isInstanceOf(IllegalStateException.class);
        }
    }

    private static final class PickyCodec implements ResultCodec {
        private final Throwable onEncode;
        private final Throwable onDecode;

        PickyCodec(Throwable onEncode, Throwable onDecode) {
            this.onEncode = onEncode;
            this.onDecode = onDecode;
        }

        @Override
        public String encode(Object value, Type type) {
            if (onEncode != null) {
                Script.<RuntimeException>sneaked(onEncode);
            }
            return "\"" + value + "\"";
        }

        @Override
        public Object decode(String data, Type type) {
            Script.<RuntimeException>sneaked(onDecode);
            return data;
        }
    }

    private static final List<Throwable> CODEC_ERRORS = List.of(
            new IllegalArgumentException("codec"),
            new IOException("codec"),
            new StackOverflowError(),
            new NoClassDefFoundError("codec"),
            new OutOfMemoryError("codec"),
            new AssertionError("codec"),
            new ServiceConfigurationError("codec"));

    @Test
    @Clause("E-05")
    void a_result_that_can_not_be_encoded_completes_without_it_and_never_runs_again() {
        for (Throwable error : CODEC_ERRORS) {
            Idempotency engine = engine(builder -> builder.codec(new PickyCodec(error, error)));
            IdempotencyKey fresh = freshKey();
            heard.forget();
            assertThat(engine.call(fresh, String.class).run(() -> "result"))
                    .isEqualTo(new Executed<>("result", Recording.WITHOUT_RESULT));
            assertThat(heard.the(Kind.UNRECORDED).cause()).isSameAs(error);
            assertThat(record(fresh).status()).isEqualTo(RecordStatus.COMPLETED_WITHOUT_RESULT);
            assertThat(record(fresh).data()).isNull();

            assertNextIs(Outcome.ResultUnavailable.class, engine.call(fresh, String.class));
            assertThatExceptionOfType(ResultUnavailableException.class)
                    .isThrownBy(() -> engine.execute(fresh, String.class, this::act))
                    .withMessageContaining("was not kept");
        }
        assertThat(effects).hasValue(0);
    }

    @Test
    @Clause("E-05")
    void a_stored_result_that_can_not_be_decoded_is_unavailable_and_never_runs_again() {
        call().run(this::act);
        for (Throwable error : CODEC_ERRORS) {
            Idempotency engine = engine(builder -> builder.codec(new PickyCodec(error, error)));
            heard.forget();
            assertNextIs(Outcome.ResultUnavailable.class, engine.call(key, String.class));
            assertThat(heard.the(Kind.UNRECORDED).cause()).isSameAs(error);
        }
        assertNextIs(Outcome.ResultUnavailable.class, idempotency.call(key, int.class));
        assertNextReplays("R1");
    }

    @Test
    @Clause({"E-05", "S-15"})
    void a_result_larger_than_the_store_says_it_takes_completes_without_it() {
        IdempotencyStore small = new Front(store, real()) {
            @Override
            public StoreTraits traits() {
                return new StoreTraits("small", super.traits().serverClock(), true, false, 6);
            }
        };
        Idempotency engine = engine(small, builder -> builder);
        IdempotencyKey fits = freshKey();

        assertThat(engine.call(fits, String.class).run(() -> "\u00fc\u00fc"))
                .isEqualTo(new Executed<>("\u00fc\u00fc", Recording.STORED));
        assertThat(engine.call(key, String.class).run(() -> "\u00fc\u00fcx"))
                .isEqualTo(new Executed<>("\u00fc\u00fcx", Recording.WITHOUT_RESULT));
        assertThat(heard.the(Kind.UNRECORDED).cause()).isInstanceOf(RecordTooLargeException.class);
        assertThat(script.count(StoreCall.Complete.class)).isEqualTo(2);
        assertNextIs(Outcome.ResultUnavailable.class, engine.call(key, String.class));
    }

    @Test
    @Clause({"E-05", "S-15"})
    void a_result_that_the_store_finds_too_large_completes_without_it() {
        script.once(StoreCall.Complete.class, Script.throwing(new RecordTooLargeException(key, 500, 400)));

        assertThat(call().run(this::act)).isEqualTo(new Executed<>("R1", Recording.WITHOUT_RESULT));
        assertNextIs(Outcome.ResultUnavailable.class, elsewhere());
    }

    @Test
    @Clause({"E-05", "S-13"})
    void a_result_that_the_store_refuses_for_another_reason_completes_without_it_and_never_runs_again() {
        StoreRejectedException unfit =
                new StoreRejectedException(key, "a character that the database can't hold", null);
        script.once(StoreCall.Complete.class, Script.throwing(unfit));

        assertThat(call().run(this::act)).isEqualTo(new Executed<>("R1", Recording.WITHOUT_RESULT));
        assertThat(heard.the(Kind.UNRECORDED).cause()).isSameAs(unfit);
        assertThat(record().status()).isEqualTo(RecordStatus.COMPLETED_WITHOUT_RESULT);
        assertNextIs(Outcome.ResultUnavailable.class, elsewhere());
        assertThat(effects).hasValue(1);
    }

    @Test
    @Clause({"E-05", "S-09"})
    void null_and_void_results_are_completed_and_replay_as_such() {
        assertThat(call().run(() -> null)).isEqualTo(new Executed<>(null, Recording.STORED));
        assertThat(record().status()).isEqualTo(RecordStatus.COMPLETED);
        assertThat(record().data()).isNull();
        assertThat(call().execute(this::act)).isNull();

        IdempotencyKey nothing = freshKey();
        idempotency.execute(nothing, () -> {
            act();
        });
        idempotency.execute(nothing, () -> {
            act();
        });
        assertThat(effects).hasValue(1);
        assertThat(record(nothing).status()).isEqualTo(RecordStatus.COMPLETED);
        assertThat(idempotency
                        .call(nothing, new TypeRef<List<String>>() {})
                        .run(() -> List.of())
                        .get())
                .isNull();
    }

    @Test
    @Clause("E-05")
    void a_primitive_result_is_never_replayed_as_null() {
        call().run(() -> null);

        assertNextIs(Outcome.ResultUnavailable.class, idempotency.call(key, int.class));
    }

    @Test
    @Clause("E-05")
    void a_row_that_was_completed_without_data_is_a_void_result() {
        ClaimToken claim = new ClaimToken(key, new Token(UUID.randomUUID().toString()));
        real().claim(new ClaimRequest(key, claim.token(), null, null, null, KEEP, 0, "another library"));
        real().complete(claim, new Completion(RecordStatus.COMPLETED, null, KEEP));

        assertThat(call().execute(this::act)).isNull();
        assertThat(effects).hasValue(0);
    }

    @Test
    @Clause({"E-17", "E-07"})
    void a_completion_that_is_fenced_returns_its_own_result_and_changes_nothing() {
        Attempt.Started<String> first = dead(call());
        assertThat(elsewhere().run(this::act)).isEqualTo(new Executed<>("R1", Recording.STORED));
        heard.forget();

        assertThat(first.complete("R0")).isEqualTo(new Executed<>("R0", Recording.FENCED));
        assertThat(first.complete("R0").recording()).isEqualTo(Recording.FENCED);
        assertThat(first.execution().isLeaseLost()).isTrue();
        assertThat(first.execution().leaseLeft()).isZero();
        assertThat(heard.kinds()).containsExactly(Kind.LEASE_LOST, Kind.EXECUTED);
        assertCompleted("R1");
        assertThat(call().execute(this::act)).isEqualTo("R1");
    }

    @Test
    @Clause({"E-17", "E-04"})
    void a_fenced_completion_is_no_failure_to_record() {
        Attempt.Started<String> first = dead(throwing());
        elsewhere().run(this::act);

        assertThat(first.complete("R0").recording()).isEqualTo(Recording.FENCED);
    }

    @Test
    @Clause({"E-17", "E-02"})
    void a_stored_failure_that_is_fenced_changes_nothing() {
        Attempt.Started<String> first = dead(call(policy -> policy.onFailure(failure -> OnFailure.STORE)));
        elsewhere().run(this::act);
        IOException failure = new IOException("mine");
        first.fail(failure);

        assertThat(failure).hasNoSuppressedExceptions();
        assertCompleted("R1");
    }

    @Test
    @Clause("E-04")
    void a_claim_may_be_ended_on_another_thread_than_it_was_made_on() {
        Attempt.Started<String> holder = started(call());

        assertThat(Threads.start(() -> holder.complete("R0")).answer())
                .isEqualTo(new Executed<>("R0", Recording.STORED));
        assertNextReplays("R0");
    }
}
