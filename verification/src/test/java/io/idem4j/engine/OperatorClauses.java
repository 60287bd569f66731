package io.idem4j.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.Attempt;
import io.idem4j.ConfigurationException;
import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.Outcome;
import io.idem4j.Outcome.InDoubt;
import io.idem4j.Outcome.Recording;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.RecordStatus;
import io.idem4j.RecordTooLargeException;
import io.idem4j.Records;
import io.idem4j.StoreException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.TypeRef;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.ListableStore;
import io.idem4j.tck.CapabilityGap;
import io.idem4j.tck.Clause;
import io.idem4j.tck.FaultyStore;
import io.idem4j.tck.StoreCall;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Records in an operator's hands. */
abstract class OperatorClauses extends EngineTest {
    OperatorClauses(EngineClauses clauses) {
        super(clauses);
    }

    private Records records() {
        return idempotency.records();
    }

    private boolean resolve() {
        return records().resolve(key, String.class, "resolved");
    }

    private void assertUnchanged(StoredRecord before) {
        assertThat(record())
                .usingRecursiveComparison()
                .ignoringFields("observedAt")
                .isEqualTo(before);
    }

    /** Somebody takes the lapsed record over, and is silent too. */
    private void takenOverAndLapsed() {
        started(elsewhere());
        lapse();
    }

    @Test
    @Clause("E-19")
    void find_tells_what_the_store_holds() {
        assertThat(records().find(key)).isEmpty();
        started(call());

        assertThat(records().find(key)).get().satisfies(found -> {
            assertThat(found.status()).isEqualTo(RecordStatus.IN_PROGRESS);
            assertThat(found.claimedBy())
                    .contains(Long.toString(ProcessHandle.current().pid()));
        });
    }

    @Test
    @Clause("E-19")
    void unsettled_lists_those_whose_holder_is_silent() {
        if (!(real() instanceof ListableStore)) {
            throw new CapabilityGap("it can't list unsettled keys");
        }
        started(idempotency.call(freshKey(), String.class));
        call().executionId("mine").begin();
        lapse();

        assertThat(records().unsettled(1_000))
                .filteredOn(found -> "mine".equals(found.owner()))
                .singleElement()
                .satisfies(found -> assertThat(found.isLapsed()).isTrue());
    }

