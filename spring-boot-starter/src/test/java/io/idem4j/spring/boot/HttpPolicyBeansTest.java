package io.idem4j.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.http.HttpPolicy;
import io.idem4j.spring.Idempotent;
import io.idem4j.tck.Clause;
import io.idem4j.testtools.Logged;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** An {@code HttpPolicy} bean is for the handlers that name it, and changes nothing for others. */
class HttpPolicyBeansTest {
    private static ConfigurableApplicationContext application;
    private static List<String> warned;

    @RestController
    static class Orders {
        @Idempotent
        @PostMapping("/orders")
        int place() {
            return 1;
        }

        @Idempotent(policy = "lenient")
        @PostMapping("/drafts")
        int draft() {
            return 1;
        }

        @Idempotent(policy = "alias")
        @PostMapping("/notes")
        int note() {
            return 1;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Orders.class)
    static class Application {
        @Bean
        HttpPolicy lenient() {
            return HttpPolicy.storeFinalAnswers();
        }

        @Bean({"otherHeader", "alias"})
        HttpPolicy otherHeader() {
            return HttpPolicy.storeFinalAnswers().header("X-Key").required(true);
        }

        @Bean
        HttpPolicy forgotten() {
            return HttpPolicy.storeFinalAnswers();
        }
    }

    @BeforeAll
    static void start() {
        try (Logged log = new Logged("io.idem4j.spring", Level.WARNING)) {
            application = new SpringApplicationBuilder(Application.class)
                    .run("--server.port=0", "--idem4j.store=memory", "--idem4j.http.required=true");
            warned = log.lines();
        }
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static int status(String path, String... headers) throws Exception {
        return new Http(application).send("POST", path, "{}", headers).statusCode();
    }

    @Test
    @Clause("A-12")
    void a_handler_that_names_none_is_as_the_properties_say_however_many_beans_there_are() throws Exception {
        assertThat(status("/orders")).isEqualTo(400);
        assertThat(status("/orders", "Idempotency-Key", "1")).isEqualTo(200);
    }

    @Test
    @Clause("A-12")
    void a_handler_that_names_one_is_as_that_one_says() throws Exception {
        assertThat(status("/drafts")).isEqualTo(200);
        assertThat(status("/notes", "Idempotency-Key", "1")).isEqualTo(400);
        assertThat(status("/notes", "X-Key", "1")).isEqualTo(200);
    }

    @Test
    @Clause("A-12")
    void one_that_no_handler_names_is_warned_of() {
        assertThat(warned).singleElement().asString().contains("\"forgotten\"").contains("idempotencyHttpPolicy");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class OneOfMine {
        @Bean
        HttpPolicy mine() {
            return HttpPolicy.retryServerErrors();
        }

        record Asking(HttpPolicy given) {}

        @Bean
        Asking asking(@Autowired HttpPolicy any) {
            return new Asking(any);
        }
    }

    @Test
    @Clause("A-12")
    void whoever_asks_by_type_gets_the_application_s_own() {
        try (ConfigurableApplicationContext context =
                new SpringApplicationBuilder(OneOfMine.class).run("--server.port=0", "--idem4j.store=memory")) {
            assertThat(context.getBean(OneOfMine.Asking.class).given()).isSameAs(context.getBean("mine"));
        }
    }
}
