package io.idem4j.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.Attempt;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.InDoubtException;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.Recording;
import io.idem4j.StoreUnavailableException;
import io.idem4j.docs.Shop.Order;
import io.idem4j.docs.Shop.Orders;
import io.idem4j.docs.Shop.Receipt;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.tck.Fault;
import io.idem4j.tck.FaultPlan;
import io.idem4j.tck.FaultyStore;
import io.idem4j.tck.StoreCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The page on testing: what a user's own tests look like. */
class TestingSnippetsTest {
    // region service
    /** The code under test: it gets its {@code Idempotency} from outside. */
    record OrderService(Idempotency idempotency, Orders orders) {
        Receipt place(String clientKey, Order order) {
            var key = IdempotencyKey.of("orders.place", clientKey).forPrincipal(order.customer());
            return idempotency.execute(key, Receipt.class, () -> orders.place(order));
        }
    }
    // endregion

    // region fixture
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final InMemoryStore store = new InMemoryStore(now::get);
    private final Idempotency idempotency =
            Idempotency.builder(store).clock(now::get).build();
    private final Orders orders = new Orders();
    private final OrderService service = new OrderService(idempotency, orders);
    private final Order order = new Order("1", "ann", "book", 2);
    private final IdempotencyKey key = IdempotencyKey.of("orders.place", "k").forPrincipal("ann");
    // endregion

    @Test
    void a_duplicate_gets_the_same_receipt() {
        // region once
        Receipt first = service.place("k", order);

        assertThat(service.place("k", order)).isEqualTo(first);
        assertThat(orders.placed()).isEqualTo(1);
        // endregion
    }

    @Test
    void somebody_else_is_at_it_and_dies() {
        // region holder
        var holder =
                (Attempt.Started<Receipt>) idempotency.call(key, Receipt.class).begin(); // another pod is at it
        assertThatExceptionOfType(AlreadyInProgressException.class).isThrownBy(() -> service.place("k", order));

        now.set(now.get().plusSeconds(31)); // it is silent for longer than its lease
        assertThat(service.place("k", order)).isNotNull();

        Executed<Receipt> late = holder.complete(new Receipt("R0", "book")); // and comes back
        assertThat(late.recording()).isEqualTo(Recording.FENCED);
        // endregion
        assertThat(orders.placed()).isEqualTo(1);
    }

    @Test
    void a_result_survives_the_codec() {
        // region codec
        Receipt receipt = new Receipt("R1", "book");
        idempotency.execute(key, Receipt.class, () -> receipt);

        Receipt replay = idempotency.execute(key, Receipt.class, () -> null);
        assertThat(replay).isEqualTo(receipt).isNotSameAs(receipt);
        // endregion
    }

    @Test
    void nobody_runs_what_may_have_happened() {
        // region doubt
        var charge = idempotency.call(key, Receipt.class).policy(policy -> policy.maxAttempts(1));
        charge.begin(); // charged, perhaps, and its process died
        now.set(now.get().plusSeconds(31));

        assertThatExceptionOfType(InDoubtException.class).isThrownBy(() -> charge.execute(() -> orders.place(order)));
        // endregion
        assertThat(orders.placed()).isZero();
    }

    @Test
    void the_store_is_away() {
        // region away
        var away = new FaultyStore(store, call -> new Fault.FailBefore());
        var cutOff = Idempotency.builder(away)
                .policy(policy -> policy.claimWithin(Duration.ofMillis(10)))
                .build();

        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> new OrderService(cutOff, orders).place("k", order));
        assertThat(orders.placed()).isZero();
        // endregion
    }

    @Test
    void the_reply_is_lost() {
        // region lost-reply
        var lossy = new FaultyStore(store, FaultPlan.at(StoreCall.Complete.class, 0, new Fault.LoseReply()));
        var patient = new OrderService(Idempotency.builder(lossy).build(), orders);

        Receipt first = patient.place("k", order);
        assertThat(patient.place("k", order)).isEqualTo(first);
        assertThat(orders.placed()).isEqualTo(1);
        // endregion
    }

    @Test
    void what_was_heard() {
        // region heard
        List<Kind> heard = new ArrayList<>();
        var listened = Idempotency.builder(new InMemoryStore())
                .listener(event -> heard.add(event.kind()))
                .build();
        listened.execute(key, Receipt.class, () -> orders.place(order));
        listened.execute(key, Receipt.class, () -> orders.place(order));

        assertThat(heard).containsExactly(Kind.STARTED, Kind.EXECUTED, Kind.REPLAYED);
        // endregion
    }
}
