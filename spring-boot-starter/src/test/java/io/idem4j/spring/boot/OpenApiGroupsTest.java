package io.idem4j.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.spring.Idempotent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springdoc.core.models.GroupedOpenApi;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The documents of springdoc's groups, one of a bean and one of properties, which show the same handler. */
class OpenApiGroupsTest {
    private static ConfigurableApplicationContext application;

    @RestController
    static class Shop {
        @Idempotent
        @PostMapping("/orders")
        void place() {}

        @GetMapping("/orders")
        void all() {}

        @Idempotent
        @PostMapping("/elsewhere")
        void elsewhere() {}
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Shop.class)
    static class Application {
        @Bean
        GroupedOpenApi ofABean() {
            return GroupedOpenApi.builder()
                    .group("bean")
                    .pathsToMatch("/orders/**")
                    .build();
        }
    }

    @BeforeAll
    static void start() {
        application = new SpringApplicationBuilder(Application.class)
                .run(
                        "--server.port=0",
                        "--idem4j.store=memory",
                        "--springdoc.group-configs[0].group=property",
                        "--springdoc.group-configs[0].paths-to-match=/orders/**");
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bean", "property", "bean"})
    void a_protected_operation_of_a_group_shows_the_header_and_what_the_filter_answers(String group) throws Exception {
        JsonNode paths = new JsonMapper()
                .readTree(new Http(application)
                        .send("GET", "/v3/api-docs/" + group, "")
                        .body())
                .get("paths");

        assertThat(paths.propertyNames()).containsExactly("/orders");
        JsonNode place = paths.at("/~1orders/post");
        assertThat(place.at("/parameters/0/name").asString()).isEqualTo("Idempotency-Key");
        assertThat(place.get("responses").propertyNames()).containsExactlyInAnyOrder("200", "400", "409", "422", "503");
        assertThat(paths.at("/~1orders/get/responses").propertyNames()).containsExactly("200");
        assertThat(paths.toString()).doesNotContain("x-idem4j");
    }
}
