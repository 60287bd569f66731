package io.idem4j.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.Attempt;
import io.idem4j.Fingerprint;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.IdempotencyPolicy.OnStoreDown;
import io.idem4j.IdempotentOperation;
import io.idem4j.NoTimeLeftException;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Recording;
import io.idem4j.RecordTooLargeException;
import io.idem4j.StoredFailureException;
import io.idem4j.TypeRef;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.tck.Clause;
import io.idem4j.tck.StoreCall;
import io.idem4j.tck.TestClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Results that an operation keeps in its process. */
abstract class CacheClauses extends EngineTest {
    private static final Duration AGE = Duration.ofMinutes(1);

    private final TestClock clock = new TestClock();

    CacheClauses(EngineClauses clauses) {
        super(clauses);
    }

    /** An operation whose payload is {@code value/what}: the key, and what must not change. */
    private IdempotentOperation<String, List<String>> operation(
            UnaryOperator<IdempotentOperation.Builder<String, List<String>>> change) {
        return operation(engine(builder -> builder.clock(clock)), change);
    }

    private IdempotentOperation<String, List<String>> operation(
            Idempotency engine, UnaryOperator<IdempotentOperation.Builder<String, List<String>>> change) {
        return change.apply(engine.operation(key.scope(), TypeRef.of(String.class), new TypeRef<List<String>>() {})
                        .key(payload -> payload.split("/")[0])
                        .fingerprint(payload -> Fingerprint.ofParts(payload.split("/")[1]))
                        .localCache(3, AGE))
                .build();
    }

    private String payload(String what) {
        return key.value() + "/" + what;
    }

    private List<String> acted() {
        return new ArrayList<>(List.of(act()));
    }

    private int claims() {
        return script.count(StoreCall.Claim.class);
    }

    @Test
    @Clause("E-10")
    void a_result_of_this_process_replays_without_the_store_and_as_a_copy_of_its_own() {
        var operation = operation(builder -> builder);
        List<String> first = operation.execute(payload("a"), this::acted);
        first.add("changed by its caller");
        List<String> second = operation.execute(payload("a"), this::acted);
        assertThat(second).containsExactly("R1");
        second.add("changed too");

        assertThat(operation.execute(payload("a"), this::acted)).containsExactly("R1");
        assertThat(script.made()).hasExactlyElementsOfTypes(StoreCall.Claim.class, StoreCall.Complete.class);
    }

    @Test
    @Clause("E-10")
    void a_result_of_another_process_replays_once_from_the_store_and_then_from_here() {
        operation(engine(real(), builder -> builder), builder -> builder).execute(payload("a"), this::acted);
        var operation = operation(builder -> builder);
        operation.execute(payload("a"), this::acted);
        operation.execute(payload("a"), this::acted);

        assertThat(claims()).isEqualTo(1);
        assertThat(effects).hasValue(1);
    }

    @Test
    @Clause({"E-10", "S-11"})
    void the_fingerprint_is_checked_here_too() {
        var operation = operation(builder -> builder);
        operation.execute(payload("a"), this::acted);

        assertThat(operation.call(payload("b")).run(this::acted)).isInstanceOf(Outcome.Mismatch.class);
        assertThat(claims()).isEqualTo(1);
    }

    @Test
    @Clause({"E-10", "S-11"})
    void a_result_whose_record_has_a_fingerprint_that_is_not_known_here_is_not_kept() {
        started(call().fingerprint(Fingerprint.ofParts("a")));
        lapse();
        IdempotentOperation<String, List<String>> unchecked = engine(builder -> builder.clock(clock))
                .operation(key.scope(), TypeRef.of(String.class), new TypeRef<List<String>>() {})
                .key(payload -> key.value())
                .localCache(3)
                .build();
        unchecked.execute("", this::acted);
        int before = claims();
        unchecked.execute("", this::acted);

        assertThat(claims()).isEqualTo(before + 1);
    }

