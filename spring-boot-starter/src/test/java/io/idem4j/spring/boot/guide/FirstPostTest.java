package io.idem4j.spring.boot.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.spring.Idempotent;
import io.idem4j.spring.boot.Http;
import io.idem4j.tck.Clause;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The guide's application, started with the guide's one property. */
class FirstPostTest {

    @Test
    @Clause("A-02")
    void the_second_post_replays() throws Exception {
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(OrderService.class)
                .run("--server.port=0", "--spring.config.name=first-post")) {
            Http http = new Http(application);

            HttpResponse<String> first = http.post("/orders", "{\"item\":\"book\",\"quantity\":2}", "7f1c");
            HttpResponse<String> second = http.post("/orders", "{\"quantity\":2,\"item\":\"book\"}", "7f1c");

            assertThat(first.statusCode()).isEqualTo(201);
            assertThat(first.body()).isEqualTo("{\"number\":1,\"item\":\"book\"}");
            assertThat(first.headers().firstValue("Idempotent-Replayed")).isEmpty();
            assertThat(second.statusCode()).isEqualTo(201);
            assertThat(second.body()).isEqualTo(first.body());
            assertThat(second.headers().firstValue("Idempotent-Replayed")).hasValue("true");
        }
    }
}

// region application
@SpringBootApplication
@RestController
class OrderService {
    private final AtomicInteger placed = new AtomicInteger();

    record Order(String item, int quantity) {}

    record Receipt(int number, String item) {}

    @Idempotent
    @PostMapping("/orders")
    @ResponseStatus(HttpStatus.CREATED)
    Receipt place(@RequestBody Order order) {
        return new Receipt(placed.incrementAndGet(), order.item());
    }
}
// endregion
