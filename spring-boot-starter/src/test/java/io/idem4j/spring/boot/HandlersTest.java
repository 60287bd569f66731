package io.idem4j.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.spring.Idempotent;
import io.idem4j.tck.Clause;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.DispatcherServlet;

class HandlersTest {
    private static ConfigurableApplicationContext application;
    private static Http http;
    private static Idempotency idempotency;

    private final AtomicInteger runs = Shop.RUNS;

    interface Refunds {
        @Idempotent(required = "true")
        @PostMapping("/orders/{id}/refunds")
        Map<String, Integer> refund(@PathVariable("id") String id);
    }

    @RestController
    static class Shop implements Refunds {
        static final AtomicInteger RUNS = new AtomicInteger();

        private static Map<String, Integer> ran() {
            return Map.of("run", RUNS.incrementAndGet());
        }

        @Idempotent
        @PostMapping({"/orders", "/v1/orders"})
        Map<String, Integer> place(@RequestBody Map<String, Object> order) {
            return ran();
        }

        @GetMapping("/orders")
        Map<String, Integer> all() {
            return ran();
        }

        @PostMapping("/unprotected")
        Map<String, Integer> unprotected() {
            return ran();
        }

        @Override
        public Map<String, Integer> refund(String id) {
            return ran();
        }

        @Idempotent(scope = "parts", header = "X-Key")
        @PutMapping("/parts/{id}")
        Map<String, Integer> put(@PathVariable("id") String id) {
            return ran();
        }

        @Idempotent
        @PostMapping(path = "/typed", consumes = "application/json")
        Map<String, Integer> typed() {
            return ran();
        }

        @PostMapping(path = "/typed", consumes = "text/plain")
        Map<String, Integer> typedAsText() {
            return ran();
        }

        @Idempotent
        @PostMapping("/later")
        CompletableFuture<ResponseEntity<Map<String, Integer>>> later() {
            return CompletableFuture.supplyAsync(
                    () -> ResponseEntity.status(HttpStatus.ACCEPTED).body(ran()));
        }

        @Idempotent
        @PostMapping("/called")
        Callable<Map<String, Integer>> called() {
            return Shop::ran;
        }

        @Idempotent
        @PostMapping("/deferred")
        DeferredResult<Map<String, Integer>> deferred() {
            DeferredResult<Map<String, Integer>> result = new DeferredResult<>();
            new Thread(() -> result.setResult(ran())).start();
            return result;
        }

        @Idempotent
        @PostMapping("/declined")
        Map<String, Integer> declined() {
            ran();
            throw new IllegalArgumentException("declined");
        }

        @Idempotent
        @PostMapping("/broken")
        Map<String, Integer> broken() {
            ran();
            throw new IllegalStateException("broken");
        }

        @Idempotent
        @PostMapping("/sent-error")
        void sentError(HttpServletResponse response) throws IOException {
            ran();
            response.sendError(418, "a teapot");
        }

        @Idempotent
        @RequestMapping("/any")
        Map<String, Integer> any() {
            return ran();
        }

        @ExceptionHandler
        ResponseEntity<Map<String, String>> problem(IllegalArgumentException e) {
            return ResponseEntity.status(422).body(Map.of("code", "declined"));
        }
    }

