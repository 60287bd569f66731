package io.idem4j.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.ConfigurationException;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.redis.RedisStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.Clause;
import io.idem4j.testtools.Logged;
import io.idem4j.testtools.RedisServer;
import io.lettuce.core.RedisURI;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.aot.BeanInstanceSupplier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.web.context.request.RequestScope;

/** Where records go when a bean of the application's says where Redis is. */
class OwnRedisBeansTest {
    private static RedisServer server;
    private static String host;

    private final ApplicationContextRunner withoutBoots = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    AopAutoConfiguration.class, StoreAutoConfiguration.class, IdempotencyAutoConfiguration.class))
            .withPropertyValues("idem4j.redis.timeout=10s");
    private final ApplicationContextRunner application =
            withoutBoots.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class));

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
        return application.withBean("cache", RedisConnectionFactory.class, () -> unstarted(configuration));
    }

    private static LettuceConnectionFactory unstarted(RedisConfiguration configuration) {
        LettuceConnectionFactory made =
                new LettuceConnectionFactory(configuration, LettuceClientConfiguration.defaultConfiguration());
        made.setEarlyStartup(false);
        made.setAutoStartup(false);
        return made;
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
    void a_connection_factory_of_the_application_s_names_no_redis_by_itself() {
        making(standalone(server.port(), 0)).run(context -> {
            FailureAnalysis analysis = Analysis.of(context.getStartupFailure());
            assertThat(analysis.getDescription()).contains("no store").contains("connection factory of the bean cache");
            assertThat(analysis.getAction()).contains("Set idem4j.redis.uri");
        });
        making(standalone(server.port(), 0))
                .withPropertyValues("idem4j.store=redis")
                .run(context -> {
                    FailureAnalysis analysis = Analysis.of(context.getStartupFailure());
                    assertThat(analysis.getDescription())
                            .contains("connection details")
                            .contains("of the bean cache");
                    assertThat(analysis.getAction()).contains("Set idem4j.redis.uri");
                });
    }

    @Test
    @Clause("A-01")
    void beside_a_database_it_is_a_cache_and_records_are_in_the_database() {
        making(standalone(server.port(), 0))
                .withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
                .run(context ->
                        assertThat(context).getBean(IdempotencyStore.class).isInstanceOf(JdbcStore.class));
    }

    @Test
    @Clause("A-01")
    void a_url_that_can_not_be_read_is_not_shown_beside_a_factory_of_the_application_s_either() {
        for (String url : List.of("redis://:secret%@one:1", "redis://:secret x@one:1", "redis://:secret^@one:1")) {
            making(standalone(server.port(), 0))
                    .withPropertyValues("spring.data.redis.url=" + url)
                    .run(context -> {
                        assertThat(context.getStartupFailure())
                                .hasStackTraceContaining("spring.data.redis.url: ")
                                .satisfies(failure ->
                                        assertThat(stackTrace(failure)).doesNotContain("secret"));
                        assertThat(Analysis.of(context.getStartupFailure()).getDescription())
                                .contains("spring.data.redis.url: ")
                                .doesNotContain("secret");
                    });
        }
    }

    private static String stackTrace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Test
    @Clause("A-01")
    void a_master_with_replicas_is_refused_though_it_says_the_default_server() {
        for (RedisConfiguration says :
                List.of(new RedisStaticMasterReplicaConfiguration("one", 1), new RedisStandaloneConfiguration())) {
            isRefused(making(says).withPropertyValues("spring.data.redis.host=localhost"));
        }
        application
                .withPropertyValues(properties())
                .withPropertyValues("spring.data.redis.masterreplica.nodes=one:1,two:2")
                .run(context -> assertThat(
                                Analysis.of(context.getStartupFailure()).getDescription())
                        .contains("spring.data.redis.masterreplica.nodes: can't be taken over"));
        application
                .withBean(
                        RedisStaticMasterReplicaConfiguration.class,
                        () -> new RedisStaticMasterReplicaConfiguration("one", 1))
                .withPropertyValues("spring.data.redis.host=localhost", "idem4j.store=redis")
                .run(context -> assertThat(
                                Analysis.of(context.getStartupFailure()).getDescription())
                        .contains("idem4j.redis.uri: must be set")
                        .contains("localhost:6379"));
    }

    @Test
    void what_boot_makes_of_the_default_server_is_taken() {
        application
                .withPropertyValues("idem4j.store=memory", "spring.data.redis.host=localhost")
                .run(context -> {
                    OwnRedisBeans own = new OwnRedisBeans(
                            context.getSourceApplicationContext().getBeanFactory());
                    assertThat(own.redis(context.getEnvironment()).uri()).isEqualTo("redis://localhost:6379/0");
                });
    }

    private ApplicationContextRunner withRequestFactory() {
        return application
                .withInitializer(context -> context.getBeanFactory().registerScope("request", new RequestScope()))
                .withUserConfiguration(OfTheRequest.class)
                .withPropertyValues(properties());
    }

    @Configuration(proxyBeanMethods = false)
    static class OfTheRequest {
        @Bean
        @Scope(value = "request", proxyMode = ScopedProxyMode.TARGET_CLASS)
        LettuceConnectionFactory cache() {
            throw new IllegalStateException("nobody asked for it");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OfEachCaller {
        @Bean
        @Scope("prototype")
        LettuceConnectionFactory cache() {
            return unstarted(standalone(1, 0));
        }
    }

    @Test
    @Clause("A-01")
    void a_factory_of_the_request_is_not_asked() {
        isRefused(withRequestFactory());
        runs(withRequestFactory().withPropertyValues("idem4j.redis.uri=" + server.uri()));
        runs(withRequestFactory()
                .withBean("other", RedisConnectionFactory.class, () -> unstarted(standalone(server.port(), 0))));
        runs(application.withUserConfiguration(OfEachCaller.class).withPropertyValues(properties()));
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
        RedisSentinelConfiguration sentinel = new RedisSentinelConfiguration("orders", Set.of("one:1", "two:2"));
        assertThat(leads(sentinel, "sentinel.master=orders", "sentinel.nodes=two:2,three:3"))
                .isTrue();
        assertThat(leads(sentinel, "sentinel.master=orders", "sentinel.nodes=three:3"))
                .isFalse();
        assertThat(leads(sentinel, "sentinel.master=orders", "sentinel.nodes=one:1", "database=1"))
                .isFalse();
        assertThat(leads(sentinel, "sentinel.master=carts", "sentinel.nodes=one:1"))
                .isFalse();
        assertThat(leads(sentinel, "cluster.nodes=one:1")).isFalse();

        RedisClusterConfiguration cluster = new RedisClusterConfiguration(List.of("one:1", "two:2"));
        assertThat(leads(cluster, "cluster.nodes=two:2")).isTrue();
        assertThat(leads(cluster, "cluster.nodes=three:3")).isFalse();
        assertThat(leads(cluster, "host=one", "port=1")).isFalse();

        assertThat(leads(new RedisStandaloneConfiguration("::1", 1), "host=::1", "port=1"))
                .isTrue();
        assertThat(leads(new RedisStandaloneConfiguration("::1", 1), "url=redis-socket:///one"))
                .isFalse();
    }

    private static boolean leads(RedisConfiguration configuration, String... properties) {
        StaticListableBeanFactory beans = new StaticListableBeanFactory(Map.of("cache", unstarted(configuration)));
        return RedisDetails.objection(SpringRedisTest.redis(properties), beans, "cache", false, "it") == null;
    }

    private static DataRedisConnectionDetails details(String password) {
        return details(password, host, server.port());
    }

    private static DataRedisConnectionDetails details(String password, String host, int port) {
        return new DataRedisConnectionDetails() {
            @Override
            public String getPassword() {
                return password;
            }

            @Override
            public Standalone getStandalone() {
                return Standalone.of(host, port, 2);
            }
        };
    }

    @Test
    @Clause("A-01")
    void connection_details_that_are_a_bean_are_used_in_place_of_the_properties() {
        try (Logged log = new Logged("io.idem4j.spring", Level.INFO)) {
            runs(application
                    .withBean("container", DataRedisConnectionDetails.class, () -> details(null))
                    .withPropertyValues("spring.data.redis.host=nowhere.invalid"));

            assertThat(log.lines())
                    .containsExactly("Records are kept in redis, keys idem4j:* at " + host + ":" + server.port()
                            + "/2, as the bean container says: no other store was found.");
        }
        assertThat(read(details("secret")).uri()).isEqualTo("redis://:secret@" + host + ":" + server.port() + "/2");
    }

    private static SpringRedis read(DataRedisConnectionDetails details) {
        return RedisDetails.read(new StaticListableBeanFactory(Map.of("container", details)), "container");
    }

    @Test
    void connection_details_that_can_not_be_read_are_named_by_their_bean() {
        assertThat(read(details("secret", "::1", 6380)).redisUri().getPort()).isEqualTo(6380);
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read(details("secret", "my host", 6380)))
                .withNoCause()
                .withMessageContaining("idem4j.redis.uri: must be set")
                .withMessageContaining("the bean container")
                .withMessageNotContainingAny("secret", "spring.data.redis");
    }

    @Test
    @Clause("A-01")
    void without_boot_s_part_a_factory_of_the_application_s_is_compared_all_the_same() {
        ApplicationContextRunner alone = withoutBoots
                .withBean("cache", RedisConnectionFactory.class, () -> unstarted(standalone(server.port(), 0)))
                .withClassLoader(new FilteredClassLoader("org.springframework.boot.data"))
                .withPropertyValues(properties());
        runs(alone);
        isRefused(alone.withPropertyValues("spring.data.redis.port=1"));
    }

    @Test
    void what_compares_it_needs_no_class_of_boot_s_part() throws ReflectiveOperationException {
        ClassLoader lacking = new Lacking("org.springframework.boot.data.", "io.idem4j.spring.boot.");
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.setBeanClassLoader(lacking);
        beans.registerSingleton("cache", unstarted(new RedisStandaloneConfiguration("one", 1)));
        Class<?> type = lacking.loadClass(OwnRedisBeans.class.getName());
        Constructor<?> constructor = type.getDeclaredConstructor(ConfigurableListableBeanFactory.class);
        constructor.setAccessible(true);
        Method redis = type.getDeclaredMethod("redis", Environment.class);
        redis.setAccessible(true);

        Environment environment = SpringRedisTest.environment("host=one", "port=1");

        assertThat(type).isNotEqualTo(OwnRedisBeans.class);
        assertThat(redis.invoke(constructor.newInstance(beans), environment))
                .asString()
                .contains("host=one");
    }

    /** As a definition that was written ahead of time. */
    private static RootBeanDefinition written(Class<?> boots, String name, Object made) {
        Method method = Arrays.stream(boots.getDeclaredMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow();
        RootBeanDefinition definition = new RootBeanDefinition(method.getReturnType());
        definition.setInstanceSupplier(BeanInstanceSupplier.forFactoryMethod(boots, name, method.getParameterTypes())
                .withGenerator(registered -> made));
        return definition;
    }

    @Test
    void boot_s_own_beans_are_known_where_their_definition_was_written_ahead_of_time() {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerBeanDefinition(
                "boots", written(DataRedisAutoConfiguration.class, "redisConnectionDetails", details(null)));
        assertThat(new OwnRedisBeans(beans).haveDetails()).isFalse();

        beans.registerBeanDefinition(
                "container", new RootBeanDefinition(DataRedisConnectionDetails.class, () -> details(null)));
        assertThat(new OwnRedisBeans(beans).haveDetails()).isTrue();
    }

    @Test
    @Clause("A-01")
    void a_factory_of_boot_s_that_is_not_lettuce_s_is_taken_where_it_can_only_be_of_the_properties()
            throws ClassNotFoundException {
        Class<?> boots =
                Class.forName(DataRedisAutoConfiguration.class.getPackageName() + ".LettuceConnectionConfiguration");
        RootBeanDefinition definition = new RootBeanDefinition(written(boots, "redisConnectionFactory", unknown()));
        definition.setTargetType(RedisConnectionFactory.class);
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerBeanDefinition("jedis", definition);
        OwnRedisBeans own = new OwnRedisBeans(beans);

        assertThat(own.factories()).isEmpty();
        assertThat(own.redis(SpringRedisTest.environment("host=one")).host()).isEqualTo("one");
        for (Runnable refused : List.<Runnable>of(
                () -> own.redis(SpringRedisTest.environment("url=redis://one:1", "cluster.nodes=two:2")), () -> {
                    beans.registerSingleton("configuration", new RedisStandaloneConfiguration("one", 6379));
                    own.redis(SpringRedisTest.environment("host=one"));
                })) {
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(refused::run)
                    .withMessageContaining("idem4j.redis.uri: must be set")
                    .withMessageContaining("the bean jedis");
        }
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
        runs(withoutBoots
                .withClassLoader(new FilteredClassLoader("org.springframework.data", "org.springframework.boot.data"))
                .withPropertyValues(properties()));
    }
}
