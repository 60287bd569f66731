package io.idem4j.spring.boot;

import io.idem4j.IdempotencyPolicy;
import io.idem4j.StoredRecord;
import io.idem4j.micrometer.IdempotencyMeters;
import io.idem4j.micrometer.IdempotencyObservations;
import io.idem4j.micrometer.UnsettledGauges;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.ListableStore;
import io.idem4j.spring.BoundOperations;
import io.idem4j.spring.CallObserver;
import io.idem4j.spring.OperationOverrides;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.observation.ObservationRegistry;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Meters, gauges and events of observations, where idem4j-micrometer and a registry are. */
@AutoConfiguration(
        before = IdempotencyAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
@ConditionalOnClass({IdempotencyMeters.class, MeterRegistry.class})
@ConditionalOnBooleanProperty(name = "idem4j.enabled", matchIfMissing = true)
public final class MetersAutoConfiguration {
    MetersAutoConfiguration() {}

    @Bean
    @ConditionalOnBean(MeterRegistry.class)
    @ConditionalOnMissingBean
    IdempotencyMeters idempotencyMeters(MeterRegistry registry) {
        return new IdempotencyMeters(registry);
    }

    @Bean
    @ConditionalOnBean(ObservationRegistry.class)
    @ConditionalOnMissingBean
    IdempotencyObservations idempotencyObservations(ObservationRegistry registry) {
        return new IdempotencyObservations(registry);
    }

    @Bean
    @ConditionalOnBean(IdempotencyObservations.class)
    @ConditionalOnMissingBean
    @SuppressWarnings("NullAway") // the value's type is nullable, which the checker loses in the method reference
    CallObserver idempotencyCallObserver(IdempotencyObservations observations) {
        return (operation, call) -> observations.<@Nullable Object, Throwable>observeValue(operation, call::proceed);
    }

    /** Asked when a registry is bound, by when the store is there. */
    @Bean
    @ConditionalOnBean(MeterRegistry.class)
    @ConditionalOnMissingBean(name = "idempotencyUnsettledGauges")
    MeterBinder idempotencyUnsettledGauges(
            ObjectProvider<IdempotencyStore> stores,
            ObjectProvider<BoundOperations> operations,
            ObjectProvider<IdempotencyProperties> properties,
            ObjectProvider<OperationOverrides> overrides) {
        return registry -> {
            if (stores.getIfUnique() instanceof ListableStore store) {
                new UnsettledGauges(store, record -> isInDoubt(record, operations, properties, overrides))
                        .bindTo(registry);
            }
        };
    }

    private static boolean isInDoubt(
            StoredRecord record,
            ObjectProvider<BoundOperations> operations,
            ObjectProvider<IdempotencyProperties> properties,
            ObjectProvider<OperationOverrides> overrides) {
        String scope = record.key().scope();
        BoundOperations bound = operations.getIfUnique();
        OptionalInt attempts = bound == null ? OptionalInt.empty() : bound.maxAttempts(scope);
        return record.attempt() >= attempts.orElseGet(() -> byProperties(scope, properties, overrides));
    }

    /** Of an operation that has no annotation: what its code sets is not known here. */
    private static int byProperties(
            String scope,
            ObjectProvider<IdempotencyProperties> properties,
            ObjectProvider<OperationOverrides> overrides) {
        IdempotencyPolicy policy = IdempotencyPolicy.defaults();
        IdempotencyProperties general = properties.getIfUnique();
        if (general != null) {
            policy = general.policy().applyTo(policy);
        }
        OperationOverrides own = overrides.getIfUnique();
        if (own != null) {
            policy = own.of(scope).applyTo(policy);
        }
        return policy.maxAttempts();
    }
}
