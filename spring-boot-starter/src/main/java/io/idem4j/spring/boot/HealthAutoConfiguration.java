package io.idem4j.spring.boot;

import io.idem4j.spi.IdempotencyStore;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Health, where Boot's is. */
@AutoConfiguration(after = IdempotencyAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "idem4j.enabled", matchIfMissing = true)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnEnabledHealthIndicator("idempotency")
@ConditionalOnBean(IdempotencyStore.class)
public final class HealthAutoConfiguration {
    HealthAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = "idempotencyHealthIndicator")
    HealthIndicator idempotencyHealthIndicator(IdempotencyStore store) {
        return new StoreHealthIndicator(store);
    }
}
