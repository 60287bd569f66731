package io.idem4j.spring.boot;

import io.idem4j.Idempotency;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spring.PurgeSchedule;
import java.lang.System.Logger.Level;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Purging, off unless it is asked for. Where it is off and the store leaves it to others, the log says so. */
@AutoConfiguration(after = IdempotencyAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "idem4j.enabled", matchIfMissing = true)
@ConditionalOnBean(Idempotency.class)
@EnableConfigurationProperties(PurgeProperties.class)
public final class PurgeAutoConfiguration {
    private static final System.Logger LOG = System.getLogger("io.idem4j.spring");

    PurgeAutoConfiguration() {}

    @Bean
    @ConditionalOnBooleanProperty("idem4j.purge.enabled")
    @ConditionalOnMissingBean
    PurgeSchedule idempotencyPurgeSchedule(Idempotency idempotency, PurgeProperties properties) {
        return properties.schedule(idempotency.records());
    }

    @Bean
    @ConditionalOnClass(JdbcStore.class)
    @ConditionalOnMissingBean(PurgeSchedule.class)
    SmartInitializingSingleton idempotencyUnpurgedNotice(ObjectProvider<IdempotencyStore> store) {
        return () -> {
            if (store.getIfUnique() instanceof JdbcStore) {
                LOG.log(
                        Level.INFO,
                        "This process deletes no expired records, since idem4j.purge.enabled is not true: unless another process"
                                + " or a job does, their table grows for ever.");
            }
        };
    }
}