    @Controller
    static class Forwarding {
        @PostMapping("/forward")
        String forward() {
            return "forward:/orders";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Shop.class, Forwarding.class})
    static class Application {
        /** A filter of the user's that comes after ours and changes the path. */
        @Bean
        FilterRegistrationBean<Filter> rewriting() {
            FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
                HttpServletRequest asked = (HttpServletRequest) request;
                chain.doFilter(asked.getServletPath().equals("/rewritten") ? new Rewritten(asked) : asked, response);
            });
            registration.setOrder(Ordered.LOWEST_PRECEDENCE);
            return registration;
        }

        @Bean
        ServletRegistrationBean<DispatcherServlet> second(WebApplicationContext context) {
            ServletRegistrationBean<DispatcherServlet> registration =
                    new ServletRegistrationBean<>(new DispatcherServlet(context), "/second/*");
            registration.setName("second");
            return registration;
        }
    }

    private static final class Rewritten extends HttpServletRequestWrapper {
        Rewritten(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getRequestURI() {
            return getContextPath() + "/orders";
        }

        @Override
        public String getServletPath() {
            return "/orders";
        }
    }

    @BeforeAll
    static void start() {
        application = new SpringApplicationBuilder(Application.class)
                .run(
                        "--server.port=0",
                        "--idem4j.store=memory",
                        "--server.servlet.context-path=/shop",
                        "--idem4j.operations.[POST /any].required=true",
                        "--logging.level.root=off");
        http = new Http(application);
        idempotency = application.getBean(Idempotency.class);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @BeforeEach
    void reset() {
        runs.set(0);
    }

    private static HttpResponse<String> post(String path, String key) throws Exception {
        return http.post("/shop" + path, "{}", key);
    }

    private void assertRunsOnce(String path, int status) throws Exception {
        HttpResponse<String> first = post(path, "once");
        HttpResponse<String> second = post(path, "once");

        assertThat(first.statusCode()).isEqualTo(status);
        assertThat(second.statusCode()).isEqualTo(status);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.headers().firstValue("Idempotent-Replayed")).hasValue("true");
        assertThat(runs).hasValue(1);
    }

    @Test
    @Clause("A-02")
    void an_annotated_handler_runs_once_under_verb_and_route() throws Exception {
        assertThat(post("/orders", "verb").body())
                .isEqualTo(post("/orders", "verb").body());

        assertThat(runs).hasValue(1);
        assertThat(idempotency.records().find(IdempotencyKey.of("POST /orders", "verb")))
                .hasValueSatisfying(record -> assertThat(record.status()).isEqualTo(RecordStatus.COMPLETED));
        assertThat(post("/v1/orders", "verb").body()).isEqualTo("{\"run\":2}");
        assertThat(idempotency.records().find(IdempotencyKey.of("POST /v1/orders", "verb")))
                .isPresent();
    }

    @Test
    @Clause("A-02")
    void the_annotation_of_an_interface_counts_and_its_route_is_the_template() throws Exception {
        assertThat(post("/orders/17/refunds", "refund").statusCode()).isEqualTo(200);

        assertThat(idempotency.records().find(IdempotencyKey.of("POST /orders/{id}/refunds", "refund")))
                .isPresent();
        assertThat(post("/orders/18/refunds", "refund").statusCode()).isEqualTo(422);
        assertThat(http.send("POST", "/shop/orders/17/refunds", "{}").statusCode())
                .isEqualTo(400);
        assertThat(runs).hasValue(1);
    }

    @Test
    @Clause("A-02")
    void scope_and_header_are_the_annotation_s() throws Exception {
        http.send("PUT", "/shop/parts/1", "{}", "X-Key", "part");
        http.send("PUT", "/shop/parts/1", "{}", "X-Key", "part");

        assertThat(runs).hasValue(1);
        assertThat(idempotency.records().find(IdempotencyKey.of("parts", "part")))
                .isPresent();
    }

    @Test
    @Clause("A-02")
    void what_is_not_annotated_or_has_no_effect_passes_through() throws Exception {
        post("/unprotected", "pass");
        post("/unprotected", "pass");
        http.send("GET", "/shop/orders", "", "Idempotency-Key", "pass");
        http.send("GET", "/shop/any", "", "Idempotency-Key", "pass");

        assertThat(runs).hasValue(4);
    }

    @Test
    @Clause("A-02")
    void without_a_key_an_optional_one_passes_and_a_required_one_is_refused() throws Exception {
        http.send("POST", "/shop/orders", "{}");
        http.send("POST", "/shop/orders", "{}");

        assertThat(runs).hasValue(2);
        assertThat(http.send("POST", "/shop/any", "{}").statusCode()).isEqualTo(400);
    }

    @Test
    @Clause("A-03")
    void of_two_handlers_with_one_path_the_one_that_runs_is_what_counts() throws Exception {
        http.send("POST", "/shop/typed", "{}", "Idempotency-Key", "typed");
        http.send("POST", "/shop/typed", "{}", "Idempotency-Key", "typed");
        assertThat(runs).hasValue(1);

        java.net.http.HttpRequest text = java.net.http.HttpRequest.newBuilder(java.net.URI.create("http://localhost:"
                        + application.getEnvironment().getProperty("local.server.port") + "/shop/typed"))
                .header("Content-Type", "text/plain")
                .header("Idempotency-Key", "typed")
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString("a"))
                .build();
        java.net.http.HttpClient.newHttpClient().send(text, java.net.http.HttpResponse.BodyHandlers.discarding());
        assertThat(runs).hasValue(2);
    }

    @Test
    @Clause("A-04")
    void a_handler_that_answers_later_runs_once() throws Exception {
        assertRunsOnce("/later", 202);
    }

    @Test
    @Clause("A-04")
    void a_handler_that_is_called_on_another_thread_runs_once() throws Exception {
        assertRunsOnce("/called", 200);
    }

    @Test
    @Clause("A-04")
    void a_handler_whose_result_somebody_else_sets_runs_once() throws Exception {
        assertRunsOnce("/deferred", 200);
    }

    @Test
    @Clause("A-04")
    void what_an_exception_handler_answers_is_replayed() throws Exception {
        assertRunsOnce("/declined", 422);
    }

    @Test
    @Clause("A-04")
    void a_handler_that_throws_is_kept_as_failed() throws Exception {
        assertThat(post("/broken", "broken").statusCode()).isEqualTo(500);

        assertThat(post("/broken", "broken").body()).contains("idempotency_execution_failed");
        assertThat(runs).hasValue(1);
    }

    @Test
    @Clause("A-04")
    void what_boot_s_error_page_says_is_replayed() throws Exception {
        HttpResponse<String> first = post("/sent-error", "error");
        HttpResponse<String> second = post("/sent-error", "error");

        assertThat(first.statusCode()).isEqualTo(418);
        assertThat(first.body()).contains("\"status\":418").contains("/shop/sent-error");
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(runs).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/orders;a=b", "/%6Frders", "/./orders", "/x/../orders"})
    @Clause("A-03")
    void another_spelling_of_the_path_is_protected_or_is_not_handled(String path) throws Exception {
        post(path, "spelled");
        post(path, "spelled");

        assertThat(runs).hasValueLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/orders/", "//orders", "/orders%2F", "/ORDERS", "/orders.json"})
    @Clause("A-03")
    void what_is_another_path_is_not_handled(String path) throws Exception {
        post(path, "other");

        assertThat(runs).hasValue(0);
    }

    @Test
    @Clause("A-03")
    void a_second_dispatcher_servlet_protects_its_requests_too() throws Exception {
        assertThat(post("/second/orders", "second").statusCode()).isEqualTo(200);
        assertThat(post("/second/orders", "second").headers().firstValue("Idempotent-Replayed"))
                .hasValue("true");
        assertThat(runs).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/rewritten", "/forward"})
    @Clause("A-03")
    void a_request_that_the_filter_did_not_decide_does_not_reach_the_handler(String path) throws Exception {
        HttpResponse<String> response = post(path, "rewritten");

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(runs).hasValue(0);
    }

    @Test
    @Clause("A-03")
    void a_verb_of_which_nothing_is_known_does_not_reach_the_handler() throws Exception {
        assertThat(http.send("COPY", "/shop/any", "{}", "Idempotency-Key", "copy")
                        .statusCode())
                .isGreaterThanOrEqualTo(400);
        assertThat(runs).hasValue(0);
    }

    @Test
    @Clause("A-02")
    void a_crowd_of_duplicates_runs_once() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> all = java.util.stream.IntStream.range(0, 16)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> {
                    try {
                        return post("/orders", "crowd");
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }))
                .toList();
        for (CompletableFuture<HttpResponse<String>> one : all) {
            assertThat(one.get().statusCode()).isIn(200, 409);
        }
        assertThat(runs).hasValue(1);
    }
}
