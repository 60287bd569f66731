package io.idem4j.spring.boot.observed;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.spring.boot.Http;
import io.idem4j.tck.Clause;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** What each of five cases shows in meters, trace, log and actuator of a running application, whose store is a database. */
class FiveCasesTest {
    private static final String KEY = "secret-key-";

    private static ConfigurableApplicationContext running;
    private static Http http;
    private static Seen seen;

    private Shop shop;

    @BeforeAll
    static void start() {
        running = new SpringApplicationBuilder(Shop.Application.class)
                .run(
                        "--server.port=0",
                        "--spring.datasource.url=jdbc:h2:mem:observed;DB_CLOSE_DELAY=-1",
                        "--idem4j.policy.record-within=100ms",
                        "--logging.level.root=error",
                        "--logging.level.io.idem4j=debug",
                        "--management.endpoints.web.exposure.include=idempotency,metrics,health",
                        "--management.endpoint.health.show-details=always",
                        "--management.health.redis.enabled=false");
        http = new Http(running);
        seen = new Seen(running, http);
    }

    @AfterAll
    static void stop() {
        seen.close();
        running.close();
    }

    @BeforeEach
    void opened() {
        shop = running.getBean(Shop.class);
        shop.repair();
    }

    @AfterEach
    void repaired() {
        shop.repair();
    }

    enum Subject {
        BEAN_METHOD("/bean", "orders.ship"),
        HANDLER("/handler", "POST /handler");

        final String path;
        final String operation;

        Subject(String path, String operation) {
            this.path = path;
            this.operation = operation;
        }
    }

    @ParameterizedTest
    @EnumSource
    @Clause({"A-17", "A-18"})
    void what_a_bean_method_shows(Case what) throws Exception {
        Seen.Call call = called(Subject.BEAN_METHOD, what);

        call.assertSpan(what);
        assertShown(call, what);
    }

    @ParameterizedTest
    @EnumSource
    @Clause({"A-17", "A-18"})
    void what_a_handler_shows(Case what) throws Exception {
        Seen.Call call = called(Subject.HANDLER, what);

        call.assertEventsOfServerSpan(what);
        call.assertHttpLog(what);
        assertShown(call, what);
    }

    private Seen.Call called(Subject subject, Case what) throws Exception {
        String key = KEY + what + subject;
        CompletableFuture<HttpResponse<String>> holder = null;
        switch (what) {
            case REPLAY, MISMATCH -> post(subject, "Ann", key);
            case IN_PROGRESS -> {
                holder = CompletableFuture.supplyAsync(() -> sent(subject, Shop.SLOW, key));
                shop.awaitHolder();
            }
            default -> {}
        }
        Seen.Call call = seen.before(subject.operation, key);
        post(subject, to(what), key);
        call.after();
        if (holder != null) {
            call.assertRecord("IN_PROGRESS", false);
            shop.letHolderGoOn();
            assertThat(holder.join().statusCode()).isEqualTo(200);
        }
        return call;
    }

    private static String to(Case what) {
        return switch (what) {
            case MISMATCH -> "Bob";
            case IN_PROGRESS -> Shop.SLOW;
            case FAILED_COMPLETION -> Shop.BREAKING;
            default -> "Ann";
        };
    }

    private static HttpResponse<String> post(Subject subject, String to, String key) throws Exception {
        return http.post(subject.path, "{\"to\":\"" + to + "\"}", key);
    }

    private static HttpResponse<String> sent(Subject subject, String to, String key) {
        try {
            return post(subject, to, key);
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    private void assertShown(Seen.Call call, Case what) throws Exception {
        call.assertMeters(what);
        call.assertLog(what);
        if (what == Case.FAILED_COMPLETION) {
            call.assertHealth("DOWN");
            shop.repair();
            call.assertRecord("IN_PROGRESS", false);
            assertThat(call.isUnsettled()).isFalse();
            shop.endLeases();
            call.assertRecord("IN_PROGRESS", true);
            assertThat(call.isUnsettled()).isTrue();
        } else {
            call.assertRecord("COMPLETED", false);
            assertThat(call.isUnsettled()).isFalse();
        }
        call.assertHealth("UP");
        call.assertNothingTold(KEY, "Ann", "Bob", Shop.BREAKING);
    }
}
