package io.idem4j.dynamodb;

import static io.idem4j.spi.WriteResult.APPLIED;
import static io.idem4j.spi.WriteResult.FENCED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.Recording;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimResult.Acquired;
import io.idem4j.tck.Clause;
import io.idem4j.testtools.DynamoFront.Reaction;
import io.idem4j.testtools.Numbers;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The answer is lost after the service carried it out, and the SDK sends the request again by itself (S-12). */
class RepeatsTest extends OnDynamo {
    /** Whatever the wire or the service does to the first sending, the SDK's next one finds out. */
    @Retention(RetentionPolicy.RUNTIME)
    @EnumSource(
            value = Reaction.class,
            names = {"LOSE_ANSWER", "FAIL_AFTERWARDS", "LOSE_REQUEST", "THROTTLE"})
    @interface EachLoss {}

    private final ClaimRequest claim = claim(key);

    @ParameterizedTest
    @EachLoss
    @Clause("S-12")
    void of_a_claim(Reaction reaction) {
        once("PutItem", reaction);
        assertThat(store.claim(claim)).isEqualTo(new Acquired(1));
        assertThat(store.find(key).orElseThrow().token()).isEqualTo(claim.token());
        assertThat(store.complete(of(claim), done())).isEqualTo(APPLIED);
    }

    @ParameterizedTest
    @EachLoss
    @Clause("S-12")
    void of_a_takeover(Reaction reaction) {
        ClaimRequest first = claim(key);
        store.claim(first);
        clock.advance(LEASE.plusMillis(1));

        once("UpdateItem", reaction);
        assertThat(store.claim(claim)).isEqualTo(new Acquired(2));

        assertThat(store.find(key).orElseThrow().attempt()).isEqualTo(2);
        assertThat(store.complete(of(first), done("1"))).isEqualTo(FENCED);
        assertThat(store.complete(of(claim), done())).isEqualTo(APPLIED);
    }

    @ParameterizedTest
    @EachLoss
    @Clause("S-12")
    void of_a_completion(Reaction reaction) {
        store.claim(claim);
        once("UpdateItem", reaction);
        assertThat(store.complete(of(claim), done())).isEqualTo(APPLIED);
        StoredRecord record = store.find(key).orElseThrow();
        assertThat(record.status()).isEqualTo(RecordStatus.COMPLETED);
        assertThat(record.data()).isEqualTo(DATA);
    }

    @ParameterizedTest
    @EachLoss
    @Clause("S-12")
    void of_a_renewal(Reaction reaction) {
        store.claim(claim);
        clock.advance(LEASE.dividedBy(2));
        once("UpdateItem", reaction);
        assertThat(store.renew(of(claim), LEASE, KEEP)).isEqualTo(APPLIED);
        assertThat(store.find(key).orElseThrow().leaseUntil())
                .isEqualTo(clock.instant().plus(LEASE));
    }

    @ParameterizedTest
    @EachLoss
    @Clause("S-12")
    void of_a_release(Reaction reaction) {
        store.claim(claim);
        once("DeleteItem", reaction);
        assertThat(store.release(of(claim))).isEqualTo(APPLIED);
        assertThat(store.find(key)).isEmpty();
    }

    @ParameterizedTest
    @EachLoss
    @Clause("S-12")
    void of_a_forgetting(Reaction reaction) {
        store.claim(claim);
        once("DeleteItem", reaction);
        assertThat(store.forget(store.find(key).orElseThrow())).isEqualTo(APPLIED);
        assertThat(store.find(key)).isEmpty();
    }

