package io.idem4j.spring.crashes;

import io.idem4j.Idempotency;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spring.EnableIdempotency;
import io.idem4j.spring.Idempotent;
import javax.sql.DataSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** An application context that books operations as rows, by annotated methods. */
final class AnnotatedLedger implements AutoCloseable {
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final Booking booking;

    AnnotatedLedger(DataSource source) {
        context.registerBean(DataSource.class, () -> source);
        context.register(Beans.class, Booking.class);
        context.refresh();
        booking = context.getBean(Booking.class);
    }

    String book(Order order, String operation) {
        return order == Order.JOINING ? booking.joining(operation) : booking.claimingFirst(operation);
    }

    @Override
    public void close() {
        context.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableIdempotency
    @EnableTransactionManagement(proxyTargetClass = true)
    static class Beans {
        @Bean
        PlatformTransactionManager transactionManager(DataSource source) {
            return new JdbcTransactionManager(source);
        }

        @Bean
        JdbcTemplate jdbcTemplate(DataSource source) {
            return new JdbcTemplate(source);
        }

        @Bean
        IdempotencyStore store(DataSource source) {
            return JdbcStore.builder(source).build();
        }

        @Bean
        Idempotency idempotency(IdempotencyStore store) {
            return Idempotency.builder(store).build();
        }
    }

    static class Booking {
        private final JdbcTemplate jdbc;

        Booking(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Idempotent(scope = "ledger", key = "#operation", lease = "2s", transactional = true)
        @Transactional
        public String joining(String operation) {
            return insert(operation);
        }

        @Idempotent(scope = "ledger", key = "#operation", lease = "2s", transactional = true, claimFirst = true)
        @Transactional
        public String claimingFirst(String operation) {
            return insert(operation);
        }

        private String insert(String operation) {
            jdbc.update("INSERT INTO booked VALUES (?)", operation);
            return "booked " + operation;
        }
    }
}
