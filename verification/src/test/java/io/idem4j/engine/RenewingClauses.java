package io.idem4j.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.Execution;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.Recording;
import io.idem4j.StoreUnavailableException;
import io.idem4j.StoredRecord;
import io.idem4j.tck.Clause;
import io.idem4j.tck.StoreCall;
import io.idem4j.tck.TestClock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The lease of an action that runs. The engine counts it in real time, whatever clock the store has. */
abstract class RenewingClauses extends EngineTest {
    private static final Duration SHORT = Duration.ofMillis(240);

    RenewingClauses(EngineClauses clauses) {
        super(clauses);
    }

    private Call<String> shortLease() {
        return call(policy -> policy.lease(SHORT));
    }

    private Call<String> unrenewed() {
        return call(policy -> policy.lease(SHORT).renewFor(Duration.ZERO));
    }

    private int renewals() {
        return script.count(StoreCall.Renew.class);
    }

    private void untilRenewals(int count) {
        Threads.until(() -> renewals() >= count);
    }

    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    /** Holds a call of the store until it is let go. */
    private static final class Gate {
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch open = new CountDownLatch(1);

        void hold() {
            reached.countDown();
            try {
                open.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        void untilReached() {
            Threads.until(() -> reached.getCount() == 0);
        }

        void open() {
            open.countDown();
        }
    }

    @Test
    @Clause({"E-07", "S-18"})
    void a_running_action_s_lease_is_renewed_at_every_third_of_its_length() {
        long began = System.nanoTime();
        call(policy -> policy.lease(SHORT).retention(Duration.ofHours(3))).run(execution -> {
            untilRenewals(4);
            return act();
        });

        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isGreaterThan(SHORT.dividedBy(3).multipliedBy(4).minusMillis(2));
        assertThat(script.made(StoreCall.Renew.class)).allSatisfy(renewal -> {
            assertThat(renewal.leaseFor()).isEqualTo(SHORT);
            assertThat(renewal.keepFor()).isEqualTo(Duration.ofHours(3));
        });
        assertCompleted("R1");
    }

    @Test
    @Clause("E-07")
    void an_action_longer_than_its_lease_keeps_its_claim() {
        call(policy -> policy.lease(Duration.ofSeconds(1))).run(execution -> {
            pass(Duration.ofMillis(1_500));
            assertThat(execution.isLeaseLost()).isFalse();
            assertThat(execution.leaseLeft()).isPositive();
            return act();
        });

        assertNextReplays("R1");
    }

    @Test
    @Clause("E-07")
    void renewing_ends_when_the_claim_is_as_old_as_the_setting_says() {
        Attempt.Started<String> hung =
                started(call(policy -> policy.lease(SHORT).renewFor(SHORT.multipliedBy(2))));
        Threads.until(() -> hung.execution().isLeaseLost());

        int renewals = renewals();
        assertThat(renewals).isBetween(1, 6);
        pass(SHORT);
        assertThat(renewals()).isEqualTo(renewals);
        assertThat(heard.count(Kind.LEASE_LOST)).isZero();
    }

    @Test
    @Clause("E-07")
    void nothing_is_renewed_where_the_setting_or_the_invocation_or_the_lease_says_so() {
        List<Attempt.Started<String>> holders = List.of(
                started(unrenewed()),
                started(idempotency
                        .call(freshKey(), String.class)
                        .policy(policy -> policy.lease(SHORT))
                        .within(Duration.ofMinutes(1))),
                started(idempotency.call(freshKey(), String.class).policy(policy -> policy.lease(null))));
        Threads.until(() -> holders.get(0).execution().isLeaseLost()
                && holders.get(1).execution().isLeaseLost());

        assertThat(renewals()).isZero();
        assertThat(holders.get(2).execution().isLeaseLost()).isFalse();
        assertThat(holders.get(2).execution().leaseLeft()).isGreaterThan(Duration.ofDays(30_000));
    }

    @Test
    @Clause({"E-07", "E-08"})
    void within_an_invocation_renewing_can_be_switched_on_and_ends_with_it() {
        Attempt.Started<String> holder =
                started(call(policy -> policy.lease(SHORT).renewFor(Duration.ofMinutes(1)))
                        .within(SHORT.multipliedBy(3)));
        Threads.until(() -> holder.execution().isLeaseLost());

        assertThat(script.made(StoreCall.Renew.class))
                .isNotEmpty()
                .allMatch(renewal -> renewal.leaseFor().compareTo(SHORT) <= 0);
        List<StoreCall.Renew> made = script.made(StoreCall.Renew.class);
        assertThat(made.get(made.size() - 1).leaseFor()).isLessThan(SHORT);
    }

    @Test
    @Clause("E-07")
    void renewing_ends_before_a_completion_is_sent() {
        Gate gate = new Gate();
        script.once(StoreCall.Complete.class, Script.after(gate::hold));
        Attempt.Started<String> holder = started(shortLease());
        untilRenewals(1);
        Threads.Started<Executed<String>> completing = Threads.start(() -> holder.complete("R0"));
        gate.untilReached();
        int renewals = renewals();
        pass(SHORT);

        assertThat(renewals()).isLessThanOrEqualTo(renewals + 1);
        gate.open();
        assertThat(completing.answer().recording()).isEqualTo(Recording.STORED);
    }

    @Test
    @Clause("E-07")
    void the_answer_to_a_renewal_that_is_still_under_way_is_ignored() {
        Gate gate = new Gate();
        script.once(StoreCall.Renew.class, Script.after(gate::hold));
        Attempt.Started<String> holder = started(shortLease());
        gate.untilReached();
        assertThat(holder.complete("R0").recording()).isEqualTo(Recording.STORED);
        gate.open();
        Threads.until(() -> store.reached().stream().anyMatch(each -> each.call() instanceof StoreCall.Renew));
        pass(SHORT.dividedBy(2));

        assertThat(heard.kinds()).doesNotContain(Kind.LEASE_LOST, Kind.STORE_ERROR);
        assertThat(renewals()).isEqualTo(1);
        assertNextReplays("R0");
    }

    /** Trace P-04 (c), as the engine sees it. */
    @Test
    @Clause({"E-07", "S-22"})
    void a_renewal_that_was_under_way_does_not_bring_back_a_lease_that_was_ended() {
        Gate gate = new Gate();
        script.once(StoreCall.Renew.class, Script.after(gate::hold));
        Attempt.Started<String> holder =
                started(call(policy -> policy.lease(SHORT).onFailure(failure -> OnFailure.KEEP)));
        gate.untilReached();
        holder.fail(new IOException("timeout"));
        assertLapsed();
        gate.open();

        Threads.until(() -> renewals() == 3);
        Threads.until(() -> record().isLapsed());
        assertNextRuns(2);
    }

    @Test
    @Clause("E-07")
    void a_renewal_that_is_fenced_tells_the_holder_once_and_is_the_last() {
        Attempt.Started<String> holder = started(shortLease());
        Threads.until(() -> {
            lapse();
            return elsewhere().run(this::act) instanceof Outcome.Executed;
        });
        Threads.until(() -> holder.execution().isLeaseLost());
        Threads.until(() -> heard.count(Kind.LEASE_LOST) == 1);
        int renewals = renewals();
        pass(SHORT);

        assertThat(renewals()).isEqualTo(renewals);
        assertThat(holder.execution().leaseLeft()).isZero();
        assertThat(holder.execution().renew(SHORT)).isFalse();
        assertThat(holder.complete("R0").recording()).isEqualTo(Recording.FENCED);
        assertThat(heard.count(Kind.LEASE_LOST)).isEqualTo(1);
    }

    /** Trace P-18. */
    @Test
    @Clause({"E-07", "S-08"})
    void a_holder_without_answers_counts_its_lease_itself_and_may_still_record() {
        script.always(StoreCall.Renew.class, Script.UNREACHABLE);
        Attempt.Started<String> holder = started(shortLease());
        Threads.until(() -> holder.execution().isLeaseLost());
        Threads.until(() -> renewals() > 2);

        assertThat(heard.count(Kind.STORE_ERROR)).isPositive();
        assertThat(heard.count(Kind.LEASE_LOST)).isZero();
        script.heal();
        Threads.until(() -> !holder.execution().isLeaseLost());
        assertThat(holder.complete("R0").recording()).isEqualTo(Recording.STORED);
    }

    @Test
    @Clause("E-07")
    void the_lease_counts_from_the_sending_of_the_call_that_was_answered() {
        Duration slow = Duration.ofMillis(200);
        script.once(
                StoreCall.Claim.class,
                Script.after(() -> pass(slow)),
                Script.REPLY_LOST,
                Script.after(() -> pass(slow)));
        Attempt.Started<String> holder = started(call());
        assertThat(holder.execution().leaseLeft())
                .isLessThanOrEqualTo(Duration.ofSeconds(30).minus(slow));

        script.once(StoreCall.Renew.class, Script.after(() -> pass(slow)));
        assertThat(holder.execution().renew(Duration.ofSeconds(10))).isTrue();
        assertThat(holder.execution().leaseLeft())
                .isLessThanOrEqualTo(Duration.ofSeconds(10).minus(slow));

        Attempt.Started<String> repeated = started(
                idempotency.call(freshKey(), String.class).policy(policy -> policy.claimWithin(Threads.PATIENCE)));
        assertThat(repeated.execution().leaseLeft())
                .as("from the sending that was answered")
                .isLessThanOrEqualTo(Duration.ofSeconds(30).minus(slow));
    }

    @Test
    @Clause("E-07")
    void a_claim_that_was_answered_after_its_lease_is_lost_from_the_start() {
        script.once(StoreCall.Claim.class, Script.after(() -> pass(SHORT)));

        assertThat(started(unrenewed()).execution().isLeaseLost()).isTrue();
    }

    @Test
    @Clause("E-07")
    void an_action_can_renew_by_itself_and_the_background_does_not_cut_that_short() {
        Attempt.Started<String> holder = started(shortLease());
        assertThat(holder.execution().renew(Duration.ofMinutes(2))).isTrue();
        int renewals = renewals();
        pass(SHORT.multipliedBy(2));

        assertThat(renewals()).isEqualTo(renewals);
        assertThat(holder.execution().leaseLeft()).isGreaterThan(Duration.ofMinutes(1));
        StoredRecord record = record();
        assertThat(Duration.between(record.observedAt(), record.leaseUntil())).isGreaterThan(Duration.ofMinutes(1));
    }

    @Test
    @Clause("E-07")
    void two_renewals_of_one_claim_are_never_under_way_at_once() {
        Gate gate = new Gate();
        script.once(StoreCall.Renew.class, Script.after(gate::hold));
        Attempt.Started<String> holder = started(shortLease());
        gate.untilReached();
        Threads.Started<Boolean> byHand = Threads.start(() -> holder.execution().renew(Duration.ofMinutes(2)))
                .parked();
        pass(SHORT);
        assertThat(renewals()).isEqualTo(1);
        gate.open();

        assertThat(byHand.answer()).isTrue();
        StoredRecord record = record();
        assertThat(Duration.between(record.observedAt(), record.leaseUntil())).isGreaterThan(Duration.ofMinutes(1));
        assertThat(holder.execution().leaseLeft()).isGreaterThan(Duration.ofMinutes(1));
    }

    @Test
    @Clause("E-07")
    void the_background_leaves_a_claim_alone_whose_action_is_renewing() {
        Gate gate = new Gate();
        Attempt.Started<String> holder = started(shortLease());
        script.once(StoreCall.Renew.class, Script.after(gate::hold));
        Threads.Started<Boolean> byHand = Threads.start(() -> holder.execution().renew(SHORT));
        gate.untilReached();
        pass(SHORT);
        assertThat(renewals()).isEqualTo(1);
        gate.open();

        assertThat(byHand.answer()).isTrue();
        untilRenewals(3);
    }

    @Test
    @Clause("E-07")
    void a_renewal_by_hand_says_what_it_met() {
        Execution lost = dead(call()).execution();
        elsewhere().run(this::act);
        assertThat(lost.renew(SHORT)).isFalse();

        Attempt.Started<String> ended = started(idempotency.call(freshKey(), String.class));
        ended.complete("R0");
        int renewals = renewals();
        assertThat(ended.execution().renew(SHORT)).isFalse();
        assertThat(renewals()).isEqualTo(renewals);

        Execution unanswered =
                started(idempotency.call(freshKey(), String.class)).execution();
        script.once(StoreCall.Renew.class, Script.UNREACHABLE, Script.throwing(new AssertionError("store")));
        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> unanswered.renew(SHORT));
        assertThat(catchThrowable(() -> unanswered.renew(SHORT))).hasCauseInstanceOf(AssertionError.class);
        for (Duration bad : new Duration[] {Duration.ZERO, Duration.ofSeconds(-1), Duration.ofDays(36_501)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> unanswered.renew(bad))
                    .withMessageContaining("leaseFor");
        }
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> unanswered.renew(null))
                .withMessage("leaseFor");
    }