    @Test
    @Clause("E-19")
    void a_store_that_can_not_list_says_so() {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> engine(new FaultyStore(real(), script), builder -> builder)
                        .records()
                        .unsettled(10))
                .withMessageContaining(real().traits().name());
    }

    @Test
    @Clause({"E-19", "E-09"})
    void resolve_settles_what_is_in_doubt_and_fences_its_holder() {
        Attempt.Started<String> holder = dead(atMostOnce().fingerprint(Fingerprint.ofParts("order")));
        assertThat(resolve()).isTrue();

        assertThat(holder.complete("R0").recording()).isEqualTo(Recording.FENCED);
        assertThat(atMostOnce().fingerprint(Fingerprint.ofParts("order")).execute(this::act))
                .isEqualTo("resolved");
        assertThat(record().fingerprint()).isEqualTo(Fingerprint.ofParts("order"));
        assertThat(record().status()).isEqualTo(RecordStatus.COMPLETED);
        assertThat(effects).hasValue(0);
    }

    @Test
    @Clause("E-19")
    void resolve_takes_generic_and_void_results() {
        dead(atMostOnce());
        assertThat(records().resolve(key, new TypeRef<List<Integer>>() {}, List.of(1, 2)))
                .isTrue();
        assertThat(record().data()).isEqualTo("[1,2]");

        IdempotencyKey nothing = freshKey();
        started(idempotency.call(nothing, String.class));
        lapse(nothing);
        assertThat(records().resolve(nothing, String.class, null)).isTrue();
        assertThat(record(nothing).data()).isNull();
    }

    @Test
    @Clause("E-19")
    void resolve_leaves_what_is_absent_settled_or_live() {
        assertThat(resolve()).isFalse();
        assertNoRecord();
        Attempt.Started<String> holder = started(call());
        StoredRecord live = record();
        assertThatExceptionOfType(AlreadyInProgressException.class)
                .isThrownBy(this::resolve)
                .satisfies(thrown ->
                        assertThat(thrown.retryAfter()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(30)));
        assertUnchanged(live);
        holder.complete("R0");
        StoredRecord settled = record();
        assertThat(resolve()).isFalse();
        assertUnchanged(settled);
        assertThat(script.count(StoreCall.Complete.class)).isEqualTo(1);
    }

    @Test
    @Clause("E-19")
    void resolve_leaves_a_claim_without_an_end() {
        started(call(policy -> policy.lease(null)));

        assertThatExceptionOfType(AlreadyInProgressException.class).isThrownBy(this::resolve);
    }

    @Test
    @Clause("E-19")
    void resolve_says_so_where_the_holder_completed_meanwhile() {
        Attempt.Started<String> holder = dead(atMostOnce());
        script.once(StoreCall.Claim.class, Script.after(() -> holder.complete("R0")));

        assertThat(resolve()).isFalse();
        assertNextReplays("R0");
    }

    @Test
    @Clause("E-19")
    void resolve_says_so_where_the_holder_came_back_to_life_meanwhile() {
        Attempt.Started<String> holder = dead(atMostOnce());
        script.once(StoreCall.Claim.class, Script.after(() -> holder.execution().renew(Duration.ofMinutes(1))));

        assertThatExceptionOfType(AlreadyInProgressException.class).isThrownBy(this::resolve);
        assertThat(holder.complete("R0").recording()).isEqualTo(Recording.STORED);
    }

    @Test
    @Clause("E-19")
    void resolve_says_so_where_somebody_took_over_meanwhile() {
        dead(call());
        script.once(StoreCall.Claim.class, Script.after(() -> started(elsewhere())));

        assertThatExceptionOfType(AlreadyInProgressException.class).isThrownBy(this::resolve);
        assertThat(record().attempt()).isEqualTo(2);
    }

    @Test
    @Clause("E-19")
    void resolve_says_so_where_somebody_took_over_and_fell_silent_meanwhile() {
        dead(call());
        script.once(StoreCall.Claim.class, Script.after(this::takenOverAndLapsed));

        assertThat(resolve()).isFalse();
        assertLapsed();
        assertThat(script.count(StoreCall.Complete.class)).isZero();
        assertThat(resolve()).isTrue();
        assertNextReplays("resolved");
    }

    @Test
    @Clause("E-19")
    void resolve_makes_no_record_of_one_that_went_away_meanwhile() {
        dead(call());
        script.once(StoreCall.Claim.class, Script.after(() -> real().forget(record())));

        assertThat(resolve()).isFalse();
        assertNoRecord();
    }

    @Test
    @Clause("E-19")
    void resolve_leaves_a_new_life_with_another_fingerprint_alone() {
        dead(call().fingerprint(Fingerprint.ofParts("one")));
        script.once(StoreCall.Claim.class, Script.after(() -> {
            real().forget(record());
            started(elsewhere().fingerprint(Fingerprint.ofParts("other")));
            lapse();
        }));

        assertThat(resolve()).isFalse();
        assertLapsed();
        assertThat(record().attempt()).isEqualTo(1);
        assertThat(record().fingerprint()).isEqualTo(Fingerprint.ofParts("other"));
    }

    @Test
    @Clause("E-19")
    void resolve_leaves_a_new_life_that_lapsed_as_the_one_before_alone() {
        dead(call());
        script.once(StoreCall.Claim.class, Script.after(() -> {
            real().forget(record());
            passTime();
            takenOverAndLapsed();
        }));

        assertThat(resolve()).isFalse();
        assertLapsed();
        assertThat(script.count(StoreCall.Complete.class)).isZero();
        assertNextRuns(3);
    }

    /** So that a record that is made now has a time of its own. */
    private void passTime() {
        if (subject.clock() != null) {
            subject.clock().advance(Duration.ofMillis(5));
        } else {
            long began = System.nanoTime();
            Threads.until(() -> System.nanoTime() - began > Duration.ofMillis(5).toNanos());
        }
    }

    @Test
    @Clause({"E-19", "E-05"})
    void what_the_codec_can_not_encode_resolves_nothing() {
        dead(call());
        StoredRecord before = record();
        for (Throwable error : List.of(new IllegalArgumentException("codec"), new StackOverflowError())) {
            Records broken = engine(builder -> builder.codec(new io.idem4j.spi.ResultCodec() {
                        @Override
                        public String encode(Object value, java.lang.reflect.Type type) {
                            Script.<RuntimeException>sneaked(error);
                            return "";
                        }

                        @Override
                        public Object decode(String data, java.lang.reflect.Type type) {
                            return data;
                        }
                    }))
                    .records();
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> broken.resolve(key, String.class, "resolved"))
                    .satisfies(thrown -> assertThat(thrown.property()).isEqualTo("codec"));
        }
        assertUnchanged(before);
    }

    @Test
    @Clause({"E-19", "S-13"})
    void a_resolve_that_can_not_be_recorded_leaves_the_record_lapsed_for_another_try() {
        dead(call());
        for (StoreException error : List.of(
                new StoreUnavailableException(key, "away", null),
                new OutcomeUnknownException(key, "unknown", null),
                new RecordTooLargeException(key, 9, 8))) {
            script.once(StoreCall.Complete.class, Script.throwing(error));
            assertThat(catchThrowable(this::resolve)).isSameAs(error);
            assertLapsed();
        }
        assertThat(resolve()).isTrue();
        assertNextReplays("resolved");
    }

    /** Trace P-12: a resolve keeps no token, so that a zombie's completion is fenced and not taken for a repeat. */
    @Test
    @Clause({"E-19", "S-07"})
    void a_holder_that_completes_after_a_resolve_learns_that_its_bytes_were_not_recorded() {
        Attempt.Started<String> holder = dead(atMostOnce());
        resolve();

        assertThat(holder.complete("R0").recording()).isEqualTo(Recording.FENCED);
        assertNextReplays("resolved");
    }

    @Test
    @Clause({"E-19", "S-21"})
    void forget_deletes_what_is_settled_or_silent_and_the_next_call_runs() {
        call().run(this::act);
        assertThat(records().forget(record())).isTrue();
        assertNextRuns(1);
        assertThat(records().forget(key, false)).isTrue();
        dead(atMostOnce());
        assertThat(records().forget(key, false)).isTrue();
        assertNextRuns(1);
        assertThat(records().forget(key, true)).isTrue();
        assertThat(records().forget(key, false)).as("absent").isTrue();
    }

    @Test
    @Clause({"E-19", "S-21"})
    void forget_refuses_a_live_claim_unless_it_is_forced() {
        Attempt.Started<String> holder = started(call());
        StoredRecord seen = record();
        assertThatExceptionOfType(AlreadyInProgressException.class)
                .isThrownBy(() -> records().forget(key, false));
        assertThatExceptionOfType(AlreadyInProgressException.class)
                .isThrownBy(() -> records().forget(seen));
        assertUnchanged(seen);

        assertThat(records().forget(key, true)).isTrue();
        assertNoRecord();
        assertThat(holder.complete("R0").recording()).isEqualTo(Recording.FENCED);
        assertNoRecord();
    }

    /** Trace P-12: deleting by id would delete the completion, and the effect would be made again. */
    @Test
    @Clause({"E-19", "S-21"})
    void forget_changes_nothing_where_the_holder_completed_meanwhile() {
        Attempt.Started<String> holder = dead(atMostOnce());
        StoredRecord seen = record();
        script.once(StoreCall.Forget.class, Script.after(() -> holder.complete("R0")));
        assertThat(records().forget(key, false)).isFalse();
        assertThat(records().forget(seen)).isFalse();

        assertNextReplays("R0");
    }

    @Test
    @Clause({"E-19", "S-21"})
    void forget_changes_nothing_where_somebody_took_over_meanwhile() {
        dead(call());
        StoredRecord seen = record();
        takenOverAndLapsed();

        assertThat(records().forget(seen)).isFalse();
        assertThat(record().attempt()).isEqualTo(2);
    }

    @Test
    @Clause({"E-19", "S-21"})
    void forget_of_one_that_went_away_is_done() {
        call().run(this::act);
        StoredRecord seen = record();
        records().forget(key, false);

        assertThat(records().forget(seen)).isTrue();
    }

    @Test
    @Clause({"E-19", "S-14"})
    void purging_deletes_what_is_expired_and_says_how_much() {
        call(policy -> policy.retention(Duration.ofMillis(1)).lease(Duration.ofMillis(1)))
                .run(this::act);
        IdempotencyKey stays = freshKey();
        idempotency.execute(stays, String.class, this::act);
        if (subject.clock() != null) {
            subject.clock().advance(Duration.ofMillis(2));
        }
        Threads.until(() -> real().find(key).isEmpty());

        assertThat(records().purgeExpired(1_000)).isNotNegative();
        assertThat(records().purgeExpired(1)).isLessThanOrEqualTo(1);
        assertNoRecord();
        assertThat(real().find(stays)).isPresent();
    }

    @Test
    @Clause("E-19")
    void limits_are_at_least_one_and_parts_are_not_null() {
        for (int bad : new int[] {0, -1}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> records().unsettled(bad))
                    .withMessageStartingWith("limit");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> records().purgeExpired(bad))
                    .withMessageStartingWith("limit");
        }
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> records().find(null))
                .withMessage("key");
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> records().forget((StoredRecord) null))
                .withMessage("seen");
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> records().forget(null, true))
                .withMessage("key");
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> records().resolve(null, String.class, "x"))
                .withMessage("key");
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> records().resolve(key, (Class<String>) null, "x"))
                .withMessage("type");
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> records().resolve(key, (TypeRef<String>) null, "x"))
                .withMessage("type");
    }

    @Test
    @Clause({"E-19", "E-02"})
    void a_row_without_an_end_of_its_lease_can_only_be_forgotten_by_force() {
        ClaimToken claim = new ClaimToken(key, new Token(UUID.randomUUID().toString()));
        real().claim(new ClaimRequest(key, claim.token(), null, null, null, KEEP, 0, "another library"));
        assertThatExceptionOfType(AlreadyInProgressException.class)
                .isThrownBy(() -> records().forget(key, false));

        assertThat(records().forget(key, true)).isTrue();
        assertNextRuns(1);
    }

    @Test
    @Clause("E-19")
    void errors_of_the_store_come_through() {
        script.always(StoreCall.Find.class, Script.UNREACHABLE);
        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(this::resolve);
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> records().forget(key, true));
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> records().find(key));
    }

    @Test
    @Clause({"E-19", "E-06"})
    void waiters_hear_of_what_an_operator_settled() {
        Attempt.Started<String> holder = started(call());
        Threads.Started<Outcome<String>> waiter = Threads.start(
                        () -> waiting().policy(policy -> policy.maxAttempts(1)).run(this::act))
                .parked();
        assertThat(records().forget(key, true)).isTrue();

        assertThat(waiter.answer().get()).isEqualTo("R1");
        assertThat(holder.complete("R0").recording()).isEqualTo(Recording.FENCED);
        assertThat(catchThrowable(() -> Objects.requireNonNull(waiter.answer().get())))
                .isNull();
    }

    @Test
    @Clause({"E-19", "E-09"})
    void a_resolved_doubt_is_no_doubt() throws IOException {
        dead(atMostOnce());
        assertNextIs(InDoubt.class, atMostOnce());
        resolve();

        assertThat(atMostOnce().execute(this::act)).isEqualTo("resolved");
    }
}
