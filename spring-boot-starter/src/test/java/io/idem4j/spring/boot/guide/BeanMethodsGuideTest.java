package io.idem4j.spring.boot.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.spring.IdempotencyPolicyChange;
import io.idem4j.spring.Idempotent;
import io.idem4j.spring.IdempotentExecution;
import io.idem4j.tck.Clause;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

class BeanMethodsGuideTest {
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withUserConfiguration(Application.class, Policies.class)
            .withBean(Shipping.class)
            .withBean(Booking.class);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    record Order(String id, String item, int quantity) {}

    record Receipt(String orderId, String chargedAs) {}

    // region service
    @Service
    static class Shipping {
        @Idempotent(scope = "orders.ship", key = "#order.id()", fingerprint = "#order", waitUpTo = "5s")
        public Receipt ship(Order order) {
            String charge = IdempotentExecution.current().orElseThrow().downstreamKey("charge");
            return new Receipt(order.id(), charge);
        }
    }
    // endregion

    // region transactional
    @Service
    static class Booking {
        private final JdbcTemplate jdbc;

        Booking(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Idempotent(scope = "orders.book", key = "#id", transactional = true)
        @Transactional
        public int book(String id) {
            return jdbc.update("INSERT INTO booked (id) VALUES (?)", id);
        }
    }
    // endregion

    @Configuration(proxyBeanMethods = false)
    static class Policies {
        // region policy
        @Bean
        IdempotencyPolicyChange declinesAreFinal() {
            return policy ->
                    policy.onFailure(e -> e instanceof IllegalArgumentException ? OnFailure.STORE : OnFailure.RELEASE);
        }
        // endregion
    }

    @Test
    @Clause("A-05")
    void a_bean_method_runs_once() {
        application.run(context -> {
            Shipping shipping = context.getBean(Shipping.class);
            Receipt first = shipping.ship(new Order("17", "book", 2));

            assertThat(shipping.ship(new Order("17", "book", 2))).isEqualTo(first);
            assertThat(first.chargedAs()).isNotEmpty();
        });
    }

    @Test
    @Clause("A-11")
    void rows_and_record_are_one_commit() {
        application.run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.execute("CREATE TABLE booked (id VARCHAR(100))");
            Booking booking = context.getBean(Booking.class);

            assertThat(booking.book("17")).isEqualTo(1);
            assertThat(booking.book("17")).isEqualTo(1);
            assertThat(jdbc.queryForObject("SELECT count(*) FROM booked", Integer.class))
                    .isEqualTo(1);
        });
    }
}
