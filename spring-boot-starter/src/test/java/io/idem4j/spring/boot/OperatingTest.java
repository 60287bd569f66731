package io.idem4j.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.idem4j.Attempt;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.dynamodb.DynamoDbStore;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.micrometer.IdempotencyMeters;
import io.idem4j.redis.RedisStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spring.PurgeSchedule;
import io.idem4j.tck.Clause;
import io.idem4j.testtools.Logged;
import io.idem4j.testtools.RedisServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class OperatingTest {
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    StoreAutoConfiguration.class,
                    MetersAutoConfiguration.class,
                    IdempotencyAutoConfiguration.class,
                    PurgeAutoConfiguration.class,
                    HealthAutoConfiguration.class));

    private static IdempotencyStore broken() {
        return (IdempotencyStore) Proxy.newProxyInstance(
                OperatingTest.class.getClassLoader(), new Class<?>[] {IdempotencyStore.class}, (self, method, args) -> {
                    if (method.getName().equals("traits")) {
                        return new InMemoryStore().traits();
                    }
                    throw new StoreUnavailableException(null, "down", new IllegalStateException());
                });
    }

    @Test
    @Clause("A-16")
    void health_is_what_the_store_says_and_names_no_key() {
        application
                .withPropertyValues("idem4j.store=memory")
                .run(context -> assertThat(
                                context.getBean(HealthIndicator.class).health().getStatus())
                        .isEqualTo(Status.UP));
        application.withBean(IdempotencyStore.class, OperatingTest::broken).run(context -> {
            var health = context.getBean(HealthIndicator.class).health();
            assertThat(health.getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.toString()).doesNotContain("probe");
        });
    }

    @Test
    @Clause("A-16")
    void health_can_be_switched_off_and_is_not_needed() {
        application
                .withPropertyValues("idem4j.store=memory", "management.health.idempotency.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
        new ApplicationContextRunner()
                .withUserConfiguration(Plain.class)
                .withPropertyValues("idem4j.store=memory")
                .withClassLoader(new FilteredClassLoader(
                        "org.springframework.boot.health", "org.springframework.boot.actuate", "io.micrometer"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(Idempotency.class)
                        .doesNotHaveBean(IdempotencyEndpoint.class));
    }

    @Test
    @Clause("A-16")
    void expired_records_are_purged_where_it_is_asked_for_and_not_elsewhere() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
        InMemoryStore store = new InMemoryStore(now::get);
        application.withBean(IdempotencyStore.class, () -> store).run(context -> {
            assertThat(context).doesNotHaveBean(PurgeSchedule.class);
            context.getBean(Idempotency.class).execute(IdempotencyKey.of("a", "1"), () -> {});
        });
        now.set(now.get().plus(Duration.ofDays(2)));

        assertThat(store.purge(1)).as("one that nobody purged").isEqualTo(1);
        application
                .withBean(IdempotencyStore.class, () -> store)
                .withPropertyValues("idem4j.purge.enabled=true", "idem4j.purge.every=5ms", "idem4j.purge.batch-size=1")
                .run(context -> {
                    Idempotency idempotency = context.getBean(Idempotency.class);
                    for (int i = 0; i < 3; i++) {
                        idempotency.execute(IdempotencyKey.of("a", "p" + i), () -> {});
                    }
                    now.set(now.get().plus(Duration.ofDays(2)));
                    await().atMost(Duration.ofSeconds(10)).until(() -> store.purge(1) == 0);
                    assertThat(context.getBean(PurgeSchedule.class).isRunning()).isTrue();
                });
        application
                .withPropertyValues("idem4j.store=memory", "idem4j.purge.enabled=true", "idem4j.purge.batch-size=0")
                .run(context ->
                        assertThat(context.getStartupFailure()).hasStackTraceContaining("idem4j.purge.batch-size: "));
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        StoreAutoConfiguration.class,
        MetersAutoConfiguration.class,
        IdempotencyAutoConfiguration.class,
        PurgeAutoConfiguration.class,
        HealthAutoConfiguration.class,
        EndpointAutoConfiguration.class
    })
    static class Plain {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Web {
        static final AtomicReference<Instant> NOW = new AtomicReference<>(Instant.now());

        @Bean
        IdempotencyStore store() {
            return new InMemoryStore(NOW::get);
        }
    }

    @Test
    @Clause("A-17")
    void the_endpoint_is_off_the_web_unless_it_is_exposed() throws Exception {
        try (ConfigurableApplicationContext web =
                new SpringApplicationBuilder(Web.class).run("--server.port=0", "--logging.level.root=off")) {
            assertThat(new Http(web).send("GET", "/actuator/idempotency", "").statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    @Clause("A-17")
    void operators_find_resolve_and_forget_over_the_web_and_see_no_key_and_no_result() throws Exception {
        try (ConfigurableApplicationContext web = new SpringApplicationBuilder(Web.class)
                .run(
                        "--server.port=0",
                        "--logging.level.root=off",
                        "--management.endpoints.web.exposure.include=idempotency")) {
            Http http = new Http(web);
            Idempotency idempotency = web.getBean(Idempotency.class);
            IdempotencyKey key = IdempotencyKey.of("orders.place", "secret-key");
            Attempt<String> holder = idempotency
                    .call(key, String.class)
                    .policy(policy -> policy.renewFor(Duration.ZERO))
                    .begin();
            assertThat(holder).isInstanceOf(Attempt.Started.class);

            assertThat(settle(http, "forget", "").body())
                    .contains("\"done\":false")
                    .contains("its holder lives");
            Web.NOW.set(Web.NOW.get().plusSeconds(60));

            HttpResponse<String> unsettled = http.send("GET", "/actuator/idempotency", "");
            assertThat(unsettled.body())
                    .contains("\"scope\":\"orders.place\"", "\"lapsed\":true")
                    .doesNotContain("secret-key");
            assertThat(settle(http, "resolve", ",\"result\":\"\\\"paid\\\"\"").body())
                    .contains("\"done\":true", "\"status\":\"COMPLETED\"")
                    .doesNotContain("secret-key", "paid");
            assertThat(idempotency.<String, RuntimeException>execute(key, String.class, () -> "again"))
                    .isEqualTo("paid");
            assertThat(settle(http, "resolve", "").body()).contains("\"done\":false", "it is settled");
            assertThat(settle(http, "forget", "").body()).contains("\"done\":true");
            assertThat(settle(http, "find", "").body()).contains("\"done\":false", "there is no record");
            assertThat(settle(http, "drop", "").statusCode()).isEqualTo(400);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithoutList {
        /** As DynamoDB: all of a store, and no list. */
        @Bean
        IdempotencyStore store() {
            InMemoryStore whole = new InMemoryStore();
            return (IdempotencyStore) Proxy.newProxyInstance(
                    OperatingTest.class.getClassLoader(),
                    new Class<?>[] {IdempotencyStore.class},
                    (self, method, args) -> method.invoke(whole, args));
        }
    }

    @Test
    @Clause("A-17")
    void a_store_that_can_t_list_is_answered_with_the_reason_and_the_rest_works() throws Exception {
        try (ConfigurableApplicationContext web = new SpringApplicationBuilder(WithoutList.class)
                .run(
                        "--server.port=0",
                        "--logging.level.root=off",
                        "--management.endpoints.web.exposure.include=idempotency")) {
            Http http = new Http(web);
            web.getBean(Idempotency.class).execute(IdempotencyKey.of("orders.place", "secret-key"), () -> {});

            HttpResponse<String> listed = http.send("GET", "/actuator/idempotency", "");
            assertThat(listed.statusCode()).isEqualTo(501);
            assertThat(listed.body()).contains("\"done\":false", "can't list records");
            assertThat(settle(http, "find", "").body()).contains("\"done\":true");
        }
    }

    private static List<String> saidOfPurging(ApplicationContextRunner starting, String... properties) {
        try (Logged log = new Logged("io.idem4j.spring", Level.INFO)) {
            starting.withPropertyValues(properties)
                    .run(context -> assertThat(context).hasNotFailed());
            return log.lines().stream().filter(line -> line.contains("expired")).toList();
        }
    }

    @Test
    @Clause("A-16")
    void a_table_that_nothing_purges_is_told_in_the_log_of_the_start() {
        ApplicationContextRunner database =
                application.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class));

        assertThat(saidOfPurging(database))
                .singleElement()
                .asString()
                .contains("idem4j.purge.enabled")
                .contains("grows");
        assertThat(saidOfPurging(database, "idem4j.purge.enabled=true")).isEmpty();
        assertThat(saidOfPurging(application, "idem4j.store=memory")).isEmpty();
    }

    private static HttpResponse<String> settle(Http http, String action, String more) throws Exception {
        return http.send(
                "POST",
                "/actuator/idempotency",
                "{\"action\":\"" + action + "\",\"scope\":\"orders.place\",\"key\":\"secret-key\"" + more + "}");
    }

    @Test
    @Clause("A-17")
    void the_endpoint_shows_keys_and_results_where_it_is_told_to() {
        application
                .withConfiguration(AutoConfigurations.of(EndpointAutoConfiguration.class))
                .withPropertyValues(
                        "idem4j.store=memory",
                        "management.endpoints.web.exposure.include=idempotency",
                        "idem4j.actuator.show-keys=true",
                        "idem4j.actuator.show-results=true")
                .run(context -> {
                    context.getBean(Idempotency.class)
                            .execute(IdempotencyKey.of("a", "1").forPrincipal("ann"), String.class, () -> "paid");
                    assertThat(context.getBean(IdempotencyEndpoint.class)
                                    .settle("find", "a", "1", "ann", null, null)
                                    .record())
                            .satisfies(record -> assertThat(List.of(record.key(), record.principal(), record.data()))
                                    .containsExactly("1", "ann", "\"paid\""));
                });
    }

    @Test
    @Clause("A-18")
    void meters_are_fed_where_a_registry_is() {
        application
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues("idem4j.store=memory")
                .run(context -> {
                    context.getBean(Idempotency.class).execute(IdempotencyKey.of("a", "1"), () -> {});
                    assertThat(context.getBean(MeterRegistry.class)
                                    .get(IdempotencyMeters.CALLS)
                                    .tag(IdempotencyMeters.OPERATION, "a")
                                    .timer()
                                    .count())
                            .isEqualTo(1);
                });
        application
                .withPropertyValues("idem4j.store=memory")
                .run(context -> assertThat(context).doesNotHaveBean(IdempotencyMeters.class));
    }

    @Test
    @Clause("A-01")
    void a_redis_that_is_named_is_taken() {
        try (RedisServer server = RedisServer.started();
                Logged log = new Logged("io.idem4j.spring", Level.INFO)) {
            application
                    .withPropertyValues("spring.data.redis.url=" + server.uri(), "idem4j.redis.timeout=10s")
                    .run(context -> {
                        assertThat(context).getBean(IdempotencyStore.class).isInstanceOf(RedisStore.class);
                        assertThat(context.getBean(Idempotency.class)
                                        .execute(IdempotencyKey.of("a", "1"), int.class, () -> 1))
                                .isEqualTo(1);
                    });
            application
                    .withPropertyValues("spring.data.redis.host=localhost", "spring.data.redis.port=" + server.port())
                    .withPropertyValues("idem4j.redis.timeout=10s")
                    .run(context -> assertThat(context.getBean(Idempotency.class)
                                    .execute(IdempotencyKey.of("a", "1"), int.class, () -> 2))
                            .as("kept in the same server")
                            .isEqualTo(1));
            assertThat(log.lines())
                    .hasSize(2)
                    .allSatisfy(line -> assertThat(line)
                            .startsWith("Records are kept in redis, keys idem4j:* at ")
                            .endsWith(
                                    ":" + server.port() + "/0, as spring.data.redis says: no other store was found."));
        }
    }

    @Test
    @Clause("A-01")
    void a_dynamodb_client_is_taken_and_needs_a_table() {
        DynamoDbClient client = (DynamoDbClient) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DynamoDbClient.class}, (self, method, args) -> {
                    throw new OutcomeUnknownException(null, "not asked", new IllegalStateException());
                });
        ApplicationContextRunner with = application.withBean(
                DynamoDbClient.class,
                () -> client,
                d -> ((org.springframework.beans.factory.support.AbstractBeanDefinition) d).setDestroyMethodName(null));
        try (Logged log = new Logged("io.idem4j.spring", Level.INFO)) {
            with.withPropertyValues("idem4j.dynamodb.table=records")
                    .run(context ->
                            assertThat(context).getBean(IdempotencyStore.class).isInstanceOf(DynamoDbStore.class));
            assertThat(log.lines())
                    .containsExactly("Records are kept in dynamodb, table records, through the bean dynamoDbClient:"
                            + " no other store was found.");
        }
        with.run(context ->
                assertThat(context.getStartupFailure()).hasStackTraceContaining("idem4j.dynamodb.table: must be set"));
    }
}
