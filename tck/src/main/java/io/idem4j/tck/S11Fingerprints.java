package io.idem4j.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimResult;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** S-11: each fingerprint of a record, against each of a claim, in each state. */
abstract class S11Fingerprints extends ClauseTests {
    private static final List<@Nullable String> OF_RECORD = Arrays.asList(null, "f-1");
    private static final List<@Nullable String> OF_CLAIM = Arrays.asList(null, "f-1", "f-2");

    S11Fingerprints(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-11")
    void a_live_record_is_given_as_it_is() {
        for (String of : OF_RECORD) {
            for (String claimed : OF_CLAIM) {
                Holder holder = live(claim().key(Keys.fresh()).fingerprint(of));
                assertGiven(holder, claimed);
            }
        }
    }

    @Test
    @Clause("S-11")
    void a_settled_record_is_given_as_it_is() {
        for (RecordStatus status : SETTLED) {
            for (String of : OF_RECORD) {
                for (String claimed : OF_CLAIM) {
                    assertGiven(settled(claim().key(Keys.fresh()).fingerprint(of), status, Holder.RETENTION), claimed);
                }
            }
        }
    }

    private void assertGiven(Holder holder, @Nullable String claimed) {
        IdempotencyKey key = holder.request().key();
        StoredRecord before = found(key);
        StoredRecord given = recordOf(
                store().claim(claim().key(key).fingerprint(claimed).takingOver().request()));
        Records.assertSame(given, before);
        assertThat(given.fingerprint()).isEqualTo(holder.request().fingerprint());
        assertUnchanged(before);
    }

    @Test
    @Clause("S-11")
    void a_lapsed_record_is_taken_over_by_its_own_fingerprint_or_none_and_keeps_it() {
        assertTakenOverByItsOwnOrNone(holder -> lapsed(holder), claim -> claim);
    }

    @Test
    @Clause("S-11")
    void a_live_record_of_the_same_execution_is_taken_over_by_its_own_fingerprint_or_none() {
        assertTakenOverByItsOwnOrNone(holder -> live(holder.owner("exec-1")), claim -> claim.owner("exec-1"));
    }

    @Test
    @Clause("S-11")
    void even_the_same_token_with_another_fingerprint_gets_the_record() {
        for (String of : OF_RECORD) {
            Holder holder = live(claim().key(Keys.fresh()).fingerprint(of));
            IdempotencyKey key = holder.request().key();
            StoredRecord before = found(key);
            StoredRecord given = recordOf(store().claim(claim().key(key)
                    .token(holder.request().token())
                    .fingerprint("f-2")
                    .request()));
            Records.assertSame(given, before);
            assertUnchanged(before);
        }
    }

    private void assertTakenOverByItsOwnOrNone(Function<TestClaim, Holder> state, UnaryOperator<TestClaim> next) {
        for (String of : OF_RECORD) {
            for (String claimed : OF_CLAIM) {
                Holder holder = state.apply(claim().key(Keys.fresh()).fingerprint(of));
                IdempotencyKey key = holder.request().key();
                StoredRecord before = found(key);
                ClaimResult result = store().claim(
                                next.apply(claim().key(key).fingerprint(claimed).takingOver())
                                        .request());
                String what = "record of %s, claim with %s".formatted(of, claimed);
                if (claimed == null || Objects.equals(claimed, of)) {
                    assertThat(result).as(what).isEqualTo(new ClaimResult.Acquired(2));
                } else {
                    assertThat(result).as(what).isInstanceOf(ClaimResult.Existing.class);
                    assertUnchanged(before);
                }
                assertThat(found(key).fingerprint()).as(what).isEqualTo(before.fingerprint());
            }
        }
    }

    @Test
    @Clause("S-11")
    void an_expired_record_binds_nobody() {
        for (String of : OF_RECORD) {
            for (String claimed : OF_CLAIM) {
                IdempotencyKey key = expired(claim().key(Keys.fresh()).fingerprint(of))
                        .request()
                        .key();
                Holder next = live(claim().key(key).fingerprint(claimed));
                assertThat(next.attempt()).isEqualTo(1);
                assertThat(found(key).fingerprint()).isEqualTo(next.request().fingerprint());
            }
        }
    }

    @Test
    @Clause("S-11")
    void the_fingerprint_stays_through_renewal_takeover_repeat_and_completion() {
        Holder first = live(claim().fingerprint("f-1"));
        first.renew();
        assertFingerprint(first);
        first.endLease();
        TestClaim taking = claim().takingOver();
        Holder second = live(taking);
        assertFingerprint(first);
        live(taking);
        assertFingerprint(first);
        second.complete(DATA);
        assertFingerprint(first);
    }

    private void assertFingerprint(Holder first) {
        assertThat(found().fingerprint()).isNotNull().isEqualTo(first.request().fingerprint());
    }

    @Test
    @Clause("S-11")
    void long_fingerprints_and_such_that_differ_in_case_are_told_apart() {
        String longest = "f".repeat(255);
        lapsed(claim().fingerprint(longest));
        for (String other : List.of("F" + longest.substring(1), longest.substring(1), longest.substring(1) + " ")) {
            recordOf(store().claim(claim().fingerprint(other).takingOver().request()));
        }
        assertThat(live(claim().fingerprint(longest).takingOver()).attempt()).isEqualTo(2);
    }
}