    @Test
    @Clause({"E-07", "E-08"})
    void a_renewal_by_hand_is_never_longer_than_the_invocation() {
        Execution execution = started(call().within(Duration.ofSeconds(9))).execution();
        assertThat(execution.renew(Duration.ofMinutes(5))).isTrue();

        assertThat(script.made(StoreCall.Renew.class).get(0).leaseFor()).isLessThanOrEqualTo(Duration.ofSeconds(9));
    }

    @Test
    @Clause("E-07")
    void store_calls_that_hang_keep_no_other_lease_from_being_renewed() {
        Gate gate = new Gate();
        List<IdempotencyKey> stuck =
                IntStream.range(0, 8).mapToObj(i -> freshKey()).toList();
        Front hanging = new Front(store, real()) {
            @Override
            public io.idem4j.spi.WriteResult renew(
                    io.idem4j.spi.ClaimToken claim, Duration leaseFor, Duration keepFor) {
                if (stuck.contains(claim.key())) {
                    gate.hold();
                }
                return super.renew(claim, leaseFor, keepFor);
            }
        };
        Idempotency engine = engine(hanging, builder -> builder.policy(policy -> policy.lease(SHORT)));
        stuck.forEach(each -> started(engine.call(each, String.class)));
        gate.untilReached();
        started(engine.call(key, String.class));

        untilRenewals(3);
        gate.open();
    }

