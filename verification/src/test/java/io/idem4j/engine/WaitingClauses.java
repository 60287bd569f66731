package io.idem4j.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.Attempt;
import io.idem4j.Fingerprint;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.IdempotencyPolicy.OnStoreDown;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.InProgress;
import io.idem4j.Outcome.Recording;
import io.idem4j.Outcome.Replayed;
import io.idem4j.Recovered;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.WatchableStore;
import io.idem4j.spi.WatchableStore.Watch;
import io.idem4j.spi.WriteResult;
import io.idem4j.tck.CapabilityGap;
import io.idem4j.tck.Clause;
import io.idem4j.tck.StoreCall;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A duplicate that waits for the holder. */
abstract class WaitingClauses extends EngineTest {
    private static final Duration BRIEF = Duration.ofMillis(150);
    private static final int TRIES = 40;

    private final Duration answersWithin;
    private final boolean storeTells;

    WaitingClauses(EngineClauses clauses) {
        super(clauses);
        answersWithin = clauses.waitersAnsweredWithin();
        storeTells = clauses.storeTells();
    }

    private Threads.Started<Outcome<String>> waiter() {
        return waiter(idempotency);
    }

    private Threads.Started<Outcome<String>> waiter(Idempotency engine) {
        int before = script.count(StoreCall.Claim.class);
        Threads.Started<Outcome<String>> waiter = Threads.start(() -> engine.call(key, String.class)
                .policy(policy -> policy.waitUpTo(Threads.PATIENCE))
                .run(this::act));
        Threads.until(() -> script.count(StoreCall.Claim.class) > before);
        return waiter.parked();
    }

    private List<Threads.Started<Outcome<String>>> waiters(int count) {
        return IntStream.range(0, count).mapToObj(i -> waiter()).toList();
    }

