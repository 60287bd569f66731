package io.idem4j.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.Attempt;
import io.idem4j.Fingerprint;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.Outcome;
import io.idem4j.PayloadMismatchException;
import io.idem4j.TypeRef;
import io.idem4j.docs.Shop.Delivery;
import io.idem4j.docs.Shop.Order;
import io.idem4j.docs.Shop.Orders;
import io.idem4j.docs.Shop.Receipt;
import io.idem4j.memory.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The guide's first half: keys, fingerprints, results, outcomes. */
class GuideSnippetsTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final Idempotency idempotency =
            Idempotency.builder(new InMemoryStore(now::get)).clock(now::get).build();
    private final Orders orders = new Orders();
    private final Order order = new Order("7f1c", "ann", "book", 2);
    private final IdempotencyKey key = IdempotencyKey.of("orders.place", "7f1c");

    @Test
    void the_first_program_places_one_order() {
        // region first
        var idempotency = Idempotency.builder(new InMemoryStore()).build();

        // What the client sent: an Idempotency-Key header, a message's id, an order's number.
        var key = IdempotencyKey.of("orders.place", "7f1c");

        Receipt first = idempotency.execute(key, Receipt.class, () -> orders.place(order));
        Receipt again = idempotency.execute(key, Receipt.class, () -> orders.place(order));

        assertThat(again).isEqualTo(first);
        assertThat(orders.placed()).isEqualTo(1);
        // endregion
    }

    @Test
    void a_principal_keeps_two_callers_apart() {
        // region principal
        var key = IdempotencyKey.of("orders.place", "7f1c").forPrincipal(order.customer());
        // endregion
        idempotency.execute(key, Receipt.class, () -> orders.place(order));
        var bob = IdempotencyKey.of("orders.place", "7f1c").forPrincipal("bob");
        idempotency.execute(bob, Receipt.class, () -> orders.place(order));

        assertThat(orders.placed()).isEqualTo(2);
    }

    @Test
    void another_payload_under_the_same_key_is_a_mismatch() {
        assertThat(place(order)).isEqualTo(place(order));
        assertThat(orders.placed()).isEqualTo(1);
        assertThatExceptionOfType(PayloadMismatchException.class)
                .isThrownBy(() -> place(new Order("7f1c", "ann", "book", 3)));
    }

    private Receipt place(Order order) {
        // region fingerprint
        var asked = Fingerprint.ofParts(order.customer(), order.item(), order.quantity());
        return idempotency.call(key, Receipt.class).fingerprint(asked).execute(() -> orders.place(order));
        // endregion
    }

    @Test
    void generic_results_and_none() {
        List<Order> batch = List.of(order, order);
        // region generic
        var type = new TypeRef<List<Receipt>>() {};
        List<Receipt> receipts = idempotency.execute(key, type, () -> orders.placeAll(batch));
        // endregion
        assertThat(idempotency.execute(key, type, () -> orders.placeAll(batch))).isEqualTo(receipts);
        assertThat(orders.placed()).isEqualTo(2);

        // region void
        idempotency.execute(IdempotencyKey.of("orders.ship", order.id()), () -> orders.ship(order));
        // endregion
        idempotency.execute(IdempotencyKey.of("orders.ship", order.id()), () -> orders.ship(order));
        assertThat(orders.shipped()).containsExactly("7f1c");
    }

    @Test
    void outcomes_are_values() {
        assertThat(receive()).isEqualTo("acknowledged");
        assertThat(receive()).isEqualTo("acknowledged");
        assertThat(orders.placed()).isEqualTo(1);
    }

    @Test
    void a_message_comes_back_when_its_key_may_be_free() {
        idempotency.call(key, Receipt.class).begin();
        now.set(now.get().plusSeconds(10));

        assertThat(receive()).isEqualTo("again in 20 s");
    }

    private String receive() {
        Delivery message = new Delivery();
        // region outcomes
        Outcome<Receipt> outcome = idempotency.call(key, Receipt.class).run(() -> orders.place(order));

        if (outcome instanceof Outcome.InProgress<Receipt> busy) {
            message.again(busy.retryAfter());
        } else if (outcome instanceof Outcome.Mismatch<Receipt> || outcome instanceof Outcome.InDoubt<Receipt>) {
            message.setAside();
        } else {
            message.acknowledge();
        }
        // endregion
        return message.answer;
    }

    @Test
    void a_claim_can_be_held_without_a_lambda() {
        // region begin
        Attempt<Receipt> attempt = idempotency.call(key, Receipt.class).begin();
        if (attempt instanceof Attempt.Started<Receipt> mine) {
            try {
                mine.complete(orders.place(order));
            } catch (RuntimeException failure) {
                mine.fail(failure);
                throw failure;
            }
        } else if (attempt instanceof Outcome.Duplicate<Receipt> other) {
            Receipt receipt = other.get(); // or the exception that says why there is none
        }
        // endregion
        assertThat(idempotency
                        .execute(key, Receipt.class, () -> orders.place(order))
                        .number())
                .isEqualTo("R1");
    }

    @Test
    void a_service_is_tested_with_the_real_engine_and_a_clock_that_the_test_moves() {
        // region testing
        var now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
        var idempotency =
                Idempotency.builder(new InMemoryStore(now::get)).clock(now::get).build();

        idempotency.call(key, Receipt.class).begin(); // another process is at it
        assertThatExceptionOfType(AlreadyInProgressException.class)
                .isThrownBy(() -> idempotency.execute(key, Receipt.class, () -> orders.place(order)));

        now.set(now.get().plusSeconds(31)); // and dies: its lease of 30 s ends
        assertThat(idempotency.execute(key, Receipt.class, () -> orders.place(order)))
                .isNotNull();
        // endregion
    }

    @Test
    void a_listener_counts() {
        // region listener
        Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
        var idempotency = Idempotency.builder(new InMemoryStore())
                .listener(event -> counts.merge(event.kind(), 1, Integer::sum))
                .build();
        // endregion
        for (int i = 0; i < 3; i++) {
            idempotency.execute(key, Receipt.class, () -> orders.place(order));
        }

        assertThat(counts)
                .containsExactlyInAnyOrderEntriesOf(Map.of(Kind.STARTED, 1, Kind.EXECUTED, 1, Kind.REPLAYED, 2));
    }

    @Test
    void replaying_ends_with_the_retention() {
        // region retention
        var idempotency = Idempotency.builder(new InMemoryStore(now::get))
                .policy(policy -> policy.retention(Duration.ofDays(7)))
                .build();
        // endregion
        idempotency.execute(key, Receipt.class, () -> orders.place(order));
        now.set(now.get().plus(Duration.ofDays(7)));
        idempotency.execute(key, Receipt.class, () -> orders.place(order));
        assertThat(orders.placed()).isEqualTo(1);

        now.set(now.get().plusNanos(1));
        idempotency.execute(key, Receipt.class, () -> orders.place(order));
        assertThat(orders.placed()).isEqualTo(2);
    }
}
