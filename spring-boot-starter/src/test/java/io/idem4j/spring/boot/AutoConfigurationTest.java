package io.idem4j.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.http.HttpPolicy;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spring.Idempotent;
import io.idem4j.spring.OperationOverrides;
import io.idem4j.spring.web.IdempotentHandlers;
import io.idem4j.tck.Clause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

class AutoConfigurationTest {
    private static final AutoConfigurations OURS = AutoConfigurations.of(
            AopAutoConfiguration.class,
            StoreAutoConfiguration.class,
            IdempotencyAutoConfiguration.class,
            HandlersAutoConfiguration.class);

    private final ApplicationContextRunner application = new ApplicationContextRunner().withConfiguration(OURS);
    private final ApplicationContextRunner database =
            application.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class));
    private final WebApplicationContextRunner web = new WebApplicationContextRunner()
            .withConfiguration(OURS)
            .withConfiguration(AutoConfigurations.of(
                    DispatcherServletAutoConfiguration.class,
                    WebMvcAutoConfiguration.class,
                    ErrorMvcAutoConfiguration.class))
            .withPropertyValues("idem4j.store=memory");

    @Test
    @Clause("A-01")
    void an_application_without_a_store_is_told_what_to_add() {
        application.run(context -> {
            FailureAnalysis analysis = Analysis.of(context.getStartupFailure());
            assertThat(analysis.getDescription()).contains("no store");
            assertThat(analysis.getAction()).contains("idem4j.store=memory").contains("IdempotencyStore");
        });
    }

    @Test
    @Clause("A-01")
    void memory_is_taken_when_it_is_asked_for() {
        application
                .withPropertyValues("idem4j.store=memory")
                .run(context ->
                        assertThat(context).getBean(IdempotencyStore.class).isInstanceOf(InMemoryStore.class));
    }

    @Test
    @Clause("A-01")
    void the_only_data_source_is_taken_and_its_table_made_where_the_database_is_in_memory() {
        database.run(context -> {
            assertThat(context).getBean(IdempotencyStore.class).isInstanceOf(JdbcStore.class);
            assertThat(context.getBean(Idempotency.class).records().find(IdempotencyKey.of("a", "b")))
                    .isEmpty();
        });
    }

    @Test
    @Clause("A-01")
    void a_table_that_is_missing_is_an_error_that_names_it_where_a_migration_is_to_make_it() {
        database.withPropertyValues("idem4j.jdbc.initialize-schema=never").run(context -> {
            assertThat(context).hasFailed();
            assertThat(Analysis.of(context.getStartupFailure()).getDescription())
                    .contains("idempotency_record");
        });
    }

    @Test
    @Clause("A-01")
    void a_choice_that_the_application_has_no_client_for_is_an_error_with_the_choices() {
        database.withPropertyValues("idem4j.store=redis").run(context -> {
            FailureAnalysis analysis = Analysis.of(context.getStartupFailure());
            assertThat(analysis.getDescription()).contains("idem4j.store is redis");
            assertThat(analysis.getAction()).contains("jdbc");
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class AnotherCandidate {
        @Bean
        StoreCandidate another() {
            return new StoreCandidate(IdempotencyProperties.StoreKind.REDIS, () -> "elsewhere", InMemoryStore::new);
        }
    }

    @Test
    @Clause("A-01")
    void several_stores_without_a_choice_are_an_error_that_names_them_and_a_choice_settles_it() {
        database.withUserConfiguration(AnotherCandidate.class).run(context -> {
            FailureAnalysis analysis = Analysis.of(context.getStartupFailure());
            assertThat(analysis.getDescription()).contains("redis").contains("jdbc");
            assertThat(analysis.getAction()).contains("idem4j.store");
        });
        database.withUserConfiguration(AnotherCandidate.class)
                .withPropertyValues("idem4j.store=jdbc")
                .run(context ->
                        assertThat(context).getBean(IdempotencyStore.class).isInstanceOf(JdbcStore.class));
    }

    @Test
    @Clause("A-01")
    void without_the_jdbc_module_a_data_source_is_no_store() {
        database.withClassLoader(new FilteredClassLoader(JdbcStore.class))
                .run(context -> assertThat(
                                Analysis.of(context.getStartupFailure()).getDescription())
                        .contains("no store"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Own {
        static final IdempotencyStore STORE = new InMemoryStore();

        @Bean
        IdempotencyStore ownStore() {
            return STORE;
        }

        @Bean
        Idempotency ownIdempotency(IdempotencyStore store) {
            return Idempotency.builder(store).build();
        }

        @Bean
        OperationOverrides ownOverrides() {
            return new OperationOverrides(Map.of());
        }
    }

    @Test
    @Clause("A-12")
    void everything_backs_off_before_beans_of_the_user_s() {
        database.withUserConfiguration(Own.class).run(context -> {
            assertThat(context).getBean(IdempotencyStore.class).isSameAs(Own.STORE);
            assertThat(context).hasSingleBean(Idempotency.class).hasBean("ownIdempotency");
            assertThat(context).hasSingleBean(OperationOverrides.class).hasBean("ownOverrides");
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnHttp {
        static final HttpPolicy POLICY = HttpPolicy.retryServerErrors();

        @Bean
        HttpPolicy idempotencyHttpPolicy() {
            return POLICY;
        }
    }

    @Test
    @Clause("A-12")
    void handlers_are_protected_in_servlet_applications_only_and_by_the_user_s_policy() {
        web.run(context -> assertThat(context)
                .hasSingleBean(IdempotentHandlers.class)
                .hasBean("idempotentHandlerFilter")
                .hasSingleBean(HttpPolicy.class));
        web.withUserConfiguration(OwnHttp.class)
                .run(context -> assertThat(context).getBean(HttpPolicy.class).isSameAs(OwnHttp.POLICY));
        application
                .withPropertyValues("idem4j.store=memory")
                .run(context -> assertThat(context).doesNotHaveBean(IdempotentHandlers.class));
    }

    static class Counter {
        int runs;

        @Idempotent(scope = "count", key = "#p0")
        public int count(String id) {
            return ++runs;
        }
    }

    @Test
    @Clause("A-12")
    void switched_off_nothing_of_ours_is_made_and_annotated_methods_run_as_they_are() {
        database.withBean(Counter.class)
                .withPropertyValues("idem4j.enabled=false")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context).doesNotHaveBean(IdempotencyStore.class);
                    assertThat(context.getBeanFactory().containsSingleton("idempotency"))
                            .isFalse();
                    Counter counter = context.getBean(Counter.class);
                    assertThat(counter.count("1")).isEqualTo(1);
                    assertThat(counter.count("1")).isEqualTo(2);
                    Idempotency off = context.getBean(Idempotency.class);
                    assertThat(off.execute(IdempotencyKey.of("a", "1"), int.class, () -> counter.count("1")))
                            .isEqualTo(3);
                    assertThat(off.execute(IdempotencyKey.of("a", "1"), int.class, () -> counter.count("1")))
                            .isEqualTo(4);
                });
        web.withPropertyValues("idem4j.enabled=false")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(IdempotentHandlers.class)
                        .doesNotHaveBean("idempotentHandlerFilter"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Listening {
        static final List<Kind> HEARD = new ArrayList<>();

        @Bean
        IdempotencyListener first() {
            return event -> HEARD.add(event.kind());
        }

        @Bean
        IdempotencyListener second() {
            return event -> HEARD.add(event.kind());
        }
    }

    @Test
    @Clause("A-12")
    void every_listener_is_told() {
        Listening.HEARD.clear();
        application
                .withUserConfiguration(Listening.class)
                .withPropertyValues("idem4j.store=memory")
                .run(context -> context.getBean(Idempotency.class).execute(IdempotencyKey.of("a", "1"), () -> {}));

        assertThat(Listening.HEARD).filteredOn(Kind.EXECUTED::equals).hasSize(2);
    }

    @Test
    @Clause("A-13")
    void an_operation_is_set_otherwise_by_its_scope() {
        application
                .withPropertyValues(
                        "idem4j.store=memory",
                        "idem4j.operations.[orders.ship].wait-up-to=5s",
                        "idem4j.operations.[orders.ship].max-attempts=1",
                        "idem4j.operations.[POST /orders].lease=PT10S")
                .run(context -> {
                    OperationOverrides overrides = context.getBean(OperationOverrides.class);
                    assertThat(overrides.of("orders.ship").waitUpTo()).isEqualTo(Duration.ofSeconds(5));
                    assertThat(overrides.of("orders.ship").maxAttempts()).isEqualTo(1);
                    assertThat(overrides.of("POST /orders").lease()).isEqualTo(Duration.ofSeconds(10));
                });
    }

    @ParameterizedTest
    @CsvSource({
        "idem4j.policy.lease=-1s,          idem4j.policy.lease",
        "idem4j.policy.max-attempts=0,     idem4j.policy.max-attempts",
        "idem4j.operations.[a].retention=-1s, idem4j.operations.[a].retention",
        "idem4j.claimed-by=,               idem4j.claimed-by",
        "idem4j.http.header=no header,     idem4j.http.header",
        "idem4j.http.retry-after-at-most=1ms, idem4j.http.retry-after-at-most",
        "idem4j.http.stored-headers=Set-Cookie, idem4j.http.stored-headers",
    })
    @Clause("A-13")
    void a_wrong_value_is_an_error_that_names_its_property(String property, String named) {
        web.withPropertyValues(property).run(context -> {
            FailureAnalysis analysis = Analysis.of(context.getStartupFailure());
            assertThat(analysis.getDescription()).contains(named + ": ");
            assertThat(analysis.getAction()).contains(named);
        });
    }

    static class Wrong {
        @Idempotent(key = "#p0")
        public void go(String id) {}
    }

    @Test
    @Clause("A-09")
    void a_wrong_annotation_is_analysed() {
        application
                .withBean(Wrong.class)
                .withPropertyValues("idem4j.store=memory")
                .run(context -> {
                    FailureAnalysis analysis = Analysis.of(context.getStartupFailure());
                    assertThat(analysis.getDescription()).contains(Wrong.class.getName() + ".go");
                    assertThat(analysis.getAction()).contains("\"scope\"");
                });
    }

    static class Hidden {
        @Idempotent(scope = "orders.ship", key = "#p0")
        private void go(String id) {}
    }

    @Test
    @Clause("A-09")
    void a_method_that_a_proxy_can_not_reach_is_analysed() {
        application
                .withBean(Hidden.class)
                .withPropertyValues("idem4j.store=memory")
                .run(context -> assertThat(
                                Analysis.of(context.getStartupFailure()).getAction())
                        .contains("Change the method"));
    }

    @RestController
    static class Readable {
        @GetMapping("/a")
        @Idempotent
        public int go() {
            return 1;
        }
    }

    @RestController
    static class Keyed {
        @PostMapping("/a")
        @Idempotent(key = "#p0")
        public int go(String id) {
            return 1;
        }
    }

    @RestController
    static class Compared {
        @PostMapping("/a")
        @Idempotent(fingerprint = "#p0")
        public int go(String id) {
            return 1;
        }
    }

    @RestController
    static class Personal {
        @PostMapping("/a")
        @Idempotent(principal = "#p0")
        public int go(String id) {
            return 1;
        }
    }

    @RestController
    static class Joining {
        @PostMapping("/a")
        @Idempotent(transactional = true)
        public int go() {
            return 1;
        }
    }

    @RestController
    static class Publishing {
        @PostMapping("/a")
        @Idempotent
        public Flow.Publisher<String> go() {
            return subscriber -> {};
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {Readable.class, Keyed.class, Compared.class, Personal.class, Joining.class, Publishing.class})
    @Clause("A-09")
    void what_a_handler_s_annotation_can_t_do_is_an_error_at_the_start(Class<?> handlers) {
        String attribute = Map.of(
                        Readable.class, "method",
                        Keyed.class, "key",
                        Compared.class, "fingerprint",
                        Personal.class, "principal",
                        Joining.class, "transactional",
                        Publishing.class, "result")
                .get(handlers);
        web.withUserConfiguration(handlers)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining(attribute + ": of @Idempotent on " + handlers.getName() + ".go"));
    }
}