    @Test
    @Clause("E-10")
    void what_is_in_progress_or_released_or_without_a_result_is_not_kept() {
        var operation = operation(builder -> builder.releaseWhen(result -> result.contains("R1")));
        operation.execute(payload("a"), this::acted);
        Attempt<List<String>> holder = operation.call(payload("a")).begin();
        operation.call(payload("a")).run(this::acted);
        operation.call(payload("a")).run(this::acted);
        assertThat(claims()).isEqualTo(4);
        script.once(StoreCall.Complete.class, Script.throwing(new RecordTooLargeException(key, 2, 1)));
        ((Attempt.Started<List<String>>) holder).complete(List.of("x"));
        operation.call(payload("a")).run(this::acted);
        operation.call(payload("a")).run(this::acted);

        assertThat(claims()).isEqualTo(6);
        assertThat(effects).hasValue(1);
    }

    @Test
    @Clause({"E-10", "E-02"})
    void a_stored_failure_is_kept() {
        var operation = operation(builder -> builder.policy(policy -> policy.onFailure(failure -> OnFailure.STORE)));
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> operation.execute(payload("a"), () -> {
                    throw new IOException("no");
                }));
        for (int i = 0; i < 3; i++) {
            assertThatExceptionOfType(StoredFailureException.class)
                    .isThrownBy(() -> operation.execute(payload("a"), this::acted))
                    .satisfies(thrown -> assertThat(thrown.failureMessage()).isEqualTo("no"));
        }
        assertThat(claims()).isEqualTo(2);
    }

    @Test
    @Clause("E-10")
    void an_entry_is_handed_out_no_longer_than_its_age() {
        var operation = operation(builder -> builder);
        operation.execute(payload("a"), this::acted);
        clock.advance(AGE.minusMillis(1));
        operation.execute(payload("a"), this::acted);
        assertThat(claims()).isEqualTo(1);
        clock.advance(Duration.ofMillis(1));
        operation.execute(payload("a"), this::acted);
        assertThat(claims()).isEqualTo(2);
    }

    @Test
    @Clause("E-10")
    void an_entry_never_outlives_its_record() {
        var operation = operation(builder -> builder.policy(
                policy -> policy.retention(Duration.ofSeconds(40)).lease(Duration.ofSeconds(30))));
        operation.execute(payload("a"), this::acted);
        clock.advance(Duration.ofSeconds(40));
        int before = claims();
        operation.execute(payload("a"), this::acted);

        assertThat(claims()).isEqualTo(before + 1);
    }

    /** Trace P-22 (b): an entry that is dated from the reply of a repeated complete outlives its record. */
    @Test
    @Clause("E-10")
    void an_entry_s_age_counts_from_the_first_sending_of_its_completion() {
        script.once(StoreCall.Complete.class, Script.REPLY_LOST, Script.after(() -> clock.advance(AGE)));
        var operation = operation(builder -> builder.policy(
                policy -> policy.recordWithin(AGE.multipliedBy(2)).lease(AGE.multipliedBy(5))));
        operation.execute(payload("a"), this::acted);
        operation.execute(payload("a"), this::acted);

        assertThat(claims()).isEqualTo(2);
    }

    @Test
    @Clause("E-10")
    void an_entry_s_age_counts_from_before_the_call_that_read_it() {
        operation(engine(real(), builder -> builder), builder -> builder).execute(payload("a"), this::acted);
        script.once(StoreCall.Claim.class, Script.after(() -> clock.advance(AGE)));
        var operation = operation(builder -> builder);
        operation.execute(payload("a"), this::acted);
        operation.execute(payload("a"), this::acted);

        assertThat(claims()).isEqualTo(2);
    }

    @Test
    @Clause("E-10")
    void there_are_no_more_entries_than_asked_for_and_the_longest_unused_goes() {
        var operation = operation(builder -> builder);
        List<IdempotencyKey> keys = List.of(freshKey(), freshKey(), freshKey(), freshKey());
        for (IdempotencyKey each : keys) {
            operation.execute(each.value() + "/a", this::acted);
            operation.execute(keys.get(0).value() + "/a", this::acted);
        }
        assertThat(claims()).isEqualTo(4);
        operation.execute(keys.get(1).value() + "/a", this::acted);

        assertThat(claims()).as("the second was the longest unused").isEqualTo(5);
    }

    @Test
    @Clause({"E-10", "E-19"})
    void an_operator_s_forget_here_reaches_it_at_once() {
        Idempotency engine = engine(builder -> builder.clock(clock));
        var operation = operation(engine, builder -> builder);
        operation.execute(payload("a"), this::acted);
        engine.records().forget(key, false);
        assertThat(operation.execute(payload("a"), this::acted)).containsExactly("R2");
        engine.records().forget(record());

        assertThat(operation.execute(payload("a"), this::acted)).containsExactly("R3");
    }

    @Test
    @Clause({"E-10", "E-19"})
    void what_was_read_before_an_operator_s_forget_is_not_kept_after_it() {
        Idempotency engine = engine(builder -> builder.clock(clock));
        operation(engine(real(), builder -> builder), builder -> builder).execute(payload("a"), this::acted);
        Front slow = new Front(store, real()) {
            @Override
            public ClaimResult claim(ClaimRequest request) {
                ClaimResult result = super.claim(request);
                if (effects.get() == 1) {
                    engine.records().forget(key, true);
                }
                return result;
            }
        };
        var operation = operation(engine.on(slow), builder -> builder);
        assertThat(operation.execute(payload("a"), this::acted)).containsExactly("R1");

        assertThat(operation.execute(payload("a"), this::acted)).containsExactly("R2");
    }

    @Test
    @Clause({"E-10", "E-19"})
    void an_operator_s_forget_elsewhere_reaches_it_within_its_age() {
        var operation = operation(builder -> builder);
        operation.execute(payload("a"), this::acted);
        engine(real(), builder -> builder).records().forget(key, false);
        assertThat(operation.execute(payload("a"), this::acted)).containsExactly("R1");
        clock.advance(AGE);

        assertThat(operation.execute(payload("a"), this::acted)).containsExactly("R2");
    }

    @Test
    @Clause("E-10")
    void all_entries_can_be_forgotten() {
        var operation = operation(builder -> builder);
        operation.execute(payload("a"), this::acted);
        operation.clearLocalCache();
        operation.execute(payload("a"), this::acted);

        assertThat(claims()).isEqualTo(2);
    }

    @Test
    @Clause({"E-10", "E-08"})
    void without_time_left_it_answers_as_the_store_would() {
        var operation = operation(builder -> builder);
        operation.execute(payload("a"), this::acted);

        assertThatExceptionOfType(NoTimeLeftException.class)
                .isThrownBy(
                        () -> operation.call(payload("a")).within(Duration.ZERO).execute(this::acted));
    }

    /** The claim had arrived, and had taken over a record whose fingerprint is not known here. */
    @Test
    @Clause({"E-10", "S-11", "E-11"})
    void a_result_of_a_claim_without_an_answer_is_kept_only_with_its_fingerprint() {
        started(call().fingerprint(Fingerprint.ofParts("a")));
        lapse();
        var operation = operation(builder -> builder.fingerprint(
                        payload -> payload.endsWith("/") ? null : Fingerprint.ofParts(payload.split("/")[1]))
                .policy(policy ->
                        policy.onStoreDown(OnStoreDown.RUN_UNPROTECTED).claimWithin(Duration.ZERO)));
        script.once(StoreCall.Claim.class, Script.REPLY_LOST);
        assertThat(operation.call(payload("")).run(this::acted))
                .isEqualTo(new Outcome.Executed<>(List.of("R1"), Recording.STORED));

        assertThat(operation.execute(payload("a"), this::acted)).containsExactly("R1");
        assertThat(effects).hasValue(1);
    }

    /** A read that took long must not bring back what was replaced meanwhile. */
    @Test
    @Clause("E-10")
    void what_was_read_earlier_does_not_replace_what_was_read_later() {
        operation(engine(real(), builder -> builder), builder -> builder).execute(payload("a"), this::acted);
        AtomicReference<IdempotentOperation<String, List<String>>> here = new AtomicReference<>();
        AtomicBoolean slow = new AtomicBoolean(true);
        Front front = new Front(store, real()) {
            @Override
            public ClaimResult claim(ClaimRequest request) {
                ClaimResult result = super.claim(request);
                if (slow.getAndSet(false)) {
                    engine(real(), builder -> builder).records().forget(key, false);
                    assertThat(here.get().execute(payload("a"), CacheClauses.this::acted))
                            .containsExactly("R2");
                }
                return result;
            }
        };
        here.set(operation(engine(front, builder -> builder.clock(clock)), builder -> builder));
        assertThat(here.get().execute(payload("a"), this::acted)).containsExactly("R1");

        assertThat(here.get().execute(payload("a"), this::acted)).containsExactly("R2");
        assertThat(effects).hasValue(2);
    }
}