    @Test
    @Clause("S-12")
    void the_sdks_repeat_of_a_claim_that_another_followed_gets_that_one() {
        ClaimRequest other = claim(key);
        AtomicInteger puts = new AtomicInteger();
        front.react(request -> {
            if (request.operation().equals("PutItem") && puts.incrementAndGet() == 1) {
                return Reaction.LOSE_ANSWER;
            }
            if (puts.get() == 2 && request.operation().equals("PutItem")) {
                puts.incrementAndGet();
                store.release(of(claim));
                assertThat(store.claim(other)).isEqualTo(new Acquired(1));
            }
            return Reaction.FORWARD;
        });

        ClaimResult result = store.claim(claim);

        assertThat(((ClaimResult.Existing) result).record().token()).isEqualTo(other.token());
    }

    /** The first sending is carried out and its answer lost; before the SDK sends again another claim is made. */
    private void onceFollowedBy(String operation, ClaimRequest other) {
        AtomicInteger sent = new AtomicInteger();
        front.react(request -> {
            if (!request.operation().equals(operation)) {
                return Reaction.FORWARD;
            }
            int sending = sent.incrementAndGet();
            if (sending == 2) {
                clock.advance(LEASE);
                assertThat(store.claim(other)).isInstanceOf(Acquired.class);
            }
            return sending == 1 ? Reaction.LOSE_ANSWER : Reaction.FORWARD;
        });
    }

    @Test
    @Clause("S-13")
    void the_sdks_repeat_of_a_release_that_another_claim_followed_does_not_say_what_the_first_did() {
        store.claim(claim);
        StoredRecord seen = store.find(key).orElseThrow();
        onceFollowedBy("DeleteItem", claim(key));
        assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(() -> store.release(of(claim)));
        assertThat(store.release(of(claim))).isEqualTo(FENCED);

        front.react(request -> Reaction.FORWARD);
        assertThat(store.forget(seen)).isEqualTo(FENCED);
    }

    @Test
    @Clause("S-13")
    void nor_does_that_of_an_ended_lease_while_that_of_a_renewal_is_fenced_all_the_same() {
        store.claim(claim);
        onceFollowedBy("UpdateItem", claim(key));
        assertThatExceptionOfType(OutcomeUnknownException.class)
                .isThrownBy(() -> store.renew(of(claim), Duration.ZERO, KEEP));
        front.react(request -> Reaction.FORWARD);
        assertThat(store.renew(of(claim), LEASE, KEEP)).isEqualTo(FENCED);
    }

    @Test
    void under_the_engine_a_release_that_was_carried_out_is_no_lost_lease() {
        List<Kind> told = new CopyOnWriteArrayList<>();
        try (Idempotency idempotency = Idempotency.builder(store)
                .codec(new Numbers())
                .listener(event -> told.add(event.kind()))
                .build()) {
            onceFollowedBy("DeleteItem", claim(key));
            IllegalStateException no = new IllegalStateException("no");

            assertThatThrownBy(() -> idempotency.call(key, Integer.class).run(() -> {
                        throw no;
                    }))
                    .isSameAs(no)
                    .hasNoSuppressedExceptions();

            assertThat(told).contains(Kind.RELEASED).doesNotContain(Kind.LEASE_LOST, Kind.UNRECORDED);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Reaction.class,
            names = {"LOSE_ANSWER", "FAIL_AFTERWARDS"})
    @Clause("S-12")
    void under_the_engine_there_is_one_effect_one_result_and_nobody_hears_of_it(Reaction reaction) {
        AtomicInteger effects = new AtomicInteger();
        try (Idempotency idempotency =
                Idempotency.builder(store).codec(new Numbers()).build()) {
            for (String operation : new String[] {"PutItem", "UpdateItem"}) {
                var call = idempotency.call(key(), Integer.class);
                int before = effects.get();
                once(operation, reaction);
                assertThat(call.run(effects::incrementAndGet)).isInstanceOfSatisfying(Executed.class, executed -> {
                    assertThat(executed.recording()).isEqualTo(Recording.STORED);
                });
                assertThat(call.run(effects::incrementAndGet)).isInstanceOf(Outcome.Replayed.class);
                assertThat(effects).hasValue(before + 1);
            }
        }
    }
}
