package io.idem4j.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.Clause;
import io.idem4j.testtools.Logged;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Scope;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.util.unit.DataSize;

/** What the log says at the start of where records are kept. */
class ChosenStoreTest {
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    AopAutoConfiguration.class, StoreAutoConfiguration.class, IdempotencyAutoConfiguration.class));
    private final ApplicationContextRunner database =
            application.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class));

    private static List<String> said(ApplicationContextRunner starting, String... properties) {
        try (Logged log = new Logged("io.idem4j.spring", Level.INFO)) {
            starting.withPropertyValues(properties)
                    .run(context -> assertThat(context).hasNotFailed());
            return log.lines();
        }
    }

    @Test
    @Clause("A-01")
    void a_table_with_its_database_and_the_bean_that_leads_there() {
        assertThat(said(database))
                .containsExactly("Records are kept in h2, table idempotency_record, through the bean dataSource:"
                        + " no other store was found.");
        assertThat(said(database, "idem4j.jdbc.table=shop_record", "idem4j.store=jdbc"))
                .containsExactly("Records are kept in h2, table shop_record, through the bean dataSource:"
                        + " idem4j.store is jdbc.");
    }

    @Test
    @Clause("A-01")
    void the_memory_of_the_process_and_what_becomes_of_it() {
        assertThat(said(database, "idem4j.store=memory"))
                .containsExactly("Records are kept in this process and lost with it: idem4j.store is memory.");
    }

    @Test
    @Clause("A-01")
    void a_bean_of_the_application_s_and_that_the_property_is_not_looked_at() {
        ApplicationContextRunner own = database.withBean("records", IdempotencyStore.class, InMemoryStore::new);
        String line = "Records are kept in the bean records: a store that the application makes goes before all others";

        assertThat(said(own)).containsExactly(line + ".");
        assertThat(said(own, "idem4j.store=jdbc")).containsExactly(line + ", and idem4j.store is not looked at.");
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoStores {
        @Bean
        @Primary
        IdempotencyStore records() {
            return new InMemoryStore();
        }

        @Bean
        IdempotencyStore other() {
            return new InMemoryStore();
        }

        @Bean("scopedTarget.records")
        @Scope("prototype")
        IdempotencyStore target() {
            throw new IllegalStateException("nobody asked for it");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NamedAsTheParameter {
        @Bean
        IdempotencyStore store() {
            return new InMemoryStore();
        }

        @Bean
        IdempotencyStore other() {
            return new InMemoryStore();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnLibrary {
        @Bean
        IdempotencyStore one() {
            return new InMemoryStore();
        }

        @Bean
        IdempotencyStore two() {
            return new InMemoryStore();
        }

        @Bean
        Idempotency idempotency(@Qualifier("two") IdempotencyStore mine) {
            return Idempotency.builder(mine).build();
        }
    }

    @Test
    @Clause("A-01")
    void of_several_beans_of_the_application_s_the_one_that_is_injected() {
        String rest = ": a store that the application makes goes before all others.";

        assertThat(said(application.withUserConfiguration(TwoStores.class)))
                .containsExactly("Records are kept in the bean records" + rest);
        assertThat(said(application.withUserConfiguration(NamedAsTheParameter.class)))
                .containsExactly("Records are kept in the bean store" + rest);
        assertThat(said(application.withUserConfiguration(OwnLibrary.class)))
                .containsExactly("Records are kept in one of the beans one, two" + rest);
    }

    @Test
    void where_the_application_makes_the_library_alone_nothing_is_said_of_its_store() {
        assertThat(said(new ApplicationContextRunner()
                        .withConfiguration(
                                AutoConfigurations.of(AopAutoConfiguration.class, IdempotencyAutoConfiguration.class))
                        .withBean(
                                Idempotency.class,
                                () -> Idempotency.builder(new InMemoryStore()).build())))
                .isEmpty();
    }

    @Test
    @Clause("A-01")
    void no_store_is_made_where_it_can_not_be_said_where_it_is() {
        StoreCandidate nowhere = new StoreCandidate(
                IdempotencyProperties.StoreKind.REDIS,
                () -> {
                    throw new IllegalArgumentException("nowhere");
                },
                () -> {
                    throw new AssertionError("made");
                });
        application
                .withBean(StoreCandidate.class, () -> nowhere)
                .run(context ->
                        assertThat(context.getStartupFailure()).rootCause().hasMessage("nowhere"));
    }

    @Test
    @Clause("A-01")
    void nothing_of_a_redis_but_its_server_and_the_property_that_names_it() {
        SpringRedis none = SpringRedis.of(new StandardEnvironment());
        RedisProperties own = redis("rediss://shop:secret@cache.internal:6380/3?timeout=5s");

        assertThat(own.place(() -> none, "nobody"))
                .isEqualTo("keys shop:* at cache.internal:6380/3, as idem4j.redis.uri says");
        assertThat(redis("redis-sentinel://:secret@one:1,two:2/4#orders").place(() -> none, "nobody"))
                .isEqualTo("keys shop:* at the master orders/4, as idem4j.redis.uri says");
        assertThat(redis("redis-socket:///run/redis.sock?database=2").place(() -> none, "nobody"))
                .isEqualTo("keys shop:* at the socket /run/redis.sock, database 2, as idem4j.redis.uri says");
    }

    private static RedisProperties redis(String uri) {
        return new RedisProperties(uri, false, "shop:", Duration.ofSeconds(1), DataSize.ofKilobytes(1), true);
    }

    @Test
    @Clause("A-12")
    void that_nothing_is_protected_where_it_is_switched_off() {
        assertThat(said(database, "idem4j.enabled=false"))
                .containsExactly(
                        "Nothing is protected, and no record is kept: idem4j.enabled is false. Annotated methods"
                                + " run as if they were not.");
    }
}
