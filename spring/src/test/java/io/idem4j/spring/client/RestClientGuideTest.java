package io.idem4j.spring.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.client.ClientPolicy;
import io.idem4j.http.HttpIdempotency;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.servlet.IdempotencyFilter;
import io.idem4j.tck.Clause;
import io.idem4j.testtools.FaultProxy;
import io.idem4j.testtools.FaultProxy.Fault;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** What docs/spring.md shows of the client: both halves, with a wire that loses replies between them. */
class RestClientGuideTest {
    @TempDir
    Path folder;

    private final Tomcat tomcat = new Tomcat();
    private final AtomicInteger placed = new AtomicInteger();
    private final List<String> log = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() throws Exception {
        tomcat.setBaseDir(folder.toString());
        tomcat.setPort(0);
        Logger.getLogger("org.apache").setLevel(Level.OFF);
        Context context = tomcat.addContext("", folder.toString());
        Tomcat.addServlet(context, "orders", new HttpServlet() {
            @Override
            protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
                response.setStatus(201);
                response.getWriter().write("order " + placed.incrementAndGet());
            }
        });
        context.addServletMappingDecoded("/orders", "orders");
        FilterDef filter = new FilterDef();
        filter.setFilterName("idempotency");
        filter.setFilter(new IdempotencyFilter(
                HttpIdempotency.builder(Idempotency.builder(new InMemoryStore()).build())
                        .build()));
        context.addFilterDef(filter);
        FilterMap everything = new FilterMap();
        everything.setFilterName("idempotency");
        everything.addURLPattern("/*");
        context.addFilterMap(everything);
        tomcat.start();
    }

    @AfterEach
    void stop() throws Exception {
        tomcat.stop();
        tomcat.destroy();
    }

    @Test
    @Clause("C-07")
    void an_order_whose_reply_is_lost_is_placed_once_and_the_caller_gets_its_answer() {
        try (FaultProxy wire = FaultProxy.to(tomcat.getConnector().getLocalPort())) {
            wire.arm(Fault.CUT_AFTER_ANSWER);
            String baseUrl = "http://localhost:" + wire.port();

            // region client
            JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory();
            factory.setReadTimeout(Duration.ofSeconds(5));
            RestClient orders = RestClient.builder()
                    .baseUrl(baseUrl)
                    .requestFactory(factory)
                    .requestInterceptor(new IdempotencyKeyInterceptor(
                            ClientPolicy.defaults().keyPrefix("shop-").listener(retry -> log.add(retry.toString()))))
                    .build();
            // endregion

            ResponseEntity<String> response =
                    orders.post().uri("/orders").body("an order").retrieve().toEntity(String.class);

            assertThat(response.getBody()).isEqualTo("order 1");
            assertThat(response.getHeaders().getFirst("Idempotent-Replayed")).isEqualTo("true");
            assertThat(placed).hasValue(1);
            assertThat(log).singleElement().asString().startsWith("attempt 1 of POST to localhost: NO_RESPONSE");
        }
    }
}