    @Test
    @Clause("E-07")
    void a_renewal_that_fails_in_whatever_way_is_tried_again_sooner() {
        script.once(
                StoreCall.Renew.class,
                Script.throwing(new AssertionError("store")),
                Script.throwing(new IllegalStateException("store")),
                Script.UNREACHABLE,
                Script.REPLY_LOST);
        Attempt.Started<String> holder = started(call(policy -> policy.lease(Duration.ofSeconds(5))));
        untilRenewals(5);

        assertThat(heard.count(Kind.STORE_ERROR)).isEqualTo(4);
        assertThat(holder.execution().isLeaseLost()).isFalse();
    }

    @Test
    @Clause("E-07")
    void the_engine_s_own_clock_can_end_a_lease_too() {
        TestClock clock = new TestClock();
        Attempt.Started<String> holder =
                started(engine(builder -> builder.clock(clock)).call(key, String.class));
        assertThat(holder.execution().isLeaseLost()).isFalse();
        clock.advance(Duration.ofSeconds(30));

        assertThat(holder.execution().isLeaseLost()).isTrue();
        clock.advance(Duration.ofDays(-1));
        assertThat(holder.execution().isLeaseLost())
                .as("by the monotonic clock")
                .isFalse();
    }

    @Test
    @Clause("E-07")
    void closing_ends_all_renewing() {
        Attempt.Started<String> holder = started(shortLease());
        untilRenewals(1);
        idempotency.close();
        int renewals = renewals();
        pass(SHORT);

        assertThat(renewals()).isLessThanOrEqualTo(renewals + 1);
        Threads.until(() -> holder.execution().isLeaseLost());
        assertThat(holder.complete("R0").recording()).isEqualTo(Recording.STORED);
    }

    @Test
    @Clause("E-07")
    void renewing_is_done_by_daemon_threads() {
        started(shortLease());
        untilRenewals(1);

        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().startsWith("idem4j-lease-keeper"))
                .isNotEmpty()
                .allMatch(Thread::isDaemon);
    }
}
