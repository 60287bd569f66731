package io.idem4j.spring.boot;

import io.idem4j.IdempotencyKey;
import io.idem4j.spi.IdempotencyStore;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Whether the store answers: one read of a key that nothing is done under. */
final class StoreHealthIndicator extends AbstractHealthIndicator {
    private static final IdempotencyKey PROBE = IdempotencyKey.of("idem4j.health", "probe");

    private final IdempotencyStore store;

    StoreHealthIndicator(IdempotencyStore store) {
        super("The store does not answer");
        this.store = store;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        health.withDetail("store", store.traits().name());
        store.find(PROBE);
        health.up();
    }
}
