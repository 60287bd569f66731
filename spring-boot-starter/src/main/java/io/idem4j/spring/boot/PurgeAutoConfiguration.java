package io.idem4j.spring.boot;

import io.idem4j.Idempotency;
import io.idem4j.spring.PurgeSchedule;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Purging, off unless it is asked for. */
@AutoConfiguration(after = IdempotencyAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "idem4j.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty("idem4j.purge.enabled")
@ConditionalOnBean(Idempotency.class)
@EnableConfigurationProperties(PurgeProperties.class)
public final class PurgeAutoConfiguration {
    PurgeAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    PurgeSchedule idempotencyPurgeSchedule(Idempotency idempotency, PurgeProperties properties) {
        return properties.schedule(idempotency.records());
    }
}
