package io.idem4j.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.idem4j.Call;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.IdempotencyPolicy.OnStoreDown;
import io.idem4j.NoTimeLeftException;
import io.idem4j.Outcome.InProgress;
import io.idem4j.Recovered;
import io.idem4j.StoreUnavailableException;
import io.idem4j.tck.Clause;
import io.idem4j.tck.Fault;
import io.idem4j.tck.StoreCall;
import io.idem4j.tck.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A call in an invocation that is ended from outside, of whose time a margin must be left for an action to be started. */
abstract class TimeLimitClauses extends EngineTest {
    private static final Duration REMAINING = Duration.ofSeconds(10);
    private static final Duration MARGIN = Duration.ofSeconds(4);

    private final TestClock clock = new TestClock();

    TimeLimitClauses(EngineClauses clauses) {
        super(clauses);
    }

    private Call<String> limited(UnaryOperator<IdempotencyPolicy> policy) {
        return engine(builder -> builder.clock(clock))
                .call(key, String.class)
                .policy(policy)
                .within(REMAINING, MARGIN);
    }

    /** The next claim takes so long that no more than the margin is left. */
    private Fault tooLong() {
        return Script.after(() -> clock.advance(REMAINING.minus(MARGIN)));
    }

    private void assertNoTimeLeft(Call<String> call) {
        assertThatExceptionOfType(NoTimeLeftException.class).isThrownBy(() -> call.run(this::act));
        assertThat(effects).hasValue(0);
        assertThat(heard.kinds()).doesNotContain(Kind.ACTION_FAILED, Kind.EXECUTED);
    }

    @Test
    @Clause("E-08")
    void with_no_more_than_the_margin_left_nothing_is_claimed_and_nothing_runs() {
        assertNoTimeLeft(call().within(MARGIN, MARGIN));
        assertThat(script.made()).isEmpty();
        assertThat(call().within(REMAINING, MARGIN).execute(this::act)).isEqualTo("R1");
    }

    @Test
    @Clause("E-08")
    void the_margin_makes_no_lease_shorter() {
        call().within(REMAINING, MARGIN).run(this::act);
        assertThat(script.made(StoreCall.Claim.class).get(0).request().leaseFor())
                .isBetween(REMAINING.minus(MARGIN.dividedBy(2)), REMAINING);
    }

    @Test
    @Clause("E-08")
    void a_claim_that_took_what_was_left_is_given_back_in_every_mode() {
        for (UnaryOperator<IdempotencyPolicy> mode : List.<UnaryOperator<IdempotencyPolicy>>of(
                policy -> policy,
                policy -> policy.maxAttempts(1),
                policy -> policy.onFailure(failure -> OnFailure.STORE),
                policy -> policy.onFailure(failure -> OnFailure.KEEP))) {
            script.once(StoreCall.Claim.class, tooLong());
            assertNoTimeLeft(limited(mode));
            assertNoRecord();
        }
        assertNextRuns(1);
    }

    @Test
    @Clause("E-08")
    void more_than_the_margin_left_after_the_claim_is_enough() {
        script.once(
                StoreCall.Claim.class,
                Script.after(() -> clock.advance(REMAINING.minus(MARGIN).minusMillis(500))));
        assertThat(limited(policy -> policy).execute(this::act)).isEqualTo("R1");
    }

    @Test
    @Clause({"E-08", "E-02"})
    void a_takeover_that_took_what_was_left_ends_its_lease_and_asks_no_recovery() {
        dead(call());
        script.once(StoreCall.Claim.class, tooLong());
        assertNoTimeLeft(limited(policy -> policy).recover(lapsed -> {
            throw new AssertionError("asked");
        }));
        assertLapsed();
        assertNextRuns(3);
    }

    @Test
    @Clause({"E-08", "E-09"})
    void what_a_recovery_took_counts_too() {
        dead(call());
        assertNoTimeLeft(limited(policy -> policy).recover(lapsed -> {
            clock.advance(REMAINING.minus(MARGIN));
            return Recovered.notDone();
        }));
        assertThat(elsewhere().execute(this::act)).isEqualTo("R1");
    }

    @Test
    @Clause("E-08")
    void a_claim_that_cannot_be_given_back_is_no_other_error() {
        script.once(StoreCall.Claim.class, tooLong());
        script.always(StoreCall.Release.class, Script.UNREACHABLE);
        assertThatExceptionOfType(NoTimeLeftException.class)
                .isThrownBy(() -> limited(policy -> policy).run(this::act))
                .satisfies(late ->
                        assertThat(late.getSuppressed()).hasOnlyElementsOfType(StoreUnavailableException.class));
        assertThat(effects).hasValue(0);
        assertLive();
    }

    @Test
    @Clause({"E-08", "E-11"})
    void nothing_runs_unprotected_either() {
        script.always(StoreCall.Claim.class, Script.after(() -> {
            clock.advance(REMAINING.minus(MARGIN));
            Script.<RuntimeException>sneaked(new StoreUnavailableException(key, "down", null));
        }));
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> limited(policy -> policy.onStoreDown(OnStoreDown.RUN_UNPROTECTED))
                        .run(this::act));
        assertThat(effects).hasValue(0);
        assertThat(heard.kinds()).doesNotContain(Kind.UNPROTECTED);
    }

    @Test
    @Clause({"E-06", "E-08"})
    void a_wait_ends_where_no_more_than_the_margin_is_left() {
        started(call());
        Duration remaining = Threads.PATIENCE;
        Duration longest = Duration.ofMillis(300);
        long began = System.nanoTime();

        assertNextIs(InProgress.class, waiting().within(remaining, remaining.minus(longest)));
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isBetween(longest.minusMillis(10), remaining.dividedBy(2));
    }

    @Test
    @Clause("E-08")
    void a_time_is_not_negative() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> call().within(REMAINING, Duration.ofMillis(-1)))
                .withMessageContaining("margin");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> call().within(Duration.ofMillis(-1), MARGIN))
                .withMessageContaining("remaining");
    }
}
