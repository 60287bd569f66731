package io.idem4j.examples.orders;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the service.
 *
 * @param store where claims and results are kept
 * @param lease how long a holder that fell silent blocks the next attempt
 * @param maxAttempts attempts before an order is in doubt; 1: at most once; null: no bound
 * @param recover whether the next attempt looks for the row of the one before, instead of placing again
 * @param actionTime how long placing an order takes, half before its insert and half after; stands for calls to others
 * @param instance what operators see as the holder of a claim, and the column {@code placed_by}; null: this process
 * @param demo whether {@link DemoMode} is listened to
 */
@ConfigurationProperties("orders")
record OrdersProperties(
        @DefaultValue("jdbc") Store store,
        @DefaultValue("30s") Duration lease,
        @Nullable Integer maxAttempts,
        @DefaultValue("true") boolean recover,
        @DefaultValue("0s") Duration actionTime,
        @Nullable String instance,
        @DefaultValue("false") boolean demo) {

    enum Store {
        /** Beside the orders, in the database of {@code spring.datasource.url}: an H2 file or PostgreSQL. */
        JDBC,
        /** Lost with the process. */
        MEMORY
    }

    /** At most once never runs again, so that there is nothing to recover. */
    boolean recovers() {
        return recover && !Integer.valueOf(1).equals(maxAttempts);
    }

    String instanceOrProcess() {
        return instance == null ? "orders/" + ProcessHandle.current().pid() : instance;
    }
}
