package io.idem4j.examples.orders;

import io.idem4j.Execution;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;
import org.springframework.stereotype.Service;

/** Places an order: the effect that must happen once. */
@Service
class PlaceOrder {
    private final OrderTable orders;
    private final OrdersProperties properties;

    PlaceOrder(OrderTable orders, OrdersProperties properties) {
        this.orders = orders;
        this.properties = properties;
    }

    Order place(Execution execution, OrderRequest request, DemoMode demo) {
        String keyHash = KeyHash.of(Objects.requireNonNull(execution.key(), "key"));
        Duration half = properties.actionTime().dividedBy(2);
        Pause.of(half);
        demo.beforeInsert();
        Order order = new Order(
                UUID.randomUUID().toString(),
                request.item(),
                request.quantity(),
                Instant.now().truncatedTo(ChronoUnit.MILLIS));
        orders.insert(new PlacedOrder(order, keyHash, execution.attempt(), properties.instance()));
        demo.afterInsert();
        Pause.of(half);
        return order;
    }
}
