package io.idem4j.examples.orders;

import io.idem4j.Execution;
import io.idem4j.spring.Idempotent;
import io.idem4j.spring.IdempotentExecution;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Orders whose claim, row and answer are one commit: nothing is placed twice, and there is nothing to recover. There with {@code
 * orders.one-commit=true}, as it needs the JDBC store.
 */
@Service
@ConditionalOnBooleanProperty("orders.one-commit")
class OneCommitOrders {
    static final String SCOPE = "orders.place-in-one-commit";

    private final OrderTable orders;
    private final OrdersProperties properties;

    OneCommitOrders(OrderTable orders, OrdersProperties properties) {
        this.orders = orders;
        this.properties = properties;
    }

    /** The key is the header of the request under way. */
    @Idempotent(scope = SCOPE, header = "Idempotency-Key", fingerprint = "#request", transactional = true)
    @Transactional
    public Order place(OrderRequest request) {
        Execution execution = IdempotentExecution.current().orElseThrow();
        Duration half = properties.actionTime().dividedBy(2);
        Pause.of(half);
        Order order = new Order(
                UUID.randomUUID().toString(),
                request.item(),
                request.quantity(),
                Instant.now().truncatedTo(ChronoUnit.MILLIS));
        String keyHash = KeyHash.of(Objects.requireNonNull(execution.key(), "key"));
        orders.insert(new PlacedOrder(order, keyHash, execution.attempt(), properties.instance()));
        Pause.of(half);
        return order;
    }
}
