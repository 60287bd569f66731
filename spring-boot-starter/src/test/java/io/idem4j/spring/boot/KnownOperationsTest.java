package io.idem4j.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Attempt;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.micrometer.UnsettledGauges;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spring.Idempotent;
import io.idem4j.tck.Clause;
import io.idem4j.testtools.Logged;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** What is known at the start of the operations that annotations and properties make. */
class KnownOperationsTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private final InMemoryStore store = new InMemoryStore(now::get);

    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    AopAutoConfiguration.class,
                    StoreAutoConfiguration.class,
                    MetersAutoConfiguration.class,
                    IdempotencyAutoConfiguration.class,
                    HandlersAutoConfiguration.class,
                    DispatcherServletAutoConfiguration.class,
                    WebMvcAutoConfiguration.class))
            .withBean(IdempotencyStore.class, () -> store)
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .withUserConfiguration(Methods.class, Handlers.class)
            .withPropertyValues(
                    "idem4j.operations.[overridden].max-attempts=1",
                    "idem4j.operations.[by-hand].max-attempts=1",
                    "idem4j.operations.[POST /overridden].max-attempts=1");

    static class Methods {
        @Idempotent(scope = "plain", key = "#p0")
        public void plain(String id) {}

        @Idempotent(scope = "annotated", key = "#p0", maxAttempts = 1)
        public void annotated(String id) {}

        @Idempotent(scope = "overridden", key = "#p0", maxAttempts = 9)
        public void overridden(String id) {}

        @Idempotent(scope = "shared", key = "#p0", maxAttempts = 1)
        public void once(String id) {}

        @Idempotent(scope = "shared", key = "#p0", maxAttempts = 2)
        public void twice(String id) {}
    }

    @RestController
    static class Handlers {
        @Idempotent(maxAttempts = 1)
        @PostMapping("/annotated")
        void annotated() {}

        @Idempotent
        @PostMapping("/overridden")
        void overridden() {}
    }

    @ParameterizedTest
    @CsvSource({
        "plain,            lapsed",
        "annotated,        in_doubt",
        "overridden,       in_doubt",
        "shared,           lapsed",
        "by-hand,          in_doubt",
        "POST /annotated,  in_doubt",
        "POST /overridden, in_doubt"
    })
    @Clause("A-18")
    void a_record_is_in_doubt_where_its_operation_allows_no_further_attempt(String scope, String state) {
        Attempt<String> dead = Idempotency.builder(store)
                .build()
                .call(IdempotencyKey.of(scope, "1"), String.class)
                .policy(policy -> policy.renewFor(Duration.ZERO))
                .begin();
        assertThat(dead).isInstanceOf(Attempt.Started.class);
        now.set(now.get().plusSeconds(60));

        application.run(context -> {
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            context.getBean("idempotencyUnsettledGauges", MeterBinder.class).bindTo(meters);
            assertThat(meters.get(UnsettledGauges.UNSETTLED)
                            .tag(UnsettledGauges.STATE, state)
                            .gauge()
                            .value())
                    .isEqualTo(1);
        });
    }

    @Test
    @Clause("A-13")
    void settings_for_a_scope_that_nobody_has_are_warned_of() {
        try (Logged log = new Logged("io.idem4j.spring", Level.WARNING)) {
            application.run(context -> assertThat(context).hasNotFailed());

            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains("idem4j.operations.[by-hand]")
                    .contains("[POST /annotated, POST /overridden, annotated, overridden, plain, shared]");
        }
    }

    static class Nightly {
        static final AtomicInteger MADE = new AtomicInteger();

        Nightly() {
            MADE.incrementAndGet();
        }

        @Idempotent(scope = "${shop.job:nightly}", key = "#p0")
        public void run(String day) {}

        @Idempotent(scope = "${shop.unset}", key = "#p0")
        public void unread(String day) {}
    }

    @RestController
    static class LazyHandlers {
        @Idempotent
        @PostMapping("/later")
        void later() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Later {
        @Bean
        @Lazy
        Nightly nightly() {
            return new Nightly();
        }

        @Bean
        @Lazy
        LazyHandlers lazyHandlers() {
            return new LazyHandlers();
        }

        @Bean
        @Scope("prototype")
        Methods often() {
            throw new IllegalStateException("nobody asked for it");
        }
    }

    @Test
    @Clause("A-13")
    void settings_for_a_bean_that_is_not_made_yet_are_not_warned_of_and_it_is_not_made_for_that() {
        try (Logged log = new Logged("io.idem4j.spring", Level.WARNING)) {
            application
                    .withUserConfiguration(Later.class)
                    .withPropertyValues(
                            "idem4j.operations.[nightly].lease=1m",
                            "idem4j.operations.[nightli].lease=1m",
                            "idem4j.operations.[POST /later].lease=1m")
                    .run(context -> assertThat(context).hasNotFailed());

            assertThat(log.lines())
                    .filteredOn(line -> !line.contains("[by-hand]"))
                    .singleElement()
                    .asString()
                    .contains("idem4j.operations.[nightli]")
                    .contains("nightly");
        }
        assertThat(Nightly.MADE).hasValue(0);
    }

    /** What is in a library that may be missing. */
    public static class Optional {}

    public static class NeedsOptional {
        public void use(Optional optional) {}
    }

    @Test
    @Clause("A-13")
    void nor_does_a_bean_whose_class_can_not_be_read_end_the_start() {
        ClassLoader lacking = new Lacking(Optional.class.getName(), NeedsOptional.class.getName());
        try (Logged log = new Logged("io.idem4j.spring", Level.WARNING)) {
            application
                    .withInitializer(context -> {
                        RootBeanDefinition needing = new RootBeanDefinition(
                                ClassUtils.resolveClassName(NeedsOptional.class.getName(), lacking));
                        needing.setLazyInit(true);
                        ((BeanDefinitionRegistry) context).registerBeanDefinition("needing", needing);
                    })
                    .run(context -> assertThat(context).hasNotFailed());

            assertThat(log.lines()).singleElement().asString().contains("[by-hand]");
        }
    }

    @Test
    @Clause("A-13")
    void nor_where_all_beans_are_lazy() {
        try (Logged log = new Logged("io.idem4j.spring", Level.WARNING)) {
            application
                    .withInitializer(context ->
                            context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                    .run(context -> assertThat(context).hasNotFailed());

            assertThat(log.lines()).singleElement().asString().contains("[by-hand]");
        }
    }
}
