package io.idem4j.spring.boot.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.spring.Idempotent;
import io.idem4j.tck.Clause;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The application that README.md shows, built from what stands there and from nothing else, and started as a process of its own. */
class FirstPostTest {
    private final Readme readme = Readme.read();

    @TempDir
    Path folder;

    @Test
    @Clause("A-02")
    void the_second_post_replays() throws Exception {
        try (ReadmeApplication application = ReadmeApplication.start(readme, folder)) {
            HttpResponse<String> first = application.post("7f1c");
            HttpResponse<String> second = application.post("7f1c");
            HttpResponse<String> other = application.post("8a2d");

            assertThat(first.statusCode()).isEqualTo(201);
            assertThat(first.body()).isEqualTo("{\"number\":1,\"item\":\"book\"}");
            assertThat(first.headers().firstValue("Idempotent-Replayed")).isEmpty();
            assertThat(second.statusCode()).isEqualTo(201);
            assertThat(second.body()).isEqualTo(first.body());
            assertThat(second.headers().firstValue("Idempotent-Replayed")).hasValue("true");
            assertThat(other.body())
                    .as("placed so far: once under the first key")
                    .isEqualTo("{\"number\":2,\"item\":\"book\"}");
        }
    }

    @Test
    void the_dependency_is_a_module_in_the_version_that_is_built() {
        Modules modules = Modules.ofThisCheckout();

        assertThat(modules.artifacts()).contains(readme.dependency("artifactId"));
        assertThat(modules.managedByTheBom()).contains(readme.dependency("artifactId"));
        assertThat(readme.dependency("groupId")).isEqualTo("io.idem4j");
        assertThat(readme.dependency("version")).isEqualTo(modules.version());
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

    public static void main(String[] arguments) {
        SpringApplication.run(OrderService.class, arguments);
    }
}
// endregion
