package io.idem4j.tck;

import static io.idem4j.spi.WriteResult.APPLIED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.idem4j.IdempotencyException;
import io.idem4j.IdempotencyKey;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.RecordStatus;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimResult;
import io.idem4j.tck.StoreFaults.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** S-13. */
abstract class S13Failures extends ClauseTests {
    S13Failures(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-13")
    void a_server_that_cannot_be_reached_is_said_to_have_written_nothing() {
        assertNothingWritten(Kind.UNREACHABLE, StoreUnavailableException.class);
    }

    @Test
    @Clause("S-13")
    void a_refusal_that_no_repeat_cures_is_said_to_be_one() {
        assertNothingWritten(Kind.REFUSED, StoreRejectedException.class);
    }

    private void assertNothingWritten(Kind kind, Class<? extends Throwable> expected) {
        StoreFaults faults = faultsOf(kind);
        Holder holder = live();
        StoredRecord before = found();
        IdempotencyKey absent = Keys.fresh();

        Map<String, Throwable> failures = new LinkedHashMap<>();
        during(
                faults,
                kind,
                () -> calls(holder, before, absent).forEach((what, call) -> failures.put(what, catchThrowable(call))));

        failures.forEach((what, failure) -> {
            assertThat(failure).as("%s, %s", what, kind).isInstanceOf(expected);
            assertTellsNoSecret(failure, holder);
        });
        assertUnchanged(before);
        assertThat(store().find(absent)).isEmpty();
    }

    private Map<String, ThrowingCallable> calls(Holder holder, StoredRecord seen, IdempotencyKey absent) {
        Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
        calls.put("claim", () -> store().claim(claim().key(absent).request()));
        calls.put("find", () -> store().find(key()));
        calls.put("renew", holder::renew);
        calls.put("complete", () -> holder.complete(DATA));
        calls.put("forget", () -> store().forget(seen));
        calls.put("release", holder::release);
        if (subject().expiredRecords() != ExpiredRecords.GO_BY_THEMSELVES) {
            calls.put("purge", () -> store().purge(1));
        }
        return calls;
    }

    private static void assertTellsNoSecret(Throwable failure, Holder holder) {
        String text = failure.toString();
        assertThat(text).doesNotContain(holder.request().key().value());
        assertThat(text).doesNotContain(holder.request().token().value());
        assertThat(text).doesNotContain(DATA);
    }

    @Test
    @Clause("S-13")
    void a_write_whose_reply_is_lost_is_said_to_be_unknown_and_can_be_repeated() {
        StoreFaults faults = faultsOf(Kind.REPLY_LOST);
        TestClaim claim = claim();
        assertUnknown(faults, () -> store().claim(claim.request()));
        assertThat(store().claim(claim.request())).isEqualTo(new ClaimResult.Acquired(1));
        Holder holder = new Holder(store(), claim.request(), 1);

        assertUnknown(faults, holder::renew);
        assertThat(holder.renew()).isEqualTo(APPLIED);

        assertUnknown(faults, () -> holder.complete(DATA));
        assertThat(holder.complete(DATA)).isEqualTo(APPLIED);
        assertThat(found().status()).isEqualTo(RecordStatus.COMPLETED);
        assertThat(found().data()).isEqualTo(DATA);

        StoredRecord seen = found();
        assertUnknown(faults, () -> store().forget(seen));
        assertThat(store().forget(seen)).isEqualTo(APPLIED);

        Holder releasing = live(claim());
        assertUnknown(faults, releasing::release);
        assertThat(releasing.release()).isEqualTo(APPLIED);
        assertAbsent();
    }

    private static void assertUnknown(StoreFaults faults, ThrowingCallable call) {
        during(
                faults,
                Kind.REPLY_LOST,
                () -> assertThat(catchThrowable(call)).isInstanceOf(OutcomeUnknownException.class));
    }

    private static void during(StoreFaults faults, Kind kind, Runnable work) {
        Runnable end = faults.begin(kind);
        try {
            work.run();
        } finally {
            end.run();
        }
    }

    @Test
    @Clause("S-13")
    void a_failure_names_the_key_that_it_concerns() {
        StoreFaults faults = subject().faults().orNotApplicable();
        Kind kind = faults.kinds().iterator().next();
        during(
                faults,
                kind,
                () -> assertThat(catchThrowable(() -> store().claim(claim().request())))
                        .isInstanceOfSatisfying(
                                IdempotencyException.class,
                                thrown -> assertThat(thrown.key()).isEqualTo(key())));
    }

    @Test
    @Clause("S-13")
    void a_call_on_an_interrupted_thread_works_or_says_which_of_the_three_holds() {
        TestClaim claim = claim();
        if (interrupted(() -> store().claim(claim.request())) != Ending.WORKED) {
            assertThat(store().claim(claim.request())).isEqualTo(new ClaimResult.Acquired(1));
        }
        Holder holder = new Holder(store(), claim.request(), 1);
        interrupted(holder::renew);
        interrupted(() -> store().find(key()));
        if (interrupted(() -> holder.complete(DATA)) == Ending.NOTHING_WRITTEN) {
            assertThat(found().status()).isEqualTo(RecordStatus.IN_PROGRESS);
        }
        assertThat(holder.complete(DATA)).isEqualTo(APPLIED);
        assertThat(found().data()).isEqualTo(DATA);
    }

    private enum Ending {
        WORKED,
        NOTHING_WRITTEN,
        UNKNOWN
    }

    /** Makes the call on an interrupted thread, which must still be interrupted afterwards. */
    private static Ending interrupted(ThrowingCallable call) {
        Thread.currentThread().interrupt();
        Throwable failure = catchThrowable(call);
        assertThat(Thread.interrupted()).as("the thread is still interrupted").isTrue();
        if (failure == null) {
            return Ending.WORKED;
        }
        assertThat(failure)
                .isInstanceOfAny(
                        StoreUnavailableException.class, StoreRejectedException.class, OutcomeUnknownException.class);
        return failure instanceof OutcomeUnknownException ? Ending.UNKNOWN : Ending.NOTHING_WRITTEN;
    }

    private StoreFaults faultsOf(Kind kind) {
        StoreFaults faults = subject().faults().orNotApplicable();
        if (!faults.kinds().contains(kind)) {
            throw Hook.gap("the harness can't make a call fail as " + kind);
        }
        return faults;
    }
}
