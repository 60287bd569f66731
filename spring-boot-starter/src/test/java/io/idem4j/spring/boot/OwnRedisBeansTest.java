package io.idem4j.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.redis.RedisStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.Clause;
import io.idem4j.testtools.RedisServer;
import io.lettuce.core.RedisURI;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Where records go when a bean of the application's says where Redis is. */
class OwnRedisBeansTest {
    private static RedisServer server;
    private static String host;

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    AopAutoConfiguration.class,
                    DataRedisAutoConfiguration.class,
                    StoreAutoConfiguration.class,
                    IdempotencyAutoConfiguration.class))
            .withPropertyValues("idem4j.redis.timeout=10s");

    @BeforeAll
    static void start() {
        server = RedisServer.started();
        host = RedisURI.create(server.uri()).getHost();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** One that connects when it is asked to, which nobody does. */
    private ApplicationContextRunner making(RedisConfiguration configuration) {
        return application.withBean("cache", RedisConnectionFactory.class, () -> {
            LettuceConnectionFactory made =
                    new LettuceConnectionFactory(configuration, LettuceClientConfiguration.defaultConfiguration());
            made.setEarlyStartup(false);
            made.setAutoStartup(false);
            return made;
        });
    }

    private static RedisStandaloneConfiguration standalone(int port, int database) {
        RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(host, port);
        configuration.setDatabase(database);
        return configuration;
    }

    private static String[] properties() {
        return new String[] {"spring.data.redis.host=" + host, "spring.data.redis.port=" + server.port()};
    }

    private static void isRefused(ApplicationContextRunner starting) {
        starting.run(
                context -> assertThat(Analysis.of(context.getStartupFailure()).getDescription())
                        .contains("idem4j.redis.uri: must be set")
                        .contains("cache")
                        .doesNotContain("secret"));
    }

    private static void runs(ApplicationContextRunner starting) {
        starting.run(context -> {
            assertThat(context).getBean(IdempotencyStore.class).isInstanceOf(RedisStore.class);
            assertThat(context.getBean(Idempotency.class).execute(IdempotencyKey.of("a", "1"), int.class, () -> 1))
                    .isEqualTo(1);
        });
    }

    @Test
    @Clause("A-01")
    void a_connection_factory_of_the_application_s_without_a_property_is_refused() {
        isRefused(making(standalone(server.port(), 0)));
    }

    @Test
    @Clause("A-01")
    void one_that_leads_elsewhere_than_the_properties_is_refused() {
        RedisSentinelConfiguration sentinel = new RedisSentinelConfiguration("orders", Set.of(host + ":1"));
        RedisClusterConfiguration cluster = new RedisClusterConfiguration(List.of(host + ":" + server.port()));
        for (RedisConfiguration other : List.of(
                standalone(server.port() + 1, 0),
                standalone(server.port(), 3),
                new RedisStaticMasterReplicaConfiguration("one", 1),
                sentinel,
                cluster)) {
            isRefused(making(other)
                    .withPropertyValues(properties())
                    .withPropertyValues("spring.data.redis.password=secret"));
        }
    }

    @Test
    @Clause("A-01")
    void one_that_leads_to_the_same_server_is_no_matter_and_our_own_property_settles_it() {
        runs(making(standalone(server.port(), 0)).withPropertyValues(properties()));
        runs(making(standalone(server.port() + 1, 0)).withPropertyValues("idem4j.redis.uri=" + server.uri()));
    }

    @Test
    @Clause("A-01")
    void properties_that_boot_reads_otherwise_are_refused() {
        application
                .withPropertyValues(properties())
                .withPropertyValues("spring.data.redis.url=" + server.uri(), "spring.data.redis.cluster.nodes=one:1")
                .run(context -> assertThat(
                                Analysis.of(context.getStartupFailure()).getDescription())
                        .contains("idem4j.redis.uri: must be set")
                        .contains("redisConnectionFactory"));
    }

    @Test
    @Clause("A-01")
    void a_factory_of_another_kind_is_refused_too() {
        isRefused(application
                .withBean("cache", RedisConnectionFactory.class, OwnRedisBeansTest::unknown)
                .withPropertyValues(properties()));
    }

    private static RedisConnectionFactory unknown() {
        return (RedisConnectionFactory) Proxy.newProxyInstance(
                OwnRedisBeansTest.class.getClassLoader(),
                new Class<?>[] {RedisConnectionFactory.class},
                (self, method, arguments) -> method.getReturnType() == int.class ? 0 : null);
    }

    @Test
    void sentinel_and_cluster_are_told_by_master_and_nodes() {
        RedisSentinelConfiguration sentinel = new RedisSentinelConfiguration("orders", Set.of("one:1"));
        RedisClusterConfiguration cluster = new RedisClusterConfiguration(List.of("one:1", "two:2"));
        making(sentinel).withPropertyValues("idem4j.store=memory").run(context -> {
            assertThat(RedisDetails.leadTo(named("sentinel.master=orders", "sentinel.nodes=two:2"), context, "cache"))
                    .isTrue();
            assertThat(RedisDetails.leadTo(named("sentinel.master=carts", "sentinel.nodes=one:1"), context, "cache"))
                    .isFalse();
            assertThat(RedisDetails.leadTo(named("cluster.nodes=one:1"), context, "cache"))
                    .isFalse();
        });
        making(cluster).withPropertyValues("idem4j.store=memory").run(context -> {
            assertThat(RedisDetails.leadTo(named("cluster.nodes=two:2"), context, "cache"))
                    .isTrue();
            assertThat(RedisDetails.leadTo(named("cluster.nodes=three:3"), context, "cache"))
                    .isFalse();
            assertThat(RedisDetails.leadTo(named("host=one", "port=1"), context, "cache"))
                    .isFalse();
        });
    }

    private static SpringRedis named(String... properties) {
        return SpringRedisTest.redis(properties);
    }

    private static DataRedisConnectionDetails details(String password) {
        return new DataRedisConnectionDetails() {
            @Override
            public String getPassword() {
                return password;
            }

            @Override
            public Standalone getStandalone() {
                return Standalone.of(host, server.port(), 2);
            }
        };
    }

    @Test
    @Clause("A-01")
    void connection_details_that_are_a_bean_are_used_in_place_of_the_properties() {
        try (Logged log = new Logged(Level.INFO)) {
            runs(application
                    .withBean("container", DataRedisConnectionDetails.class, () -> details(null))
                    .withPropertyValues("spring.data.redis.host=nowhere.invalid"));

            assertThat(log.lines())
                    .containsExactly("Records are kept in redis, keys idem4j:* at " + host + ":" + server.port()
                            + "/2, as the bean container says: no other store was found.");
        }
        SpringRedis read = RedisDetails.read(
                new org.springframework.beans.factory.support.StaticListableBeanFactory(
                        Map.of("container", details("secret"))),
                "container");
        assertThat(read.uri()).isEqualTo("redis://:secret@" + host + ":" + server.port() + "/2");
    }

    @Test
    @Clause("A-01")
    void what_boot_makes_by_itself_names_no_redis() {
        application.run(context -> {
            assertThat(context).hasFailed();
            assertThat(Analysis.of(context.getStartupFailure()).getDescription())
                    .contains("no store")
                    .doesNotContain("must be set");
        });
        runs(application.withPropertyValues(properties()));
    }

    @Test
    void without_spring_data_the_properties_alone_say_where_it_is() {
        runs(new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class, StoreAutoConfiguration.class, IdempotencyAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader("org.springframework.data", "org.springframework.boot.data"))
                .withPropertyValues(properties())
                .withPropertyValues("idem4j.redis.timeout=10s"));
    }
}
