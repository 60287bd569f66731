package io.idem4j.examples.orders;

import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells the page whether {@link DemoMode} is listened to. */
@RestController
class DemoController {
    private final OrdersProperties properties;

    DemoController(OrdersProperties properties) {
        this.properties = properties;
    }

    @GetMapping("/demo")
    Map<String, Boolean> demo() {
        return Map.of("demo", properties.demo());
    }
}