    /** What depends on how busy the machine is holds in one of some tries. */
    private static void inOneOfSomeTries(BooleanSupplier holds) {
        for (int i = 0; i < TRIES; i++) {
            if (holds.getAsBoolean()) {
                return;
            }
        }
        throw new AssertionError("did not hold in any of " + TRIES + " tries");
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    @Test
    @Clause("E-06")
    void a_waiting_duplicate_replays_when_the_holder_completes() {
        Attempt.Started<String> holder = started(call());
        Threads.Started<Outcome<String>> waiter = waiter();
        holder.complete("R0");

        assertThat(waiter.answer()).isInstanceOf(Replayed.class);
        assertThat(waiter.answer().get()).isEqualTo("R0");
        assertThat(effects).hasValue(0);
    }

    /** One runs for 50 ms, 63 wait; the median of their waits after the completion is measured in the same run. */
    @Test
    @Clause("E-06")
    void of_64_at_once_one_runs_and_the_others_are_answered_soon_after() {
        List<Duration> medians = new ArrayList<>();
        for (int i = 0; i < TRIES && !holds(medians); i++) {
            medians.add(medianOfOneRound());
        }
        System.out.println("Waiting: medians of 63 waiters, after the completion: " + medians);
        assertThat(holds(medians))
                .as("one of the medians %s is at most %s", medians, answersWithin)
                .isTrue();
    }

    private boolean holds(List<Duration> medians) {
        return medians.stream().anyMatch(median -> median.compareTo(answersWithin) <= 0);
    }

    private Duration medianOfOneRound() {
        int before = effects.get();
        AtomicLong completed = new AtomicLong();
        Front timed = new Front(store, real()) {
            @Override
            public WriteResult complete(ClaimToken claim, Completion completion) {
                WriteResult result = super.complete(claim, completion);
                completed.set(System.nanoTime());
                return result;
            }
        };
        IdempotencyKey fresh = freshKey();
        Idempotency engine = engine(timed, builder -> builder);
        AtomicInteger replays = new AtomicInteger();
        List<Long> answered = Threads.together(64, i -> () -> {
            Outcome<String> outcome = engine.call(fresh, String.class)
                    .policy(policy -> policy.waitUpTo(Threads.PATIENCE))
                    .run(() -> {
                        TimeUnit.MILLISECONDS.sleep(50);
                        return act();
                    });
            long now = System.nanoTime();
            replays.addAndGet(outcome instanceof Replayed ? 1 : 0);
            assertThat(outcome.get()).isEqualTo("R" + (before + 1));
            return outcome instanceof Replayed ? now : Long.MIN_VALUE;
        });
        assertThat(effects).hasValue(before + 1);
        assertThat(replays).hasValue(63);
        List<Long> waits = new ArrayList<>(answered.stream()
                .filter(at -> at != Long.MIN_VALUE)
                .map(at -> at - completed.get())
                .toList());
        Collections.sort(waits);
        return Duration.ofNanos(waits.get(waits.size() / 2));
    }

    @Test
    @Clause("E-06")
    void to_give_up_changes_nothing() {
        Attempt.Started<String> holder = started(call());
        StoredRecord before = record();
        InProgress<?> refused = assertNextIs(InProgress.class, waiting(BRIEF));

        assertThat(record())
                .usingRecursiveComparison()
                .ignoringFields("observedAt")
                .isEqualTo(before);
        assertThat(refused.retryAfter()).isPositive();
        assertThat(holder.complete("R0").recording()).isEqualTo(Recording.STORED);
    }

    @Test
    @Clause("E-06")
    void to_be_interrupted_ends_the_wait_and_changes_nothing() {
        started(call());
        StoredRecord before = record();
        List<AtomicBoolean> flags = List.of(new AtomicBoolean(), new AtomicBoolean());
        List<Threads.Started<Outcome<String>>> waiters = flags.stream()
                .map(flag -> Threads.start(() -> {
                            Outcome<String> outcome = waiting().run(this::act);
                            flag.set(Thread.currentThread().isInterrupted());
                            return outcome;
                        })
                        .parked())
                .toList();
        waiters.forEach(waiter -> waiter.thread().interrupt());

        waiters.forEach(waiter -> assertThat(waiter.answer()).isInstanceOf(InProgress.class));
        assertThat(flags).allMatch(AtomicBoolean::get);
        assertThat(effects).hasValue(0);
        assertThat(record())
                .usingRecursiveComparison()
                .ignoringFields("observedAt")
                .isEqualTo(before);
    }

    @Test
    @Clause("E-06")
    void who_is_interrupted_already_does_not_wait() {
        started(call());
        Threads.Started<Outcome<String>> waiter = Threads.start(() -> {
            Thread.currentThread().interrupt();
            return waiting().run(this::act);
        });

        assertThat(waiter.answer()).isInstanceOf(InProgress.class);
    }

    @Test
    @Clause("E-06")
    void after_a_release_one_waiter_runs_and_the_others_wait_for_it() {
        Attempt.Started<String> holder = started(call());
        List<Threads.Started<Outcome<String>>> waiters = waiters(12);
        script.forgetMade();
        holder.release();

        List<Outcome<String>> outcomes =
                waiters.stream().map(Threads.Started::answer).toList();
        assertThat(effects).hasValue(1);
        assertThat(outcomes).filteredOn(Executed.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(Replayed.class::isInstance).hasSize(11);
        assertThat(script.count(StoreCall.Claim.class)).as("looks").isLessThanOrEqualTo(6);
    }

    @Test
    @Clause({"E-06", "E-02"})
    void waiters_run_one_after_the_other_as_long_as_they_fail() {
        Attempt.Started<String> holder = started(call());
        List<Threads.Started<Outcome<String>>> failing = IntStream.range(0, 4)
                .mapToObj(i -> Threads.start(() -> waiting().run(() -> {
                            act();
                            throw new IllegalStateException("no");
                        }))
                        .parked())
                .toList();
        holder.fail(new IOException("no"));

        failing.forEach(waiter -> assertThat(waiter.failure()).isInstanceOf(IllegalStateException.class));
        assertThat(effects).hasValue(4);
        assertNoRecord();
    }

    @Test
    @Clause({"E-06", "N-01", "N-03"})
    void one_waiter_of_a_process_asks_the_store_and_it_asks_seldom() {
        Idempotency polling = engine(store, builder -> builder);
        Attempt.Started<String> holder = started(call());
        AtomicInteger asking = new AtomicInteger();
        AtomicBoolean two = new AtomicBoolean();
        List<Threads.Started<Outcome<String>>> waiters =
                IntStream.range(0, 12).mapToObj(i -> waiter(polling)).toList();
        script.always(StoreCall.Claim.class, Script.after(() -> {
            two.compareAndSet(false, asking.incrementAndGet() > 1);
            Thread.yield();
            asking.decrementAndGet();
        }));
        script.forgetMade();
        long began = System.nanoTime();
        Threads.until(() -> script.count(StoreCall.Claim.class) >= 3);

        assertThat(since(began)).as("three looks").isGreaterThan(Duration.ofMillis(400));
        assertThat(two).as("two asked at once").isFalse();
        holder.complete("R0");
        waiters.forEach(waiter -> assertThat(waiter.answer().get()).isEqualTo("R0"));
    }

    @Test
    @Clause({"E-06", "N-03"})
    void where_the_store_tells_nothing_a_waiter_looks_by_itself() {
        Idempotency polling = engine(store, builder -> builder);
        Attempt.Started<String> elsewhere = started(elsewhere());
        Threads.Started<Outcome<String>> waiter = waiter(polling);
        elsewhere.complete("R0");

        assertThat(waiter.answer().get()).isEqualTo("R0");
    }

    @Test
    @Clause("E-06")
    void a_waiter_hears_of_another_process_at_once_where_the_store_tells_and_soon_where_not() {
        Duration soon = front().pushes() ? Duration.ofMillis(100) : Duration.ofMillis(500);
        inOneOfSomeTries(() -> {
            Attempt.Started<String> elsewhere = started(elsewhere());
            Threads.Started<Outcome<String>> waiter = waiter();
            long began = System.nanoTime();
            elsewhere.complete("R0");
            assertThat(waiter.answer().get()).isEqualTo("R0");
            idempotency.records().forget(record());
            return since(began).compareTo(soon) < 0;
        });
    }

    @Test
    @Clause("E-06")
    void a_store_that_can_not_be_watched_is_polled() {
        Front unwatchable = new Front(store, real()) {
            @Override
            public Watch watch(IdempotencyKey watched, Runnable changed) {
                throw new IllegalStateException("no connection to listen on");
            }

            @Override
            public boolean pushes() {
                return false;
            }
        };
        Attempt.Started<String> elsewhere = started(elsewhere());
        Threads.Started<Outcome<String>> waiter = waiter(engine(unwatchable, builder -> builder));
        elsewhere.complete("R0");

        assertThat(waiter.answer().get()).isEqualTo("R0");
    }

    @Test
    @Clause("N-02")
    void each_ending_is_told() {
        if (!storeTells) {
            throw new CapabilityGap("not applicable: it tells nobody, and waiters ask");
        }
        AtomicInteger told = new AtomicInteger();
        WatchableStore telling = (WatchableStore) real();
        try (Watch watch = telling.watch(key, told::incrementAndGet)) {
            assertThat(watch).isNotNull();
            Threads.until(telling::pushes);
            assertTold(told, started(elsewhere()), holder -> holder.complete("R0"));
            assertTold(told, record(), seen -> idempotency.records().forget(seen));
            assertTold(told, started(elsewhere()), Attempt.Started::release);
            assertTold(told, started(elsewhere()), holder -> lapse());
        }
    }

    private static <T> void assertTold(AtomicInteger told, T record, Consumer<T> ending) {
        int before = told.get();
        ending.accept(record);
        Threads.until(() -> told.get() > before);
    }

    @Test
    @Clause("E-06")
    void a_watch_is_closed_when_nobody_waits_any_more() {
        AtomicInteger open = new AtomicInteger();
        AtomicInteger opened = new AtomicInteger();
        Front counting = new Front(store, real()) {
            @Override
            public Watch watch(IdempotencyKey watched, Runnable changed) {
                open.incrementAndGet();
                opened.incrementAndGet();
                WatchableStore.Watch watch = super.watch(watched, changed);
                return () -> {
                    open.decrementAndGet();
                    watch.close();
                };
            }
        };
        Idempotency engine = engine(counting, builder -> builder);
        Attempt.Started<String> holder = started(call());
        List<Threads.Started<Outcome<String>>> waiters =
                IntStream.range(0, 6).mapToObj(i -> waiter(engine)).toList();
        assertThat(engine.call(key, String.class)
                        .policy(policy -> policy.waitUpTo(BRIEF))
                        .run(this::act))
                .isInstanceOf(InProgress.class);
        assertThat(open).hasValue(1);
        holder.complete("R0");
        waiters.forEach(Threads.Started::answer);

        Threads.until(() -> open.get() == 0);
        assertThat(opened).hasValue(1);
    }

    /** The claim would be nobody's, and renewed for as long as a hung action's. */
    @Test
    @Clause({"E-06", "E-01"})
    void a_watch_that_fails_as_it_is_closed_costs_no_claim() {
        Front unclosable = new Front(store, real()) {
            @Override
            public Watch watch(IdempotencyKey watched, Runnable changed) {
                WatchableStore.Watch watch = super.watch(watched, changed);
                return () -> {
                    watch.close();
                    throw new IllegalStateException("the connection is gone");
                };
            }
        };
        Attempt.Started<String> holder = started(call());
        Threads.Started<Outcome<String>> waiter = waiter(engine(unclosable, builder -> builder));
        holder.release();

        assertThat(waiter.answer()).isEqualTo(new Executed<>("R1", Recording.STORED));
    }

    @Test
    @Clause("E-06")
    void a_leader_that_gives_up_is_followed_by_the_next() {
        Idempotency polling = engine(store, builder -> builder);
        Attempt.Started<String> elsewhere = started(elsewhere());
        Threads.Started<Outcome<String>> first = Threads.start(() -> polling.call(key, String.class)
                        .policy(policy -> policy.waitUpTo(Duration.ofMillis(300)))
                        .run(this::act))
                .parked();
        Threads.Started<Outcome<String>> second = waiter(polling);
        assertThat(first.answer()).isInstanceOf(InProgress.class);
        elsewhere.complete("R0");

        assertThat(second.answer().get()).isEqualTo("R0");
    }

    @Test
    @Clause({"E-06", "S-11"})
    void a_duplicate_with_another_fingerprint_does_not_wait() {
        started(call().fingerprint(Fingerprint.ofParts("one")));

        assertNextIs(Outcome.Mismatch.class, waiting().fingerprint(Fingerprint.ofParts("other")));
    }

    @Test
    @Clause({"E-06", "E-09"})
    void a_duplicate_of_what_is_in_doubt_does_not_wait() {
        dead(atMostOnce());

        assertNextIs(Outcome.InDoubt.class, atMostOnce().policy(policy -> policy.waitUpTo(Threads.PATIENCE)));
    }

    @Test
    @Clause({"E-06", "E-09"})
    void waiters_learn_that_the_claim_came_into_doubt() {
        Attempt.Started<String> holder = started(atMostOnce());
        List<Threads.Started<Outcome<String>>> waiters = IntStream.range(0, 4)
                .mapToObj(i -> Threads.start(() -> atMostOnce()
                                .policy(policy -> policy.waitUpTo(Threads.PATIENCE))
                                .run(this::act))
                        .parked())
                .toList();
        holder.fail(new IOException("read timed out"));

        waiters.forEach(waiter -> assertThat(waiter.answer()).isInstanceOf(Outcome.InDoubt.class));
        assertThat(effects).hasValue(0);
    }

    @Test
    @Clause({"E-06", "E-02"})
    void waiters_get_a_failure_that_was_stored() {
        Attempt.Started<String> holder = started(call(policy -> policy.onFailure(failure -> OnFailure.STORE)));
        Threads.Started<Outcome<String>> waiter = waiter();
        holder.fail(new IOException("no"));

        assertThat(waiter.answer()).isInstanceOf(Outcome.ReplayedFailure.class);
    }

    @Test
    @Clause("E-06")
    void each_waiter_gets_the_result_as_its_own_type() {
        Attempt.Started<String> holder = started(call());
        Threads.Started<Outcome<String>> text = waiter();
        Threads.Started<Outcome<Integer>> number = Threads.start(() -> idempotency
                        .call(key, int.class)
                        .policy(policy -> policy.waitUpTo(Threads.PATIENCE))
                        .run(effects::incrementAndGet))
                .parked();
        holder.complete("R0");

        assertThat(text.answer().get()).isEqualTo("R0");
        assertThat(number.answer()).isInstanceOf(Outcome.ResultUnavailable.class);
        assertThat(effects).hasValue(0);
    }

    @Test
    @Clause({"E-06", "E-09"})
    void a_waiter_takes_over_as_soon_as_the_lease_is_over() {
        Attempt.Started<String> dead = started(call());
        Threads.Started<Outcome<String>> waiter = waiter();
        lapse();

        assertThat(waiter.answer()).isEqualTo(new Executed<>("R1", Recording.STORED));
        assertThat(record().attempt()).isEqualTo(2);
        assertThat(dead.complete("R0").recording()).isEqualTo(Recording.FENCED);
    }

    @Test
    @Clause("E-06")
    void a_waiter_looks_again_when_the_lease_ends_by_itself() {
        Duration lease = Duration.ofMillis(300);
        inOneOfSomeTries(() -> {
            IdempotencyKey fresh = freshKey();
            started(idempotency
                    .call(fresh, String.class)
                    .policy(policy -> policy.lease(lease).renewFor(Duration.ZERO)));
            long began = System.nanoTime();
            Threads.Started<Outcome<String>> waiter = Threads.start(() -> idempotency
                            .call(fresh, String.class)
                            .policy(policy -> policy.waitUpTo(Threads.PATIENCE))
                            .run(this::act))
                    .parked();
            if (subject.clock() != null) {
                subject.clock().advance(lease.plusMillis(1));
            }
            assertThat(waiter.answer()).isInstanceOf(Executed.class);
            return since(began).compareTo(Duration.ofMillis(900)) < 0;
        });
    }

    @Test
    @Clause("E-06")
    void who_gave_up_waiting_is_told_the_lease_as_a_waiter_last_saw_it() {
        Attempt.Started<String> holder = started(call());
        Idempotency polling = engine(store, builder -> builder);
        Threads.Started<Outcome<String>> leader = waiter(polling);
        Threads.Started<Outcome<String>> follower = Threads.start(() -> polling.call(key, String.class)
                        .policy(policy -> policy.waitUpTo(Duration.ofMillis(1_300)))
                        .run(this::act))
                .parked();
        int looks = script.count(StoreCall.Claim.class);
        holder.execution().renew(Duration.ofSeconds(11));
        Threads.until(() -> script.count(StoreCall.Claim.class) > looks);

        InProgress<String> refused = (InProgress<String>) follower.answer();
        assertThat(refused.retryAfter()).isLessThanOrEqualTo(Duration.ofSeconds(11));
        holder.complete("R0");
        assertThat(leader.answer().get()).isEqualTo("R0");
    }

    @Test
    @Clause("E-06")
    void a_call_on_the_thread_that_runs_the_key_s_action_is_refused_at_once() {
        Outcome<String> outer = call().run(() -> {
            assertNextIs(InProgress.class, waiting());
            assertThat(waiting().runAsync(execution -> null))
                    .isCompletedWithValueMatching(InProgress.class::isInstance);
            return act();
        });

        assertThat(outer.get()).isEqualTo("R1");
    }

    @Test
    @Clause({"E-06", "E-09"})
    void a_recovery_that_asks_for_its_own_key_is_refused_at_once() {
        dead(call());
        Outcome<String> outcome = call().recover(lapsed -> {
                    assertNextIs(InProgress.class, waiting());
                    return Recovered.done("R0");
                })
                .run(this::act);

        assertThat(outcome.get()).isEqualTo("R0");
    }

    @Test
    @Clause("E-06")
    void an_action_may_wait_for_another_key() {
        IdempotencyKey other = freshKey();
        Attempt.Started<String> holder = started(idempotency.call(other, String.class));
        Threads.Started<Outcome<String>> outer = Threads.start(() -> call().run(() -> idempotency
                        .call(other, String.class)
                        .policy(policy -> policy.waitUpTo(Threads.PATIENCE))
                        .execute(this::act)))
                .parked();
        holder.complete("other's");

        assertThat(outer.answer().get()).isEqualTo("other's");
    }

    @Test
    @Clause("E-06")
    void a_thread_whose_run_was_overtaken_can_wait_for_the_one_that_overtook_it() {
        for (boolean firstEndsFirst : new boolean[] {true, false}) {
            IdempotencyKey fresh = freshKey();
            CountDownLatch firstMayEnd = new CountDownLatch(1);
            CountDownLatch secondMayEnd = new CountDownLatch(1);
            CountDownLatch firstMayWait = new CountDownLatch(1);
            Threads.Started<Outcome<String>> first = Threads.start(() -> {
                        idempotency.call(fresh, String.class).run(() -> {
                            firstMayEnd.await();
                            return "first";
                        });
                        firstMayWait.await();
                        return idempotency
                                .call(fresh, String.class)
                                .policy(policy -> policy.waitUpTo(Threads.PATIENCE))
                                .run(this::act);
                    })
                    .parked();
            Threads.until(() -> real().find(fresh).isPresent());
            lapse(fresh);
            Threads.Started<Outcome<String>> second = Threads.start(
                            () -> idempotency.call(fresh, String.class).run(() -> {
                                secondMayEnd.await();
                                return "second";
                            }))
                    .parked();
            Threads.until(() -> record(fresh).attempt() == 2);
            if (firstEndsFirst) {
                firstMayEnd.countDown();
                Threads.until(() -> script.count(StoreCall.Complete.class) > 0);
                int claims = script.count(StoreCall.Claim.class);
                firstMayWait.countDown();
                Threads.until(() -> script.count(StoreCall.Claim.class) > claims);
                first.parked();
                assertThat(first.isDone()).as("refused instead of waiting").isFalse();
                secondMayEnd.countDown();
            } else {
                secondMayEnd.countDown();
                second.answer();
                firstMayEnd.countDown();
                firstMayWait.countDown();
            }
            assertThat(first.answer()).isInstanceOf(Replayed.class);
            assertThat(first.answer().get()).isEqualTo("second");
            assertThat(second.answer()).isInstanceOf(Executed.class);
            script.forgetMade();
        }
    }

    @Test
    @Clause({"E-06", "E-08"})
    void a_wait_ends_with_the_invocation_and_is_refused_then() {
        started(call());
        long began = System.nanoTime();

        assertNextIs(InProgress.class, waiting().within(Duration.ofMillis(300)));
        assertThat(since(began)).isGreaterThanOrEqualTo(Duration.ofMillis(290));
    }

    @Test
    @Clause({"E-06", "E-11"})
    void a_look_that_gets_no_answer_tells_nothing() {
        Attempt.Started<String> holder = started(elsewhere());
        Threads.Started<Outcome<String>> waiter = waiter(engine(store, builder -> builder));
        script.once(StoreCall.Claim.class, Script.UNREACHABLE, Script.UNREACHABLE);
        Threads.until(() -> script.count(StoreCall.Claim.class) >= 4);
        holder.complete("R0");

        assertThat(waiter.answer().get()).isEqualTo("R0");
        assertThat(effects).hasValue(0);
    }

    @Test
    @Clause({"E-06", "E-11"})
    void who_knows_of_a_holder_never_runs_beside_it_unprotected() {
        Attempt.Started<String> holder = started(elsewhere());
        Threads.Started<Outcome<String>> waiter = Threads.start(() -> engine(store, builder -> builder)
                        .call(key, String.class)
                        .policy(policy -> policy.waitUpTo(Threads.PATIENCE).onStoreDown(OnStoreDown.RUN_UNPROTECTED))
                        .run(this::act))
                .parked();
        Threads.until(() -> script.count(StoreCall.Claim.class) > 0);
        script.always(StoreCall.Claim.class, Script.REPLY_LOST);
        int before = script.count(StoreCall.Claim.class);
        Threads.until(() -> script.count(StoreCall.Claim.class) > before + 2);
        script.always(StoreCall.Claim.class, Script.UNREACHABLE);
        int then = script.count(StoreCall.Claim.class);
        Threads.until(() -> script.count(StoreCall.Claim.class) > then + 1);
        script.heal();
        holder.complete("R0");

        assertThat(waiter.answer().get()).isEqualTo("R0");
        assertThat(effects).hasValue(0);
    }

    @Test
    @Clause({"E-06", "E-11"})
    void a_look_that_is_refused_for_good_ends_the_wait() {
        started(elsewhere());
        Threads.Started<Outcome<String>> waiter = waiter(engine(store, builder -> builder));
        script.always(StoreCall.Claim.class, Script.throwing(new StoreRejectedException(key, "no table", null)));

        assertThat(waiter.failure()).isInstanceOf(StoreRejectedException.class);
    }

    @Test
    @Clause({"E-06", "E-11"})
    void a_store_that_is_away_at_the_first_claim_fails_at_once_also_a_call_that_would_wait() {
        script.always(StoreCall.Claim.class, Script.UNREACHABLE);

        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> waiting().run(this::act));
        assertThat(script.count(StoreCall.Claim.class)).isEqualTo(1);
    }

    @Test
    @Clause("E-06")
    void closing_ends_every_wait_and_lets_holders_record() {
        Attempt.Started<String> holder = started(call());
        List<Threads.Started<Outcome<String>>> waiters = waiters(4);
        idempotency.close();
        idempotency.close();

        waiters.forEach(waiter -> assertThat(waiter.answer()).isInstanceOf(InProgress.class));
        assertThat(holder.complete("R0").recording()).isEqualTo(Recording.STORED);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> call().run(this::act));
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> call().begin());
        assertNextReplays("R0");
    }

    @Test
    @Clause("E-06")
    void an_action_that_runs_while_all_is_closed_is_still_recorded() {
        CountDownLatch go = new CountDownLatch(1);
        Threads.Started<Outcome<String>> running = Threads.start(() -> call().run(() -> {
                    go.await();
                    return act();
                }))
                .parked();
        idempotency.close();
        go.countDown();

        assertThat(running.answer()).isEqualTo(new Executed<>("R1", Recording.STORED));
    }
}
