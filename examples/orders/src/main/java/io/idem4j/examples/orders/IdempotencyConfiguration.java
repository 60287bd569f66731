package io.idem4j.examples.orders;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.IdempotencyStore;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The store and the library, as the settings say. */
@Configuration(proxyBeanMethods = false)
class IdempotencyConfiguration {
    @Bean
    IdempotencyStore idempotencyStore(OrdersProperties properties, DataSource dataSource) {
        return switch (properties.store()) {
            case JDBC -> JdbcStore.builder(dataSource).createSchema(true).build();
            case MEMORY -> new InMemoryStore();
        };
    }

    @Bean
    Idempotency idempotency(IdempotencyStore store, OrdersProperties properties, RecentKeys recent) {
        return Idempotency.builder(store)
                .listener(event -> {
                    if (event.key() != null) {
                        recent.add(event.key());
                    }
                })
                .claimedBy(properties.instanceOrProcess())
                .policy(policy -> policy(policy, properties))
                .build();
    }

    private static IdempotencyPolicy policy(IdempotencyPolicy policy, OrdersProperties properties) {
        IdempotencyPolicy leased = policy.lease(properties.lease());
        Integer maxAttempts = properties.maxAttempts();
        return maxAttempts == null ? leased : leased.maxAttempts(maxAttempts);
    }
}
