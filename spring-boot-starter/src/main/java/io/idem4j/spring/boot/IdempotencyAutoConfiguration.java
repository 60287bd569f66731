package io.idem4j.spring.boot;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyListener;
import io.idem4j.json.JsonCodec;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.ResultCodec;
import io.idem4j.spring.BoundOperations;
import io.idem4j.spring.EnableIdempotency;
import io.idem4j.spring.OperationOverrides;
import io.idem4j.spring.OperationSettings;
import io.idem4j.spring.Plans;
import io.idem4j.spring.boot.IdempotencyProperties.StoreKind;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/** The library on its store, and the annotation on bean methods. */
@AutoConfiguration(after = StoreAutoConfiguration.class)
@EnableConfigurationProperties(IdempotencyProperties.class)
public final class IdempotencyAutoConfiguration {
    static final String CODEC = "idempotencyResultCodec";

    private static final System.Logger LOG = System.getLogger("io.idem4j.spring");

    IdempotencyAutoConfiguration() {}

    @Bean
    static UnknownProperties idempotencyUnknownProperties(Environment environment) {
        return new UnknownProperties(environment);
    }

    /** Where operations are protected. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "idem4j.enabled", matchIfMissing = true)
    @EnableIdempotency
    static class Enabled {
        /** Inside of the other, so that those beside it know whether it is there. */
        @Configuration(proxyBeanMethods = false)
        @ConditionalOnMissingBean(Idempotency.class)
        static class Instance {
            @Bean
            Idempotency idempotency(
                    IdempotencyStore store,
                    IdempotencyProperties properties,
                    ResultCodec codec,
                    ObjectProvider<IdempotencyListener> listeners,
                    ObjectProvider<IdempotencyCustomizer> customizers) {
                Idempotency.Builder builder = Idempotency.builder(store)
                        .codec(codec)
                        .showKeys(properties.showKeys())
                        .policy(properties.policy()::applyTo);
                String label = properties.claimedBy();
                if (label != null) {
                    IdempotencyProperties.named("idem4j", () -> builder.claimedBy(label));
                }
                listeners.orderedStream().forEach(builder::listener);
                customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
                return builder.build();
            }
        }

        @Bean(CODEC)
        @ConditionalOnMissingBean
        ResultCodec idempotencyResultCodec() {
            return new JsonCodec();
        }

        @Bean
        @ConditionalOnMissingBean
        OperationOverrides idempotencyOperationOverrides(IdempotencyProperties properties) {
            Map<String, OperationSettings> byScope = properties.operations().entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, entry -> entry.getValue().settings()));
            return new OperationOverrides(byScope);
        }

        @Bean
        @ConditionalOnMissingBean(StoreAutoConfiguration.class)
        SmartInitializingSingleton idempotencyOwnStoreNotice(
                ListableBeanFactory beans, ObjectProvider<IdempotencyStore> store, IdempotencyProperties properties) {
            return () -> sayOwnStore(beans, store, properties.store());
        }

        private static void sayOwnStore(
                ListableBeanFactory beans, ObjectProvider<IdempotencyStore> store, @Nullable StoreKind chosen) {
            List<String> all = Arrays.stream(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(
                            beans, IdempotencyStore.class, true, false))
                    .filter(name -> !ScopedProxyUtils.isScopedTarget(name))
                    .toList();
            if (all.isEmpty()) {
                return;
            }
            IdempotencyStore injected = all.size() == 1 ? null : store.getIfUnique();
            List<String> meant = injected == null
                    ? all
                    : all.stream()
                            .filter(name -> beans.isSingleton(name) && beans.getBean(name) == injected)
                            .toList();
            String unread = chosen == null ? "" : ", and idem4j.store is not looked at";
            LOG.log(
                    Level.INFO,
                    "Records are kept in " + (meant.size() == 1 ? "the bean " : "one of the beans ")
                            + String.join(", ", meant.isEmpty() ? all : meant)
                            + ": a store that the application makes goes before all others" + unread + ".");
        }

        @Bean
        UnknownScopes idempotencyUnknownScopes(
                ConfigurableApplicationContext context,
                IdempotencyProperties properties,
                BoundOperations operations,
                Plans plans) {
            return new UnknownScopes(context, properties, operations, plans);
        }

        @Bean
        @ConditionalOnMissingBean(Instance.class)
        OwnInstanceNotice idempotencyOwnInstanceNotice(ListableBeanFactory beans, IdempotencyProperties properties) {
            return new OwnInstanceNotice(beans, properties);
        }
    }

    /** Where they are not: whoever asks for the library gets one that runs everything and touches no store. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "idem4j.enabled", havingValue = false)
    static class Disabled {
        @Bean
        SmartInitializingSingleton idempotencyDisabledNotice() {
            return () -> LOG.log(
                    Level.INFO,
                    "Nothing is protected, and no record is kept: idem4j.enabled is false. Annotated methods run as if they"
                            + " were not.");
        }

        @Bean
        @Lazy
        @ConditionalOnMissingBean
        Idempotency idempotency() {
            return Idempotency.builder(new InMemoryStore())
                    .codec(new JsonCodec())
                    .enabled(false)
                    .build();
        }
    }
}
