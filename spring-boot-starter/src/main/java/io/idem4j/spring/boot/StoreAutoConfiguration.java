package io.idem4j.spring.boot;

import io.idem4j.dynamodb.DynamoDbStore;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.redis.RedisStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spring.boot.IdempotencyProperties.StoreKind;
import io.lettuce.core.RedisClient;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.function.SingletonSupplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The store, of what the application has. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration",
            "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
            "org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration",
            "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration"
        })
@ConditionalOnBooleanProperty(name = "idem4j.enabled", matchIfMissing = true)
@ConditionalOnMissingBean(IdempotencyStore.class)
@EnableConfigurationProperties(IdempotencyProperties.class)
public final class StoreAutoConfiguration {
    private static final System.Logger LOG = System.getLogger("io.idem4j.spring");

    StoreAutoConfiguration() {}

    @Bean
    IdempotencyStore idempotencyStore(
            IdempotencyProperties properties,
            ObjectProvider<StoreCandidate> candidates,
            ConfigurableListableBeanFactory beans) {
        StoreKind chosen = properties.store();
        if (chosen == StoreKind.MEMORY) {
            LOG.log(Level.INFO, "Records are kept in this process and lost with it: idem4j.store is memory.");
            return new InMemoryStore();
        }
        List<StoreCandidate> possible = candidates
                .orderedStream()
                .filter(candidate -> chosen == null || candidate.kind() == chosen)
                .toList();
        if (possible.size() == 1) {
            return made(possible.get(0), chosen);
        }
        throw NoStoreChosenException.of(
                chosen,
                candidates.orderedStream().map(StoreCandidate::kind).toList(),
                new OwnRedisBeans(beans).factories());
    }

    private static IdempotencyStore made(StoreCandidate candidate, @Nullable StoreKind chosen) {
        String place = candidate.place().get();
        IdempotencyStore store = candidate.store().get();
        String why = chosen == null ? "no other store was found" : "idem4j.store is " + text(chosen);
        LOG.log(Level.INFO, "Records are kept in " + store.traits().name() + ", " + place + ": " + why + ".");
        return store;
    }

    static String text(StoreKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static String through(Class<?> type, AutowireCapableBeanFactory beans) {
        return "through the bean " + beans.resolveNamedBean(type).getBeanName();
    }

    /** Records beside the application's rows. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({JdbcStore.class, DataSource.class, EmbeddedDatabaseConnection.class})
    @ConditionalOnSingleCandidate(DataSource.class)
    @EnableConfigurationProperties(JdbcProperties.class)
    static class Jdbc {
        @Bean
        StoreCandidate jdbcIdempotencyStore(
                DataSource dataSource, JdbcProperties properties, AutowireCapableBeanFactory beans) {
            return new StoreCandidate(
                    StoreKind.JDBC,
                    () -> "table " + properties.table() + ", " + through(DataSource.class, beans),
                    () -> properties.store(dataSource));
        }
    }

    /** Records in Redis: whoever adds idem4j-redis, and says where Redis is, means it. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({RedisStore.class, RedisClient.class})
    @Conditional(RedisIsNamed.class)
    @EnableConfigurationProperties(RedisProperties.class)
    static class Redis {
        @Bean
        StoreCandidate redisIdempotencyStore(
                RedisProperties properties, Environment environment, ConfigurableListableBeanFactory beans) {
            OwnRedisBeans own = new OwnRedisBeans(beans);
            Supplier<SpringRedis> springs = SingletonSupplier.of(() -> own.redis(environment));
            return new StoreCandidate(
                    StoreKind.REDIS, () -> properties.place(springs, own.source()), () -> properties.store(springs));
        }
    }

    /** By our property, by Spring Data's, or by connection details that are a bean. */
    static class RedisIsNamed implements ConfigurationCondition {
        @Override
        public ConfigurationPhase getConfigurationPhase() {
            return ConfigurationPhase.REGISTER_BEAN;
        }

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            Environment environment = context.getEnvironment();
            ConfigurableListableBeanFactory beans = context.getBeanFactory();
            return environment.containsProperty("idem4j.redis.uri")
                    || SpringRedis.of(environment).isNamed()
                    || (beans != null && new OwnRedisBeans(beans).haveDetails());
        }
    }

    /** Records in DynamoDB. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({DynamoDbStore.class, DynamoDbClient.class})
    @ConditionalOnSingleCandidate(DynamoDbClient.class)
    @EnableConfigurationProperties(DynamoDbProperties.class)
    static class DynamoDb {
        @Bean
        StoreCandidate dynamoDbIdempotencyStore(
                DynamoDbClient client, DynamoDbProperties properties, AutowireCapableBeanFactory beans) {
            return new StoreCandidate(
                    StoreKind.DYNAMODB,
                    () -> "table " + properties.table() + ", " + through(DynamoDbClient.class, beans),
                    () -> properties.store(client));
        }
    }
}
