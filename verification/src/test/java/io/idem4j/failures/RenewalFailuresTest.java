package io.idem4j.failures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.Recording;
import io.idem4j.failures.ScriptedStore.Fault;
import io.idem4j.failures.ScriptedStore.Step;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** While the action takes longer than its lease; on the machine's clock, since renewals run on it. */
class RenewalFailuresTest extends FailureBase {
    /** Soon over where it is not renewed. */
    private static final Duration SHORT = Duration.ofMillis(300);
    /** Long enough that a slow machine renews in time. */
    private static final Duration LONG = Duration.ofSeconds(3);

    RenewalFailuresTest() {
        super(InstantSource.system());
    }

    private Call<String> under(Duration lease, Duration renewFor) {
        return call().policy(policy -> policy.lease(lease).renewFor(renewFor));
    }

    @Test
    void a_long_action_keeps_its_claim_by_renewing_it() {
        Attempt.Started<String> slow = holder(under(LONG, Duration.ofMinutes(1)));
        var first = held().leaseUntil();

        await().atMost(PATIENCE).until(() -> held().leaseUntil().isAfter(first));
        assertNextIs(Outcome.InProgress.class, call());
        assertThat(slow.execution().isLeaseLost()).isFalse();
        assertThat(slow.complete("R1").recording()).isEqualTo(Recording.STORED);
        assertNextReplays("R1");
    }

    @Test
    void a_lost_reply_to_a_renewal_is_made_up_for_by_the_next() {
        Attempt.Started<String> slow = holder(under(LONG, Duration.ofMinutes(1)));
        store.once(Step.RENEW, Fault.REPLY_LOST);

        await().atMost(PATIENCE).until(() -> store.sent(Step.RENEW) >= 2);
        assertThat(slow.execution().isLeaseLost()).isFalse();
        assertThat(slow.complete("R1").recording()).isEqualTo(Recording.STORED);
    }

    @Test
    void a_holder_whose_renewal_is_fenced_knows_that_it_lost_its_claim() {
        Attempt.Started<String> robbed = holder(under(SHORT, Duration.ofMinutes(1)));
        idempotency.records().forget(key, true);

        await().atMost(PATIENCE).until(robbed.execution()::isLeaseLost);
        assertThat(robbed.complete("R1").recording()).isEqualTo(Recording.FENCED);
        assertNothingHeld();
        assertNextRuns(1);
    }

    @Test
    void a_holder_that_gets_no_answers_counts_its_lease_itself() {
        store.always(Step.RENEW, Fault.UNREACHABLE);
        Attempt.Started<String> cutOff = holder(under(SHORT, Duration.ofMinutes(1)));

        await().atMost(PATIENCE).until(cutOff.execution()::isLeaseLost);
        await().atMost(PATIENCE).until(() -> held().isLapsed());
        assertThat(cutOff.complete("R1").recording()).isEqualTo(Recording.STORED);
        assertNextReplays("R1");
    }

    @Test
    void a_hung_action_is_renewed_no_longer_than_the_setting_says() {
        holder(under(SHORT, SHORT.multipliedBy(2)));

        await().atMost(PATIENCE).until(() -> held().isLapsed());
        assertThat(store.sent(Step.RENEW)).isPositive();
        assertThat(run(call())).isInstanceOf(Executed.class);
    }
}
