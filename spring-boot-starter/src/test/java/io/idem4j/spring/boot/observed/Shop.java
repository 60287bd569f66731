package io.idem4j.spring.boot.observed;

import io.idem4j.IdempotencyException;
import io.idem4j.spring.Idempotent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.test.simple.SimpleTracer;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** One action behind an annotated handler and behind an annotated bean method, that can be held up and can break the store. */
class Shop {
    static final String SLOW = "somewhere far";
    static final String BREAKING = "where the store breaks";

    private final JdbcTemplate jdbc;
    private final Semaphore holders = new Semaphore(0);
    private final Semaphore goOn = new Semaphore(0);

    Shop(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    record Parcel(String to) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Shop.class, Shipping.class, Handlers.class})
    static class Application {
        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        @Bean
        Tracer tracer() {
            return new SimpleTracer();
        }
    }

    static class Shipping {
        private final Shop shop;

        Shipping(Shop shop) {
            this.shop = shop;
        }

        @Idempotent(scope = "orders.ship", key = "#id", fingerprint = "#parcel")
        public String ship(String id, Parcel parcel) {
            return shop.ship(parcel);
        }
    }

    @RestController
    static class Handlers {
        private final Shop shop;
        private final Shipping shipping;

        Handlers(Shop shop, Shipping shipping) {
            this.shop = shop;
            this.shipping = shipping;
        }

        @PostMapping("/bean")
        String bean(@RequestHeader("Idempotency-Key") String key, @RequestBody Parcel parcel) {
            return shipping.ship(key, parcel);
        }

        @Idempotent
        @PostMapping("/handler")
        String handler(@RequestBody Parcel parcel) {
            return shop.ship(parcel);
        }

        @ExceptionHandler
        ResponseEntity<Void> refused(IdempotencyException e) {
            return ResponseEntity.status(409).build();
        }
    }

    private String ship(Parcel parcel) {
        if (parcel.to().equals(SLOW)) {
            holders.release();
            acquire(goOn);
        }
        if (parcel.to().equals(BREAKING)) {
            jdbc.execute("ALTER TABLE idempotency_record RENAME TO out_of_reach");
        }
        return "shipped";
    }

    void awaitHolder() {
        acquire(holders);
    }

    void letHolderGoOn() {
        goOn.release();
    }

    void repair() {
        jdbc.execute("ALTER TABLE IF EXISTS out_of_reach RENAME TO idempotency_record");
    }

    /** As time does. */
    void endLeases() {
        jdbc.update("UPDATE idempotency_record SET lease_until = created_at");
    }

    private static void acquire(Semaphore semaphore) {
        try {
            if (!semaphore.tryAcquire(30, TimeUnit.SECONDS)) {
                throw new AssertionError("nobody came");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
