package io.idem4j.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.http.HttpPolicy;
import io.idem4j.spring.Caller;
import io.idem4j.spring.Idempotent;
import io.idem4j.tck.Clause;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** Who calls is what the application's {@code Caller} says. */
class CallerBeanTest {
    private static ConfigurableApplicationContext application;

    static class Bills {
        private final AtomicInteger runs = new AtomicInteger();

        @Idempotent(scope = "bill", header = "Idempotency-Key")
        public int bill() {
            return runs.incrementAndGet();
        }
    }

    @RestController
    static class Orders {
        private final AtomicInteger runs = new AtomicInteger();
        private final Bills bills;

        Orders(Bills bills) {
            this.bills = bills;
        }

        @Idempotent
        @PostMapping("/orders")
        int place() {
            return runs.incrementAndGet();
        }

        @Idempotent(policy = "byTenant")
        @PostMapping("/invoices")
        int invoice() {
            return runs.incrementAndGet();
        }

        @PostMapping("/bills")
        int bill() {
            return bills.bill();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Orders.class, Bills.class})
    static class Application {
        @Bean
        Caller caller() {
            return () -> RequestContextHolder.currentRequestAttributes() instanceof ServletRequestAttributes web
                    ? web.getRequest().getHeader("X-User")
                    : null;
        }

        @Bean
        HttpPolicy byTenant() {
            return HttpPolicy.storeFinalAnswers()
                    .principal(request -> request.headers("X-Tenant").get(0));
        }
    }

    @BeforeAll
    static void start() {
        application = new SpringApplicationBuilder(Application.class)
                .run("--server.port=0", "--idem4j.store=memory", "--logging.level.root=off");
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static String post(String path, String user, String tenant) throws Exception {
        return new Http(application)
                .send("POST", path, "{}", "Idempotency-Key", "same", "X-User", user, "X-Tenant", tenant)
                .body();
    }

    @Test
    @Clause("A-07")
    void a_handler_s_keys_belong_to_the_one_that_it_names() throws Exception {
        String ann = post("/orders", "ann", "x");

        assertThat(post("/orders", "bob", "x")).isNotEqualTo(ann);
        assertThat(post("/orders", "ann", "y")).isEqualTo(ann);
    }

    @Test
    @Clause("A-07")
    void a_policy_s_own_hook_goes_before_it() throws Exception {
        String x = post("/invoices", "ann", "x");

        assertThat(post("/invoices", "ann", "y")).isNotEqualTo(x);
        assertThat(post("/invoices", "bob", "x")).isEqualTo(x);
    }

    @Test
    @Clause("A-07")
    void a_bean_method_s_keys_do_too() throws Exception {
        String ann = post("/bills", "ann", "x");

        assertThat(post("/bills", "bob", "x")).isNotEqualTo(ann);
        assertThat(post("/bills", "ann", "y")).isEqualTo(ann);
    }
}
