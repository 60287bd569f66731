package io.idem4j.spring.boot;

import io.idem4j.dynamodb.DynamoDbStore;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.redis.RedisStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spring.boot.IdempotencyProperties.StoreKind;
import io.lettuce.core.RedisClient;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
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
    private static final String SPRINGS_URL = "spring.data.redis.url";

    StoreAutoConfiguration() {}

    @Bean
    IdempotencyStore idempotencyStore(IdempotencyProperties properties, ObjectProvider<StoreCandidate> candidates) {
        StoreKind chosen = properties.store();
        if (chosen == StoreKind.MEMORY) {
            return new InMemoryStore();
        }
        List<StoreCandidate> possible = candidates
                .orderedStream()
                .filter(candidate -> chosen == null || candidate.kind() == chosen)
                .toList();
        if (possible.size() == 1) {
            return possible.get(0).store().get();
        }
        throw NoStoreChosenException.of(
                chosen, candidates.orderedStream().map(StoreCandidate::kind).toList());
    }

    /** Records beside the application's rows. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({JdbcStore.class, DataSource.class, EmbeddedDatabaseConnection.class})
    @ConditionalOnSingleCandidate(DataSource.class)
    @EnableConfigurationProperties(JdbcProperties.class)
    static class Jdbc {
        @Bean
        StoreCandidate jdbcIdempotencyStore(DataSource dataSource, JdbcProperties properties) {
            return new StoreCandidate(StoreKind.JDBC, () -> properties.store(dataSource));
        }
    }

    /** Records in Redis: whoever adds idem4j-redis, and says where Redis is, means it. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({RedisStore.class, RedisClient.class})
    @Conditional(RedisIsNamed.class)
    @EnableConfigurationProperties(RedisProperties.class)
    static class Redis {
        @Bean
        StoreCandidate redisIdempotencyStore(RedisProperties properties, Environment environment) {
            String uri = properties.uri() == null ? environment.getProperty(SPRINGS_URL) : properties.uri();
            return new StoreCandidate(StoreKind.REDIS, () -> properties.store(Objects.requireNonNull(uri, "uri")));
        }
    }

    /** By our property, or by Spring Data's. */
    static class RedisIsNamed extends AnyNestedCondition {
        RedisIsNamed() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnProperty("idem4j.redis.uri")
        static class Own {}

        @ConditionalOnProperty(SPRINGS_URL)
        static class Springs {}
    }

    /** Records in DynamoDB. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({DynamoDbStore.class, DynamoDbClient.class})
    @ConditionalOnSingleCandidate(DynamoDbClient.class)
    @EnableConfigurationProperties(DynamoDbProperties.class)
    static class DynamoDb {
        @Bean
        StoreCandidate dynamoDbIdempotencyStore(DynamoDbClient client, DynamoDbProperties properties) {
            return new StoreCandidate(StoreKind.DYNAMODB, () -> properties.store(client));
        }
    }
}
