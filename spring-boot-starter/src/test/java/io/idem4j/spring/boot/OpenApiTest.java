package io.idem4j.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.http.HttpPolicy;
import io.idem4j.http.ProblemCode;
import io.idem4j.spring.Idempotent;
import io.idem4j.spring.web.DocumentedHandlers;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What springdoc says of annotated handlers, asked for over HTTP. */
class OpenApiTest {
    private static ConfigurableApplicationContext application;
    private static JsonNode paths;

    @RestController
    static class Shop {
        @Idempotent
        @PostMapping("/orders")
        Map<String, String> place(@RequestBody Map<String, String> order) {
            return order;
        }

        @GetMapping("/orders")
        List<String> all() {
            return List.of();
        }

        @PostMapping("/unprotected")
        void unprotected() {}

        @Idempotent(required = "true", header = "X-Key")
        @PostMapping("/orders/{id:\\d+}/refunds")
        void refund(@PathVariable("id") String id) {}

        @Idempotent
        @PatchMapping("/orders/{id:\\d+}")
        void change(@PathVariable("id") String id) {}

        @Idempotent
        @RequestMapping(
                path = "/both",
                method = {RequestMethod.GET, RequestMethod.PUT})
        void both() {}

        @Idempotent
        @Operation(responses = @ApiResponse(responseCode = "409", description = "Sold out"))
        @PostMapping("/own")
        void own(@RequestHeader(name = "idempotency-key", required = false) String key) {}

        @Idempotent(policy = "conflicts")
        @PostMapping("/conflicts")
        void conflicts() {}
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Shop.class)
    static class Application {
        @Bean
        HttpPolicy conflicts() {
            return HttpPolicy.storeFinalAnswers()
                    .problem(ProblemCode.IDEMPOTENCY_KEY_PAYLOAD_MISMATCH, problem -> problem.status(409));
        }
    }

    @BeforeAll
    static void start() throws Exception {
        application = new SpringApplicationBuilder(Application.class)
                .run(
                        "--server.port=0",
                        "--idem4j.store=memory",
                        "--idem4j.operations.[PATCH /orders/{id:\\d+}].required=true");
        paths = new JsonMapper()
                .readTree(new Http(application).send("GET", "/v3/api-docs", "").body())
                .get("paths");
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static JsonNode operation(String path, String verb) {
        JsonNode operation = paths.path(path).path(verb);
        assertThat(operation.isObject()).as(verb + " " + path + " in " + paths).isTrue();
        return operation;
    }

    private static List<String> headers(JsonNode operation) {
        return StreamSupport.stream(operation.path("parameters").spliterator(), false)
                .filter(parameter -> parameter.get("in").asString().equals("header"))
                .map(parameter -> parameter.get("name").asString() + " "
                        + parameter.path("required").asBoolean())
                .toList();
    }

    private static JsonNode codes(JsonNode operation, String status) {
        return operation.at("/responses/" + status + "/content/application~1problem+json/schema/properties/code/enum");
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asString)
                .toList();
    }

    @Test
    void a_protected_operation_shows_the_header_and_what_the_filter_answers() {
        JsonNode place = operation("/orders", "post");

        assertThat(headers(place)).containsExactly("Idempotency-Key false");
        assertThat(place.get("responses").propertyNames()).containsExactlyInAnyOrder("200", "400", "409", "422", "503");
        assertThat(texts(codes(place, "400"))).containsExactly("invalid_idempotency_key");
        assertThat(texts(codes(place, "409")))
                .containsExactly(
                        "idempotency_request_in_progress",
                        "idempotency_outcome_unknown",
                        "idempotency_result_unavailable");
        assertThat(texts(codes(place, "422"))).containsExactly("idempotency_key_payload_mismatch");
        assertThat(texts(codes(place, "503"))).containsExactly("idempotency_unavailable");
        assertThat(place.at("/responses/409/headers/Retry-After/schema/type").asString())
                .isEqualTo("integer");
        assertThat(place.at("/responses/422/headers").isMissingNode()).isTrue();
        assertThat(texts(place.at("/responses/422/content/application~1problem+json/schema/required")))
                .containsExactlyInAnyOrder("type", "title", "status", "detail", "code");
    }

    @Test
    void a_key_that_is_required_and_a_header_of_another_name_are_shown_as_such() {
        JsonNode refund = operation("/orders/{id}/refunds", "post");

        assertThat(headers(refund)).containsExactly("X-Key true");
        assertThat(texts(codes(refund, "400"))).containsExactly("idempotency_key_missing", "invalid_idempotency_key");
    }

    @Test
    void what_a_property_sets_for_the_operation_is_shown() {
        assertThat(headers(operation("/orders/{id}", "patch"))).containsExactly("Idempotency-Key true");
    }

    @Test
    void a_policy_with_another_status_is_shown_with_it() {
        JsonNode conflicts = operation("/conflicts", "post");

        assertThat(texts(codes(conflicts, "409"))).contains("idempotency_key_payload_mismatch");
        assertThat(conflicts.at("/responses/422").isMissingNode()).isTrue();
    }

    @Test
    void nothing_is_said_of_other_handlers_and_of_verbs_that_pass() {
        for (JsonNode other :
                List.of(operation("/orders", "get"), operation("/unprotected", "post"), operation("/both", "get"))) {
            assertThat(headers(other)).isEmpty();
            assertThat(other.get("responses").propertyNames()).containsExactly("200");
        }
        assertThat(headers(operation("/both", "put"))).containsExactly("Idempotency-Key false");
        assertThat(paths.toString()).doesNotContain("x-idem4j");
    }

    @Test
    void what_the_application_says_itself_stays() {
        JsonNode own = operation("/own", "post");

        assertThat(headers(own)).containsExactly("idempotency-key false");
        assertThat(own.at("/responses/409/description").asString()).isEqualTo("Sold out");
        assertThat(codes(own, "409").isMissingNode()).isTrue();
        assertThat(texts(codes(own, "422"))).containsExactly("idempotency_key_payload_mismatch");
    }

    private final WebApplicationContextRunner web = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    AopAutoConfiguration.class,
                    StoreAutoConfiguration.class,
                    IdempotencyAutoConfiguration.class,
                    HandlersAutoConfiguration.class,
                    OpenApiAutoConfiguration.class,
                    DispatcherServletAutoConfiguration.class,
                    WebMvcAutoConfiguration.class))
            .withPropertyValues("idem4j.store=memory");

    @Test
    void it_is_there_where_springdoc_is_and_what_is_documented_protected() {
        web.run(context -> assertThat(context).hasSingleBean(DocumentedHandlers.class));
        web.withClassLoader(new FilteredClassLoader(GlobalOperationCustomizer.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("idempotentDocumentedHandlers"));
        web.withPropertyValues("idem4j.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(DocumentedHandlers.class));
        web.withBean("mine", DocumentedHandlers.class, () -> new DocumentedHandlers(null, null))
                .run(context -> assertThat(context)
                        .hasSingleBean(DocumentedHandlers.class)
                        .hasBean("mine"));
    }
}
