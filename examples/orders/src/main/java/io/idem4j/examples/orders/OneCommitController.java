package io.idem4j.examples.orders;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The same orders in transactional mode: the annotation is on the service, and duplicates get its result, not a stored response. */
@RestController
@ConditionalOnBooleanProperty("orders.one-commit")
class OneCommitController {
    private final OneCommitOrders orders;

    OneCommitController(OneCommitOrders orders) {
        this.orders = orders;
    }

    @PostMapping("/orders-in-one-commit")
    ResponseEntity<Order> place(@RequestBody OrderRequest request) {
        Order order = orders.place(request);
        return ResponseEntity.created(OrdersController.location(order)).body(order);
    }
}
