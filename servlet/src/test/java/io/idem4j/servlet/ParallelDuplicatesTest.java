package io.idem4j.servlet;

import static io.idem4j.servlet.FilterClauses.key;
import static io.idem4j.servlet.FilterClauses.text;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.idem4j.Idempotency;
import io.idem4j.http.HttpPolicy;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.tck.Clause;
import io.idem4j.tck.OnStore;
import io.idem4j.tck.Tier;
import io.idem4j.testtools.PostgresServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A crowd of equal requests over PostgreSQL with few connections. */
@OnStore("postgresql")
class ParallelDuplicatesTest {
    private static final int REQUESTS = Tier.size(200);
    private static final int CONNECTIONS = 8;

    private static HikariDataSource pool;
    private static Idempotency idempotency;

    @BeforeAll
    static void start() {
        HikariConfig config = new HikariConfig();
        config.setDataSource(PostgresServer.shared().dataSource());
        config.setMaximumPoolSize(CONNECTIONS);
        config.setConnectionTimeout(10_000);
        pool = new HikariDataSource(config);
        idempotency = Idempotency.builder(
                        JdbcStore.builder(pool).createSchema(true).build())
                .build();
    }

    @AfterAll
    static void stop() {
        idempotency.close();
        pool.close();
    }

    static Stream<Named<Container.Kind>> containers() {
        return Stream.of(Named.of("Tomcat", Container.TOMCAT), Named.of("Jetty", Container.JETTY));
    }

    @ParameterizedTest
    @MethodSource("containers")
    @Clause({"H-04", "H-05"})
    void one_runs_and_the_others_are_told_to_come_back(Container.Kind kind) throws Exception {
        List<HttpResponse<byte[]>> answers = crowd(kind, HttpPolicy.storeFinalAnswers());

        List<HttpResponse<byte[]>> refused =
                answers.stream().filter(answer -> answer.statusCode() != 201).toList();
        assertThat(refused).allSatisfy(answer -> {
            FilterClauses.assertProblem(answer, 409, "idempotency_request_in_progress");
            assertThat(Integer.parseInt(
                            answer.headers().firstValue("Retry-After").orElseThrow()))
                    .isBetween(1, 5);
        });
        assertThat(answers.stream()
                        .filter(answer -> answer.statusCode() == 201)
                        .filter(answer -> answer.headers()
                                .firstValue("Idempotent-Replayed")
                                .isEmpty()))
                .hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("containers")
    @Clause({"H-04", "H-05", "H-06"})
    void one_runs_and_the_others_wait_for_its_answer(Container.Kind kind) throws Exception {
        List<HttpResponse<byte[]>> answers = crowd(
                kind, HttpPolicy.storeFinalAnswers().idempotency(policy -> policy.waitUpTo(Duration.ofSeconds(30))));

        assertThat(answers).allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(201));
        assertThat(answers.stream().map(FilterClauses::text).collect(toSet())).hasSize(1);
    }

    private static List<HttpResponse<byte[]>> crowd(Container.Kind kind, HttpPolicy policy) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(REQUESTS);
        try (Site site = new Site(kind)) {
            site.use(idempotency, policy);
            site.on("/slow", (request, response) -> {
                try {
                    Thread.sleep(100);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                response.setStatus(201);
                response.getOutputStream().print(key());
            });
            String key = key();
            CountDownLatch go = new CountDownLatch(1);
            List<Future<HttpResponse<byte[]>>> sent = IntStream.range(0, REQUESTS)
                    .mapToObj(i -> threads.submit(() -> {
                        go.await();
                        return site.send(site.post("/slow", key));
                    }))
                    .toList();
            go.countDown();
            List<HttpResponse<byte[]>> answers = new ArrayList<>();
            for (Future<HttpResponse<byte[]>> answer : sent) {
                answers.add(answer.get());
            }
            assertThat(site.runs("/slow")).isEqualTo(1);
            assertThat(text(site.send(site.post("/slow", key)))).hasSize(36);
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isLessThanOrEqualTo(CONNECTIONS);
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }
}
