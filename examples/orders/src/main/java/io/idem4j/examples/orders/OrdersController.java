package io.idem4j.examples.orders;

import io.idem4j.Execution;
import io.idem4j.servlet.IdempotencyFilter;
import io.idem4j.spring.Idempotent;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Orders over HTTP, each placed once. */
@RestController
@RequestMapping("/orders")
class OrdersController {
    private static final System.Logger LOG = System.getLogger(OrdersController.class.getName());

    private final PlaceOrder placeOrder;
    private final OrderTable orders;
    private final OrdersProperties properties;

    OrdersController(PlaceOrder placeOrder, OrderTable orders, OrdersProperties properties) {
        this.placeOrder = placeOrder;
        this.orders = orders;
        this.properties = properties;
    }

    @PostMapping
    @Idempotent(scope = KeyHash.SCOPE, required = "true", policy = OrderPolicyConfiguration.NAME)
    ResponseEntity<Order> place(
            HttpServletRequest http,
            @RequestHeader(name = DemoMode.HEADER, required = false) @Nullable String demo,
            @RequestBody OrderRequest request) {
        Execution execution = IdempotencyFilter.execution(http).orElseThrow();
        DemoMode mode = properties.demo() ? DemoMode.of(demo) : DemoMode.NONE;
        Order order = placed(execution, request, mode);
        return ResponseEntity.created(location(order)).body(order);
    }

    static URI location(Order order) {
        return URI.create("/orders/" + order.id());
    }

    private Order placed(Execution execution, OrderRequest request, DemoMode demo) {
        try {
            return placeOrder.place(execution, request, demo);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "An order could not be placed", e);
            throw new Problem(
                    ProblemCode.IDEMPOTENCY_EXECUTION_FAILED,
                    "Placing the order failed. Try again with the same key.",
                    e);
        }
    }

    @GetMapping
    List<PlacedOrder> newest(@RequestParam(defaultValue = "1000") int limit) {
        return orders.newest(limit);
    }

    @GetMapping("/{id}")
    Order one(@PathVariable String id) {
        return orders.find(id).orElseThrow(() -> new Problem(ProblemCode.NO_SUCH_ORDER, "No order has this id."));
    }
}
