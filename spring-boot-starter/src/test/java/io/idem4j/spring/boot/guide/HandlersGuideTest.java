package io.idem4j.spring.boot.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.http.HttpPolicy;
import io.idem4j.json.JsonCodec;
import io.idem4j.servlet.IdempotencyFilter;
import io.idem4j.spi.ResultCodec;
import io.idem4j.spring.Caller;
import io.idem4j.spring.IdempotencyPolicyChange;
import io.idem4j.spring.Idempotent;
import io.idem4j.spring.IdempotentExecution;
import io.idem4j.spring.boot.Http;
import io.idem4j.spring.boot.HttpProperties;
import io.idem4j.spring.boot.IdempotencyCustomizer;
import io.idem4j.tck.Clause;
import jakarta.servlet.http.HttpServletRequest;
import java.net.http.HttpResponse;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

class HandlersGuideTest {
    private static ConfigurableApplicationContext application;

    static final class DeclinedException extends RuntimeException {
        DeclinedException(String message) {
            super(message);
        }
    }

    sealed interface Parcel permits Box, Letter {}

    record Box(int litres) implements Parcel {}

    record Letter(int grams) implements Parcel {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes({@JsonSubTypes.Type(Box.class), @JsonSubTypes.Type(Letter.class)})
    interface NamedParcel {}

    static class Shipping {
        final AtomicInteger runs = new AtomicInteger();

        @Idempotent(scope = "pack", key = "#p0")
        public Parcel pack(String id) {
            return new Letter(runs.incrementAndGet());
        }

        @Idempotent(scope = "charge", key = "#p0", policy = "declinesAreFinal")
        public void charge(String id) {
            throw new DeclinedException("declined " + runs.incrementAndGet());
        }
    }

    @RestController
    static class Orders {
        private final AtomicInteger runs = new AtomicInteger();

        @Idempotent
        @PostMapping("/orders")
        ResponseEntity<Integer> place(HttpServletRequest request) {
            int run = runs.incrementAndGet();
            return ResponseEntity.status(request.getHeader("X-Bad") == null ? 200 : 400)
                    .body(run);
        }

        @Idempotent(policy = "refundPolicy")
        @PostMapping("/refunds")
        ResponseEntity<Integer> refund() {
            return ResponseEntity.ok().header("X-Refund", "kept").body(runs.incrementAndGet());
        }

        @Idempotent
        @PostMapping("/charges")
        String chargedAs(HttpServletRequest request) {
            assertThat(IdempotentExecution.current()).isEmpty();
            return charge(request);
        }

        private static String charge(HttpServletRequest request) {
            // region execution
            return IdempotencyFilter.execution(request)
                    .map(execution -> execution.downstreamKey("charge"))
                    .orElseGet(() -> UUID.randomUUID().toString());
            // endregion
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Orders.class, Shipping.class})
    static class Application {
        // region base
        @Bean
        HttpPolicy idempotencyHttpPolicy(HttpProperties properties) {
            return properties.policy().onStatus(status -> status == 400 ? OnFailure.RELEASE : null);
        }
        // endregion

        // region one
        @Bean
        HttpPolicy refundPolicy(@Qualifier("idempotencyHttpPolicy") HttpPolicy general) {
            return general.storedHeaders("X-Refund");
        }
        // endregion

        // region caller
        @Bean
        Caller caller() {
            return () -> RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes web
                    ? web.getRequest().getHeader("X-Consumer") // set by the gateway, and by nobody else
                    : null;
        }
        // endregion

        // region customizer
        @Bean
        IdempotencyCustomizer declinesReplay() {
            return builder ->
                    builder.policy(policy -> policy.rebuildFailure(DeclinedException.class, DeclinedException::new));
        }
        // endregion

        @Bean
        IdempotencyPolicyChange declinesAreFinal() {
            return policy -> policy.onFailure(failure -> OnFailure.STORE);
        }

        // region codec
        @Bean
        ResultCodec resultCodec() {
            return new JsonCodec(new JsonCodec()
                    .mapper()
                    .rebuild()
                    .addMixIn(Parcel.class, NamedParcel.class)
                    .build());
        }
        // endregion
    }

    @BeforeAll
    static void start() {
        application = new SpringApplicationBuilder(Application.class)
                .run(
                        "--server.port=0",
                        "--logging.level.root=off",
                        "--idem4j.store=memory",
                        "--idem4j.http.required=true");
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static HttpResponse<String> post(String path, String... headers) throws Exception {
        return new Http(application).send("POST", path, "{}", headers);
    }

    @Test
    @Clause("A-12")
    void the_base_has_what_the_properties_say_and_more() throws Exception {
        assertThat(post("/orders").statusCode()).isEqualTo(400);
        assertThat(post("/refunds").statusCode()).isEqualTo(400);

        String refused =
                post("/orders", "Idempotency-Key", "base", "X-Bad", "1").body();
        assertThat(post("/orders", "Idempotency-Key", "base").body()).isNotEqualTo(refused);
    }

    @Test
    @Clause("A-12")
    void a_named_policy_is_for_its_handler() throws Exception {
        String first = post("/refunds", "Idempotency-Key", "one").body();
        HttpResponse<String> again = post("/refunds", "Idempotency-Key", "one");

        assertThat(again.body()).isEqualTo(first);
        assertThat(again.headers().firstValue("X-Refund")).hasValue("kept");
    }

    @Test
    @Clause("A-07")
    void two_consumers_never_share_a_key() throws Exception {
        String ann =
                post("/orders", "Idempotency-Key", "who", "X-Consumer", "ann").body();

        assertThat(post("/orders", "Idempotency-Key", "who", "X-Consumer", "bob")
                        .body())
                .isNotEqualTo(ann);
        assertThat(post("/orders", "Idempotency-Key", "who", "X-Consumer", "ann")
                        .body())
                .isEqualTo(ann);
    }

    @Test
    @Clause("A-12")
    void a_customizer_sets_what_no_property_does() {
        Shipping shipping = application.getBean(Shipping.class);

        assertThat(declined(shipping)).isEqualTo(declined(shipping));
    }

    private static String declined(Shipping shipping) {
        try {
            shipping.charge("1");
            return "charged";
        } catch (DeclinedException e) {
            return e.getMessage();
        }
    }

    @Test
    @Clause("A-08")
    void a_codec_of_one_s_own_keeps_what_ours_refuses() {
        Shipping shipping = application.getBean(Shipping.class);
        Parcel first = shipping.pack("1");

        assertThat(shipping.pack("1")).isInstanceOf(Letter.class).isEqualTo(first);
    }

    @Test
    void a_handler_reaches_its_execution_through_the_request() throws Exception {
        String charge = post("/charges", "Idempotency-Key", "charge").body();

        assertThat(charge).isNotEmpty();
        assertThat(post("/charges", "Idempotency-Key", "charge").body()).isEqualTo(charge);
    }
}
