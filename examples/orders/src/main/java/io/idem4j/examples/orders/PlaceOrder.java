package io.idem4j.examples.orders;

import io.idem4j.Call;
import io.idem4j.Execution;
import io.idem4j.Fingerprint;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.Outcome;
import io.idem4j.Recovered;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.springframework.stereotype.Service;

/** Places an order once for each key. */
@Service
class PlaceOrder {
    private final Idempotency idempotency;
    private final OrderTable orders;
    private final OrdersProperties properties;

    PlaceOrder(Idempotency idempotency, OrderTable orders, OrdersProperties properties) {
        this.idempotency = idempotency;
        this.orders = orders;
        this.properties = properties;
    }

    /** Throws what the action throws, and the library's exceptions. */
    Outcome<Order> place(IdempotencyKey key, OrderRequest request, DemoMode demo) {
        Call<Order> call =
                idempotency.call(key, Order.class).fingerprint(Fingerprint.ofParts(request.item(), request.quantity()));
        if (properties.recovers()) {
            call = call.recover(lapsed ->
                    orders.placedUnder(KeyHash.of(key)).map(Recovered::done).orElseGet(Recovered::notDone));
        }
        return call.run(execution -> insert(key, request, demo, execution));
    }

    private Order insert(IdempotencyKey key, OrderRequest request, DemoMode demo, Execution execution) {
        Duration half = properties.actionTime().dividedBy(2);
        Pause.of(half);
        demo.beforeInsert();
        Order order = new Order(
                UUID.randomUUID().toString(),
                request.item(),
                request.quantity(),
                Instant.now().truncatedTo(ChronoUnit.MILLIS));
        orders.insert(new PlacedOrder(order, KeyHash.of(key), execution.attempt(), properties.instanceOrProcess()));
        demo.afterInsert();
        Pause.of(half);
        return order;
    }
}
