package io.idem4j.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyListener;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.json.JsonCodec;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.ResultCodec;
import io.idem4j.tck.Clause;
import io.idem4j.testtools.Logged;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** What reaches the application's {@code Idempotency}, its own or the starter's. */
class OwnInstanceTest {
    private final Logged log = new Logged("io.idem4j.spring", Level.WARNING);
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    AopAutoConfiguration.class, StoreAutoConfiguration.class, IdempotencyAutoConfiguration.class))
            .withPropertyValues("idem4j.store=memory");

    @Configuration(proxyBeanMethods = false)
    static class Own {
        @Bean
        Idempotency mine(IdempotencyStore store) {
            return Idempotency.builder(store).build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Parts {
        @Bean
        IdempotencyListener ear() {
            return event -> {};
        }

        @Bean
        ResultCodec pen() {
            return new JsonCodec();
        }

        @Bean
        IdempotencyCustomizer brush() {
            return builder -> {};
        }
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    @Clause("A-12")
    void what_an_own_one_is_not_given_is_warned_of_by_name_and_without_values() {
        application
                .withUserConfiguration(Own.class, Parts.class)
                .withPropertyValues(
                        "idem4j.policy.lease=10s", "idem4j.claimed-by=a-secret-name", "idem4j.show-keys=true")
                .run(context -> assertThat(context).hasNotFailed());

        assertThat(log.lines())
                .singleElement()
                .asString()
                .contains("the bean mine", "idem4j.policy,", "idem4j.claimed-by", "idem4j.show-keys")
                .contains("IdempotencyListener (ear)", "ResultCodec (pen)", "IdempotencyCustomizer (brush)")
                .doesNotContain("secret");
    }

    @Test
    @Clause("A-12")
    void an_own_one_is_not_warned_of_where_nothing_is_set() {
        application
                .withUserConfiguration(Own.class)
                .run(context ->
                        assertThat(context).hasSingleBean(Idempotency.class).hasBean("mine"));

        assertThat(log.lines()).isEmpty();
    }

    @Test
    @Clause("A-12")
    void the_starter_s_is_given_all_and_nothing_is_warned_of() {
        application
                .withUserConfiguration(Parts.class)
                .withPropertyValues("idem4j.policy.lease=10s", "idem4j.claimed-by=me", "idem4j.show-keys=true")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Idempotency.class));

        assertThat(log.lines()).isEmpty();
    }

    @Configuration(proxyBeanMethods = false)
    static class Customizers {
        static final List<Kind> HEARD = new ArrayList<>();

        @Bean
        @Order(2)
        IdempotencyCustomizer last() {
            return builder -> builder.policy(policy -> policy.retention(Duration.ofHours(3)));
        }

        @Bean
        @Order(1)
        IdempotencyCustomizer first() {
            return builder -> builder.policy(policy -> policy.retention(Duration.ofHours(2)))
                    .listener(event -> HEARD.add(event.kind()));
        }
    }

    @Test
    @Clause("A-12")
    void a_customizer_goes_before_properties_and_a_later_one_before_an_earlier() {
        Customizers.HEARD.clear();
        application
                .withUserConfiguration(Customizers.class)
                .withPropertyValues("idem4j.policy.retention=1h")
                .run(context -> {
                    Idempotency idempotency = context.getBean(Idempotency.class);
                    IdempotencyKey key = IdempotencyKey.of("a", "1");
                    idempotency.execute(key, () -> {});

                    assertThat(idempotency.records().find(key))
                            .hasValueSatisfying(
                                    record -> assertThat(Duration.between(record.completedAt(), record.expiresAt()))
                                            .isEqualTo(Duration.ofHours(3)));
                    assertThat(Customizers.HEARD).contains(Kind.EXECUTED);
                });
    }
}
