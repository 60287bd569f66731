package io.idem4j.spring.boot;

import io.idem4j.Idempotency;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** The endpoint, where Boot's are and this one is exposed. */
@AutoConfiguration(after = IdempotencyAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "idem4j.enabled", matchIfMissing = true)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnAvailableEndpoint(endpoint = IdempotencyEndpoint.class)
@ConditionalOnBean(Idempotency.class)
@EnableConfigurationProperties(ActuatorProperties.class)
public final class EndpointAutoConfiguration {
    EndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    IdempotencyEndpoint idempotencyEndpoint(Idempotency idempotency, ActuatorProperties properties) {
        return new IdempotencyEndpoint(idempotency.records(), properties);
    }
}
