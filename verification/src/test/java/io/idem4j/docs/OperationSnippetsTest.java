package io.idem4j.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.Fingerprint;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyPolicy.MissingKey;
import io.idem4j.IdempotentOperation;
import io.idem4j.MissingKeyException;
import io.idem4j.PayloadMismatchException;
import io.idem4j.docs.Shop.Order;
import io.idem4j.docs.Shop.Orders;
import io.idem4j.docs.Shop.Receipt;
import io.idem4j.memory.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The guide's operations: made once, they know key, fingerprint and policy of every payload. */
class OperationSnippetsTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final Idempotency idempotency =
            Idempotency.builder(new InMemoryStore(now::get)).clock(now::get).build();
    private final Orders orders = new Orders();
    private final Order order = new Order("7f1c", "ann", "book", 2);

    @Test
    void an_operation_takes_key_and_fingerprint_from_the_payload() {
        // region operation
        IdempotentOperation<Order, Receipt> place = idempotency
                .operation("orders.place", Order.class, Receipt.class)
                .key(Order::id)
                .principal(Order::customer)
                .fingerprint(order -> Fingerprint.ofParts(order.item(), order.quantity()))
                .policy(policy -> policy.waitUpTo(Duration.ofSeconds(5)))
                .build();

        Receipt receipt = place.execute(order, () -> orders.place(order));
        // endregion
        assertThat(place.wrap(orders::place).apply(order)).isEqualTo(receipt);
        assertThat(place.call(order).isReplayCandidate()).isTrue();
        Order changed = new Order("7f1c", "ann", "book", 3);
        assertThatExceptionOfType(PayloadMismatchException.class)
                .isThrownBy(() -> place.execute(changed, () -> orders.place(changed)));
        assertThat(orders.placed()).isEqualTo(1);
    }

    @Test
    void a_payload_without_a_key_is_refused_unless_it_may_pass() {
        Order keyless = new Order("", "ann", "book", 2);
        var strict = idempotency
                .operation("orders.place", Order.class, Receipt.class)
                .key(Order::id)
                .build();
        assertThatExceptionOfType(MissingKeyException.class)
                .isThrownBy(() -> strict.execute(keyless, () -> orders.place(keyless)));

        // region missing-key
        var lenient = idempotency
                .operation("orders.place", Order.class, Receipt.class)
                .key(Order::id)
                .policy(policy -> policy.missingKey(MissingKey.SKIP))
                .build();
        // endregion
        lenient.execute(keyless, () -> orders.place(keyless));
        lenient.execute(keyless, () -> orders.place(keyless));
        assertThat(orders.placed()).isEqualTo(2);
    }

    @Test
    void results_can_mean_that_nothing_happened_and_replays_can_be_marked() {
        record Answer(int status, String body, boolean replayed) {}
        // region results
        var answer = idempotency
                .operation("orders.answer", Order.class, Answer.class)
                .key(Order::id)
                .releaseWhen(result -> result.status() == 429) // nothing happened: returned, not stored
                .onReplay((result, record) -> new Answer(result.status(), result.body(), true))
                .build();
        // endregion
        assertThat(answer.execute(order, () -> new Answer(429, "", false)).replayed())
                .isFalse();
        assertThat(answer.execute(order, () -> new Answer(201, "", false)).replayed())
                .isFalse();
        assertThat(answer.execute(order, () -> new Answer(201, "", false)).replayed())
                .isTrue();
    }

    @Test
    void a_local_cache_answers_without_the_store_for_a_while() {
        // region cache
        var place = idempotency
                .operation("orders.place", Order.class, Receipt.class)
                .key(Order::id)
                .localCache(1_000, Duration.ofSeconds(30))
                .build();
        // endregion
        Receipt receipt = place.execute(order, () -> orders.place(order));

        assertThat(place.execute(order, () -> orders.place(order)))
                .isEqualTo(receipt)
                .isNotSameAs(receipt);
    }
}
