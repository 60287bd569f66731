package io.idem4j.examples.orders;

import io.idem4j.IdempotencyException;
import io.idem4j.IdempotencyKey;
import io.idem4j.Outcome;
import java.net.URI;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Orders over HTTP. */
@RestController
@RequestMapping("/orders")
class OrdersController {
    static final String REPLAYED = "Idempotent-Replayed";

    private static final System.Logger LOG = System.getLogger(OrdersController.class.getName());

    private final PlaceOrder placeOrder;
    private final OrderTable orders;
    private final RecentKeys recent;
    private final OrdersProperties properties;

    OrdersController(PlaceOrder placeOrder, OrderTable orders, RecentKeys recent, OrdersProperties properties) {
        this.placeOrder = placeOrder;
        this.orders = orders;
        this.recent = recent;
        this.properties = properties;
    }

    @PostMapping
    ResponseEntity<Order> place(@RequestHeader HttpHeaders headers, @RequestBody OrderRequest request) {
        IdempotencyKey key = KeyHeader.of(headers);
        DemoMode demo = properties.demo() ? DemoMode.of(headers.getFirst(DemoMode.HEADER)) : DemoMode.NONE;
        recent.add(key);
        Outcome<Order> outcome = outcome(key, request, demo);
        Order order = outcome.get();
        ResponseEntity.BodyBuilder answer = ResponseEntity.created(URI.create("/orders/" + order.id()));
        if (outcome instanceof Outcome.Replayed<Order>) {
            answer.header(REPLAYED, "true");
        }
        return answer.body(order);
    }

    private Outcome<Order> outcome(IdempotencyKey key, OrderRequest request, DemoMode demo) {
        try {
            return placeOrder.place(key, request, demo);
        } catch (IdempotencyException e) {
            throw e;
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
