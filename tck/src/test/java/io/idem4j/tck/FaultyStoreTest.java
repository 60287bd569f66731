package io.idem4j.tck;

import static io.idem4j.spi.WriteResult.APPLIED;
import static io.idem4j.spi.WriteResult.FENCED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.IdempotencyKey;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.RecordStatus;
import io.idem4j.StoreUnavailableException;
import io.idem4j.StoredRecord;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.ClaimResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FaultyStoreTest {
    private final IdempotencyKey key = Keys.fresh();
    private final InMemoryStore store = new InMemoryStore(new TestClock());
    private final TestClaim claim = TestClaim.of(key);

    @Test
    void a_call_that_fails_before_never_reaches_the_store() {
        FaultyStore faulty = new FaultyStore(store, FaultPlan.script(new Fault.FailBefore()));

        assertThatThrownBy(() -> faulty.claim(claim.request())).isInstanceOf(StoreUnavailableException.class);

        assertThat(faulty.reached()).isEmpty();
        assertThat(store.find(key)).isEmpty();
        assertThat(faulty.claim(claim.request())).isEqualTo(new ClaimResult.Acquired(1));
    }

    @Test
    void a_call_whose_reply_is_lost_was_carried_out() {
        FaultyStore faulty = new FaultyStore(store, FaultPlan.at(StoreCall.Complete.class, 0, new Fault.LoseReply()));
        faulty.claim(claim.request());
        Holder holder = new Holder(faulty, claim.request(), 1);

        assertThatThrownBy(() -> holder.complete("1")).isInstanceOf(OutcomeUnknownException.class);

        assertThat(store.find(key)).map(StoredRecord::data).contains("1");
        assertThat(faulty.reached())
                .extracting(FaultyStore.Reached::answer)
                .containsExactly(
                        new StoreAnswer.Claimed(new ClaimResult.Acquired(1)), new StoreAnswer.Written(APPLIED));
        assertThat(holder.complete("2")).isEqualTo(APPLIED);
        assertThat(store.find(key)).map(StoredRecord::data).contains("1");
    }

    @Test
    void a_late_call_reaches_the_store_when_the_test_says_so() {
        FaultyStore faulty = new FaultyStore(store, FaultPlan.script(new Fault.ArriveLate(), new Fault.ArriveLate()));
        TestClaim other = TestClaim.of(key);
        assertThatThrownBy(() -> faulty.claim(claim.request())).isInstanceOf(OutcomeUnknownException.class);
        assertThatThrownBy(() -> faulty.claim(other.request())).isInstanceOf(OutcomeUnknownException.class);
        assertThat(store.find(key)).isEmpty();
        assertThat(faulty.underWay()).hasSize(2);

        assertThat(faulty.deliverLate())
                .map(FaultyStore.Reached::answer)
                .contains(new StoreAnswer.Claimed(new ClaimResult.Acquired(1)));

        assertThat(store.find(key))
                .map(StoredRecord::token)
                .contains(claim.request().token());
        assertThat(faulty.deliverLate()).isPresent();
        assertThat(faulty.deliverLate()).isEmpty();
        assertThat(faulty.reached()).hasSize(2);
    }

    @Test
    void a_delayed_call_meets_what_happened_meanwhile() {
        store.claim(claim.request());
        Holder holder = new Holder(store, claim.request(), 1);
        List<String> order = new ArrayList<>();
        FaultyStore faulty = new FaultyStore(store, FaultPlan.script(new Fault.Delay(() -> {
            order.add("meanwhile");
            holder.release();
        })));

        assertThat(holder.on(faulty).complete("1")).isEqualTo(FENCED);

        assertThat(order).containsExactly("meanwhile");
    }

    @Test
    void every_operation_goes_through_the_plan() {
        List<Class<?>> planned = new ArrayList<>();
        FaultyStore faulty = new FaultyStore(store, call -> {
            planned.add(call.getClass());
            return new Fault.None();
        });
        faulty.claim(claim.request());
        Holder holder = new Holder(faulty, claim.request(), 1);
        holder.renew();
        StoredRecord seen = faulty.find(key).orElseThrow();
        holder.complete(RecordStatus.COMPLETED, "1", Holder.RETENTION);
        holder.release();
        faulty.forget(seen);

        assertThat(planned)
                .containsExactly(
                        StoreCall.Claim.class,
                        StoreCall.Renew.class,
                        StoreCall.Find.class,
                        StoreCall.Complete.class,
                        StoreCall.Release.class,
                        StoreCall.Forget.class);
        assertThat(faulty.purge(1)).isZero();
        assertThat(faulty.traits()).isEqualTo(store.traits());
    }

    @Test
    void a_random_plan_is_the_same_for_the_same_seed_and_has_every_fault() {
        List<Fault> first = faults(FaultPlan.random(7, 40));
        assertThat(first).isEqualTo(faults(FaultPlan.random(7, 40)));
        assertThat(first).isNotEqualTo(faults(FaultPlan.random(new Random(8).nextLong(), 40)));
        assertThat(first)
                .hasAtLeastOneElementOfType(Fault.None.class)
                .hasAtLeastOneElementOfType(Fault.FailBefore.class)
                .hasAtLeastOneElementOfType(Fault.LoseReply.class)
                .hasAtLeastOneElementOfType(Fault.ArriveLate.class);
    }

    private List<Fault> faults(FaultPlan plan) {
        List<Fault> faults = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            faults.add(plan.next(new StoreCall.Find(key)));
        }
        return faults;
    }
}
