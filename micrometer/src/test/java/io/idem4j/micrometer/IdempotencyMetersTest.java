package io.idem4j.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.Attempt;
import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener.Event;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.IdempotencyPolicy.MissingKey;
import io.idem4j.IdempotencyPolicy.OnStoreDown;
import io.idem4j.InDoubtException;
import io.idem4j.NoTimeLeftException;
import io.idem4j.PayloadMismatchException;
import io.idem4j.Recovered;
import io.idem4j.StoreUnavailableException;
import io.idem4j.tck.Clause;
import io.idem4j.tck.Fault;
import io.idem4j.tck.FaultPlan;
import io.idem4j.tck.StoreCall;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdempotencyMetersTest extends MetersBase {
    @Test
    @Clause({"M-01", "M-02"})
    void a_first_execution_and_its_replays() {
        for (int i = 0; i < 3; i++) {
            call().execute(() -> "done");
        }

        assertCalls("executed", 1);
        assertCalls("replayed", 2);
        assertEvents("started", 1);
        assertThat(registry.find("idempotency.calls").timers()).hasSize(2);
        assertThat(registry.find("idempotency.events").counters()).hasSize(1);
    }

    @Test
    @Clause("M-01")
    void a_mismatch() {
        call().fingerprint(Fingerprint.ofParts("one")).execute(() -> "done");
        assertThatExceptionOfType(PayloadMismatchException.class)
                .isThrownBy(() -> call().fingerprint(Fingerprint.ofParts("two")).execute(() -> "done"));

        assertCalls("mismatch", 1);
    }

    @Test
    @Clause("M-01")
    void a_duplicate_while_the_first_runs() {
        held();
        call().run(() -> "done");

        assertCalls("in_progress", 1);
        assertCalls("executed", 0);
    }

    @Test
    @Clause("M-01")
    void doubt() {
        lapsed();
        assertThatExceptionOfType(InDoubtException.class)
                .isThrownBy(() -> call(policy -> policy.maxAttempts(1)).execute(() -> "done"));

        assertCalls("in_doubt", 1);
    }

    @Test
    @Clause({"M-01", "M-02"})
    void an_action_that_threw() {
        assertThatThrownBy(() -> call().execute(() -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");

        assertCalls("failed", 1);
        assertCalls("executed", 0);
        assertEvents("released", 1);
    }

    @Test
    @Clause({"M-01", "M-02"})
    void an_action_that_threw_and_may_have_had_its_effect() {
        assertThatThrownBy(() -> call(policy -> policy.maxAttempts(1)).execute(() -> {
                    throw new IllegalStateException("no answer");
                }))
                .hasMessage("no answer");

        assertCalls("failed", 1);
        assertEvents("kept", 1);
    }

    @Test
    @Clause("M-02")
    void a_takeover_and_the_holder_that_comes_late() {
        Attempt.Started<String> late = lapsed();
        call().execute(() -> "second");
        late.complete("first");

        assertEvents("taken_over", 1);
        assertEvents("lease_lost", 1);
    }

    @Test
    @Clause("M-02")
    void a_recovery() {
        lapsed();
        call().recover(record -> Recovered.done("done")).execute(() -> "again");

        assertEvents("recovered", 1);
        assertCalls("executed", 0);
        assertCalls("replayed", 1);
    }

    @Test
    @Clause({"M-01", "M-02"})
    void a_completion_that_failed() {
        plan = call -> call instanceof StoreCall.Complete ? new Fault.FailBefore() : new Fault.None();
        call(policy -> policy.recordWithin(Duration.ZERO)).execute(() -> "done");

        assertCalls("executed", 1);
        assertEvents("unrecorded", 1);
        assertThat(registry.get("idempotency.events")
                        .tag("event", "store_error")
                        .counter()
                        .count())
                .isPositive();
    }

    @Test
    @Clause("M-02")
    void a_store_that_is_down() {
        plan = call -> new Fault.FailBefore();
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(
                        () -> call(policy -> policy.claimWithin(Duration.ZERO)).execute(() -> "done"));

        assertThat(registry.get("idempotency.events")
                        .tag("event", "store_error")
                        .counter()
                        .count())
                .isPositive();
        assertThat(registry.find("idempotency.calls").timers()).isEmpty();
    }

    @Test
    @Clause({"M-01", "M-02"})
    void an_execution_without_a_claim() {
        plan = FaultPlan.at(StoreCall.Claim.class, 0, new Fault.FailBefore());
        call(policy -> policy.claimWithin(Duration.ZERO).onStoreDown(OnStoreDown.RUN_UNPROTECTED))
                .execute(() -> "done");

        assertEvents("unprotected", 1);
        assertThat(registry.find("idempotency.calls").timers()).isEmpty();
    }

    @Test
    @Clause({"M-01", "M-02"})
    void an_execution_of_which_nobody_knows_whether_it_has_a_claim() {
        plan = FaultPlan.at(StoreCall.Claim.class, 0, new Fault.LoseReply());
        call(policy -> policy.claimWithin(Duration.ZERO).onStoreDown(OnStoreDown.RUN_UNPROTECTED))
                .execute(() -> "done");

        assertEvents("unprotected", 1);
        assertCalls("executed", 1);
    }

    /** Its caller alone hears of it. */
    @Test
    @Clause("M-01")
    void a_call_without_time_left_tells_nothing() {
        assertThatExceptionOfType(NoTimeLeftException.class)
                .isThrownBy(() -> call().within(Duration.ZERO).execute(() -> "done"));

        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    @Clause({"M-01", "M-02"})
    void a_claim_that_took_until_no_time_was_left() {
        Duration left = Duration.ofSeconds(10);
        plan = FaultPlan.at(StoreCall.Claim.class, 0, new Fault.Delay(() -> clock.advance(left)));
        assertThatExceptionOfType(NoTimeLeftException.class)
                .isThrownBy(() -> call().within(left).execute(() -> "done"));

        assertEvents("started", 1);
        assertEvents("released", 1);
        assertThat(registry.find("idempotency.calls").timers()).isEmpty();
    }

    @Test
    @Clause("M-02")
    void a_payload_without_a_key() {
        idempotency
                .operation("orders.place", String.class, String.class)
                .key(payload -> null)
                .policy(policy -> policy.missingKey(MissingKey.SKIP))
                .build()
                .execute("payload", () -> "done");

        assertEvents("none", "missing_key", 1);
        assertThat(registry.find("idempotency.calls").timers()).isEmpty();
    }

    @Test
    @Clause("M-01")
    void a_call_is_timed_from_its_begin() {
        new IdempotencyMeters(registry).onEvent(new Event(Kind.EXECUTED, KEY, 1, Duration.ofMillis(1_500), null));

        assertThat(registry.get("idempotency.calls").timer().totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(1_500);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    @Clause({"M-01", "M-02"})
    void each_kind_is_told_by_one_meter(Kind kind) {
        new IdempotencyMeters(registry).onEvent(new Event(kind, KEY, 1, Duration.ZERO, null));

        assertThat(registry.getMeters()).hasSize(1);
        assertThat(registry.getMeters().get(0).measure().iterator().next().getValue())
                .isEqualTo(1);
    }

    @Test
    @Clause("M-05")
    void no_tag_has_a_key_token_payload_or_result() {
        String token = ((Attempt.Started<String>) call().begin()).execution().downstreamKey("x");
        call().run(() -> "the-result");
        clock.advance(LEASE.plusMillis(1));
        call().fingerprint(Fingerprint.ofParts("the-payload")).run(() -> "the-result");

        assertThat(registry.getMeters().stream()
                        .map(Meter::getId)
                        .flatMap(id -> id.getTags().stream())
                        .map(Tag::getValue))
                .isNotEmpty()
                .allMatch(value -> List.of("orders.place", "started", "in_progress", "mismatch")
                        .contains(value))
                .doesNotContain(token);
    }

    @Test
    @Clause("M-05")
    void operations_made_of_what_callers_send_do_not_fill_the_registry() {
        IdempotencyMeters meters = new IdempotencyMeters(registry);
        for (int i = 0; i < IdempotencyMeters.MAX_OPERATIONS + 50; i++) {
            meters.onEvent(new Event(Kind.EXECUTED, IdempotencyKey.of("orders." + i, "k"), 1, Duration.ZERO, null));
        }

        assertThat(registry.getMeters()).hasSize(IdempotencyMeters.MAX_OPERATIONS + 1);
        assertThat(registry.get("idempotency.calls")
                        .tag("operation", "other")
                        .timer()
                        .count())
                .isEqualTo(50);
    }
}
