package io.idem4j.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.Clause;
import io.idem4j.testtools.Logged;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertiesPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.InputStreamResource;
import tools.jackson.databind.json.JsonMapper;

/** What becomes of properties that set nothing. */
class UnknownPropertiesTest {
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    AopAutoConfiguration.class, StoreAutoConfiguration.class, IdempotencyAutoConfiguration.class))
            .withPropertyValues("idem4j.store=memory");

    private ApplicationContextRunner with(Consumer<MutablePropertySources> change) {
        return application.withInitializer(context -> {
            ConfigurableEnvironment environment = context.getEnvironment();
            change.accept(environment.getPropertySources());
        });
    }

    private ApplicationContextRunner variables(String... variables) {
        Map<String, Object> set = new HashMap<>();
        Arrays.stream(variables).map(each -> each.split("=")).forEach(each -> set.put(each[0], each[1]));
        String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
        return with(sources -> sources.replace(name, new SystemEnvironmentPropertySource(name, set)));
    }

    @ParameterizedTest
    @CsvSource({
        "idem4j.htp.required,                        idem4j.http.required",
        "idem4j.http.requird,                        idem4j.http.required",
        "idem4j.policy.leese,                        idem4j.policy.lease",
        "idem4j.policy.wait-upto-max,                idem4j.policy.wait-up-to",
        "idem4j.enabld,                              idem4j.enabled",
        "idem4j.strore,                              idem4j.store",
        "idem4j.jdbc.tabel,                          idem4j.jdbc.table",
        "idem4j.redis.urll,                          idem4j.redis.uri",
        "idem4j.dynamodb.clockskw,                   idem4j.dynamodb.clock-skew",
        "idem4j.purge.evry,                          idem4j.purge.every",
        "idem4j.actuator.show-key,                   idem4j.actuator.show-keys",
        "idem4j.operations.lease,                    idem4j.operations.[SCOPE].lease",
        "idem4j.operations.[orders.ship].leese,      idem4j.operations.[orders.ship].lease",
        "idem4j.operations.[orders.ship],            idem4j.operations.[orders.ship].lease",
        "idem4j.operations.orders.ship.max-attempts, idem4j.operations.[orders.ship].max-attempts",
        "idem4j.jdbc.x,                              idem4j.jdbc.lock-wait",
        "idem4j.jdbc2,                               idem4j.jdbc.",
        "idem4j.enabled.not,                         idem4j.enabled",
        "idem4j.http.stored-header[0],               idem4j.http.stored-headers",
        "idem4j.policy,                              idem4j.policy.lease",
    })
    @Clause("A-13")
    void one_that_is_none_ends_the_start_with_its_name_its_place_and_what_there_is(String property, String meant) {
        application.withPropertyValues(property + "=secret").run(context -> {
            FailureAnalysis analysis = Analysis.of(context.getStartupFailure());
            String name = property.replace(".[", "[");
            assertThat(analysis.getDescription())
                    .contains(name + ": is no property of Idem4j")
                    .contains("property source \"test\"")
                    .contains(meant)
                    .doesNotContain("secret");
            assertThat(analysis.getAction()).contains(name).doesNotContain("secret");
        });
    }

    @Test
    @Clause("A-13")
    void several_are_named_at_once_and_switched_off_too() {
        application
                .withPropertyValues("idem4j.enabled=false", "idem4j.polcy.lease=1s", "idem4j.jdbc.tabel=t")
                .run(context -> assertThat(
                                Analysis.of(context.getStartupFailure()).getDescription())
                        .contains("idem4j.polcy.lease: ")
                        .contains("idem4j.jdbc.tabel: "));
    }

    @Test
    @Clause("A-13")
    void a_file_is_named_with_the_line() throws IOException {
        withYaml("""
                idem4j:
                  policy:
                    lease: 5s
                    retension: 1h
                """)
                .run(context -> assertThat(
                                Analysis.of(context.getStartupFailure()).getDescription())
                        .contains("idem4j.policy.retension: ")
                        .contains("4:16")
                        .contains("idem4j.policy.retention"));
    }

    private ApplicationContextRunner withYaml(String yaml) throws IOException {
        var loaded = new YamlPropertySourceLoader()
                .load("file", new InputStreamResource(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8))));
        return with(sources -> loaded.forEach(sources::addFirst));
    }

    @Test
    void whatever_is_a_property_however_it_is_spelled_is_let_through() throws IOException {
        withYaml("""
                idem4j:
                  redis:
                  http:
                    storedHeaders: [X-One, X-Two]
                    max_request_size: 2MB
                  operations:
                    "[orders.ship]":
                      waitUpTo: 5s
                    "[POST /orders/{id:\\\\d+}]":
                      lease: 10s
                    plain:
                      max-attempts: 1
                """).run(context -> assertThat(context).hasNotFailed());
        application
                .withPropertyValues("idem4j.http.stored-headers[0]=X-One", "idem4j.http.stored-headers[1]=X-Two")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void those_that_are_known_are_those_of_the_metadata() {
        Set<String> described = JsonMapper.shared()
                .readTree(Path.of("target/classes/META-INF/spring-configuration-metadata.json"))
                .get("properties")
                .valueStream()
                .map(property -> property.get("name").asString())
                .filter(name -> name.startsWith("idem4j.") && !name.equals("idem4j.operations"))
                .collect(Collectors.toSet());

        assertThat(new KnownProperties().texts().values())
                .filteredOn(name -> !name.startsWith("idem4j.operations."))
                .containsExactlyInAnyOrderElementsOf(described);
    }

    @ParameterizedTest
    @CsvSource({
        "IDEM4J_POLICY_LEESE,                  idem4j.policy.leese,                  idem4j.policy.lease",
        "IDEM4J_HTP_REQUIRED,                  idem4j.htp.required,                  idem4j.http.required",
        "IDEM4J_OPERATIONS_ORDERS_SHIP_LEASE,  idem4j.operations.orders.ship.lease,  idem4j.operations.[orders.ship].lease",
    })
    @Clause("A-13")
    void an_environment_variable_that_is_almost_one_is_warned_of(String variable, String read, String meant) {
        try (Logged log = new Logged("io.idem4j.spring", Level.WARNING)) {
            variables(variable + "=secret").run(context -> assertThat(context).hasNotFailed());

            assertThat(log.lines())
                    .filteredOn(line -> line.contains("no property"))
                    .singleElement()
                    .asString()
                    .contains(read + " sets nothing")
                    .contains("\"" + variable + "\"")
                    .contains(meant)
                    .doesNotContain("secret");
        }
    }

    @Test
    @Clause("A-13")
    void a_system_property_that_is_almost_one_is_warned_of() {
        try (Logged log = new Logged("io.idem4j.spring", Level.WARNING)) {
            String name = StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME;
            java.util.Properties properties = new java.util.Properties();
            properties.putAll(Map.of("idem4j.jdbc.tabel", "secret", "idem4j.tier", "full", "idem4j.claimed-by", "me"));
            with(sources -> sources.replace(name, new PropertiesPropertySource(name, properties)))
                    .run(context -> assertThat(context).hasNotFailed());

            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains("idem4j.jdbc.tabel sets nothing")
                    .contains("idem4j.jdbc.table")
                    .doesNotContain("secret");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "IDEM4J_POLICY_WAIT_UP_TO=5s",
                "IDEM4J_POLICY_WAITUPTO=5s",
                "IDEM4J_HTTP_STOREDHEADERS_0=X-One",
                "IDEM4J_HTTP_STORED_HEADERS=X-One",
                "IDEM4J_OPERATIONS_SHIP_MAX_ATTEMPTS=1",
                "IDEM4J_VERSION=7",
                "IDEM4J_SERVICE_HOST=10.0.0.1",
                "IDEM4J_PORT_5432_TCP=tcp://10.0.0.1:5432",
            })
    void other_variables_say_nothing(String variable) {
        try (Logged log = new Logged("io.idem4j.spring", Level.WARNING)) {
            variables(variable).run(context -> assertThat(context).hasNotFailed());

            assertThat(log.lines()).noneMatch(line -> line.contains("no property"));
        }
    }

    @ConfigurationProperties("idem4j.mongo")
    record Mongo(String database, boolean enabled) {}

    @ConfigurationProperties
    record Anything(String name) {}

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties({Mongo.class, Anything.class})
    static class OwnStore {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty("idem4j.mongo.enabled")
    @EnableConfigurationProperties(Mongo.class)
    static class OwnStoreIfAsked {}

    @ParameterizedTest
    @CsvSource({
        "idem4j.mongo.enabled, idem4j.enabled",
        "idem4j.merge.enabled, idem4j.purge.enabled",
        "idem4j.lease,         idem4j.policy.lease",
        "idem4j.table,         idem4j.jdbc.table",
        "idem4j.stock,         idem4j.store",
    })
    @Clause("A-13")
    void one_in_a_group_that_is_not_ours_is_warned_of(String property, String near) {
        try (Logged log = new Logged("io.idem4j.spring", Level.WARNING)) {
            application
                    .withUserConfiguration(OwnStoreIfAsked.class)
                    .withPropertyValues(property + "=false")
                    .run(context -> assertThat(context).hasNotFailed());

            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .startsWith(property + " sets nothing of Idem4j's: ")
                    .contains("property source \"test\"")
                    .contains(near)
                    .doesNotContain("false");
        }
    }

    @Test
    @Clause("A-13")
    void a_prefix_that_a_bean_of_the_application_has_is_its_own_affair() {
        try (Logged log = new Logged("io.idem4j.spring", Level.WARNING)) {
            application
                    .withUserConfiguration(OwnStore.class)
                    .withPropertyValues("idem4j.mongo.database=records")
                    .run(context -> assertThat(context).hasNotFailed());
            application
                    .withUserConfiguration(OwnStoreIfAsked.class)
                    .withPropertyValues("idem4j.mongo.enabled=true")
                    .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Mongo.class));

            assertThat(log.lines()).isEmpty();
        }
        application
                .withUserConfiguration(OwnStore.class)
                .withPropertyValues("idem4j.mongo.database=records", "idem4j.polcy.lease=1s")
                .run(context -> assertThat(
                                Analysis.of(context.getStartupFailure()).getDescription())
                        .contains("idem4j.polcy.lease: ")
                        .doesNotContain("mongo"));
    }
}
