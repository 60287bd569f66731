package io.idem4j.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.StoredRecord;
import io.idem4j.http.HttpPolicy;
import io.idem4j.spring.IdempotencyPolicyChange;
import io.idem4j.spring.Idempotent;
import io.idem4j.tck.Clause;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Of four that set how long results replay the strongest counts, for bean methods and for handlers. */
class PrecedenceTest {
    private static ConfigurableApplicationContext application;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Methods.class, Handlers.class})
    static class Application {
        @Bean
        IdempotencyPolicyChange twoHours() {
            return policy -> policy.retention(Duration.ofHours(2));
        }

        @Bean
        HttpPolicy twoHoursOfHttp() {
            return HttpPolicy.storeFinalAnswers().idempotency(policy -> policy.retention(Duration.ofHours(2)));
        }
    }

    static class Methods {
        @Idempotent(scope = "general", key = "#p0")
        public void general(String key) {}

        @Idempotent(scope = "named", key = "#p0", policy = "twoHours")
        public void named(String key) {}

        @Idempotent(scope = "annotated", key = "#p0", policy = "twoHours", retention = "3h")
        public void annotated(String key) {}

        @Idempotent(scope = "overridden", key = "#p0", policy = "twoHours", retention = "3h")
        public void overridden(String key) {}
    }

    @RestController
    static class Handlers {
        @Idempotent
        @PostMapping("/general")
        void general() {}

        @Idempotent(policy = "twoHours")
        @PostMapping("/named")
        void named() {}

        @Idempotent(policy = "twoHoursOfHttp")
        @PostMapping("/named-http")
        void namedOfHttp() {}

        @Idempotent(policy = "twoHours", retention = "3h")
        @PostMapping("/annotated")
        void annotated() {}

        @Idempotent(policy = "twoHours", retention = "3h")
        @PostMapping("/overridden")
        void overridden() {}
    }

    @BeforeAll
    static void start() {
        application = new SpringApplicationBuilder(Application.class)
                .run(
                        "--server.port=0",
                        "--logging.level.root=off",
                        "--idem4j.store=memory",
                        "--idem4j.policy.retention=1h",
                        "--idem4j.operations.[overridden].retention=4h",
                        "--idem4j.operations.[POST /overridden].retention=4h");
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static long hoursKept(String scope) {
        StoredRecord record = application
                .getBean(Idempotency.class)
                .records()
                .find(IdempotencyKey.of(scope, "1"))
                .orElseThrow();
        return Math.round(
                Duration.between(record.completedAt(), record.expiresAt()).toSeconds() / 3600.0);
    }

    @ParameterizedTest
    @CsvSource({"general,1", "named,2", "annotated,3", "overridden,4"})
    @Clause("A-13")
    void a_bean_method_is_set_by_the_strongest(String scope, int hours) {
        Methods methods = application.getBean(Methods.class);
        switch (scope) {
            case "general" -> methods.general("1");
            case "named" -> methods.named("1");
            case "annotated" -> methods.annotated("1");
            default -> methods.overridden("1");
        }

        assertThat(hoursKept(scope)).isEqualTo(hours);
    }

    @ParameterizedTest
    @CsvSource({"/general,1", "/named,2", "/named-http,2", "/annotated,3", "/overridden,4"})
    @Clause("A-13")
    void a_handler_is_set_by_the_strongest(String path, int hours) throws Exception {
        assertThat(new Http(application).post(path, "{}", "1").statusCode()).isEqualTo(200);

        assertThat(hoursKept("POST " + path)).isEqualTo(hours);
    }
}
