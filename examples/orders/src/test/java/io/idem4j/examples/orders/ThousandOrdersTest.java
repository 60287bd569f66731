package io.idem4j.examples.orders;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.idem4j.IdempotencyKey;
import io.idem4j.client.ClientPolicy;
import io.idem4j.client.IdempotentHttpClient;
import io.idem4j.client.IdempotentRequest;
import io.idem4j.examples.orders.story.ServiceProcess;
import io.idem4j.tck.Tier;
import io.idem4j.testtools.FaultProxy;
import io.idem4j.testtools.FaultProxy.Fault;
import io.idem4j.testtools.FaultProxy.Request;
import io.idem4j.testtools.PostgresServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The client, through a wire that drops and delays requests and answers, and a balancer that answers 503, to the service in
 * transactional mode, which is killed (SIGKILL) again and again.
 */
class ThousandOrdersTest {
    private static final int ORDERS = Tier.size(1_000);
    private static final int KILLS = Tier.size(10);
    private static final int CALLERS = 8;
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final List<Fault> FAULTS =
            List.of(Fault.CUT_BEFORE, Fault.CUT_AFTER_ANSWER, Fault.SILENT_AFTER_ANSWER, Fault.CUT_AFTER_ANSWER);

    private final Random random = new Random(17);
    private final AtomicInteger faults = new AtomicInteger();
    private final Map<String, String> answers = new ConcurrentHashMap<>();

    @Test
    void each_is_executed_once_and_each_call_returns_its_order() throws Exception {
        long started = System.nanoTime();
        Path log =
                Files.createDirectories(Path.of("target", "load", "thousand")).resolve("service.log");
        HttpServer balancer = unavailable();
        ExecutorService threads = Executors.newFixedThreadPool(CALLERS + 1);
        try (PostgresServer server = PostgresServer.started(Map.of())) {
            List<String> settings = List.of(
                    "--spring.datasource.url=" + server.url(),
                    "--orders.one-commit=true",
                    "--orders.action-time=20ms",
                    "--orders.instance=one");
            ServiceProcess first = ServiceProcess.start(OrdersApplication.class, log, settings);
            try (FaultProxy wire = FaultProxy.to(first.address().getPort())) {
                wire.delay(Duration.ofMillis(2));
                armNext(wire);
                List<Future<?>> callers = new ArrayList<>();
                for (int caller = 0; caller < CALLERS; caller++) {
                    int from = caller;
                    callers.add(threads.submit(() -> {
                        ask(wire.port(), from);
                        return null;
                    }));
                }
                try (ServiceProcess last =
                        killed(first, wire, balancer.getAddress().getPort(), log, settings)) {
                    for (Future<?> caller : callers) {
                        caller.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
                    }
                }
            }
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(LONGEST);
            System.out.println(ORDERS + " orders, " + KILLS + " kills, " + faults + " faults on the wire, "
                    + Duration.ofNanos(System.nanoTime() - started).toSeconds() + " s");
            assertPlacedOnce(server.dataSource());
        } finally {
            threads.shutdownNow();
            balancer.stop(0);
        }
        assertThat(faults).hasPositiveValue();
    }

    /** One request in six meets a fault; each arms the next. */
    private void armNext(FaultProxy wire) {
        Fault fault = FAULTS.get(faults.get() % FAULTS.size());
        AtomicInteger left = new AtomicInteger(1 + random.nextInt(10));
        wire.arm(fault, (Request request) -> {
            if (left.decrementAndGet() != 0) {
                return false;
            }
            faults.incrementAndGet();
            armNext(wire);
            return true;
        });
    }

    private void ask(int port, int from) throws Exception {
        IdempotentHttpClient client = IdempotentHttpClient.on(
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(Duration.ofSeconds(2))
                        .build(),
                ClientPolicy.defaults()
                        .maxAttempts(1_000)
                        .within(LONGEST)
                        .backoff(Duration.ofMillis(20), Duration.ofMillis(500)));
        for (int order = from; order < ORDERS; order += CALLERS) {
            IdempotentRequest request = client.prepare(
                    HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/orders-in-one-commit"))
                            .timeout(Duration.ofSeconds(2))
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(Load.json(order)))
                            .build(),
                    Load.sentKey(order));
            HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
            answers.put(request.key(), answer.body());
        }
    }

    /** Killed whenever another share of the orders is answered; returns the process that is left. */
    private ServiceProcess killed(ServiceProcess first, FaultProxy wire, int balancer, Path log, List<String> settings)
            throws Exception {
        ServiceProcess running = first;
        for (int kill = 1; kill <= KILLS; kill++) {
            int share = kill * ORDERS / (KILLS + 1);
            await().atMost(LONGEST).until(() -> answers.size() >= share);
            running.close();
            if (kill % 2 == 0) {
                wire.switchTo(balancer);
            }
            running = ServiceProcess.start(OrdersApplication.class, log, settings);
            wire.switchTo(running.address().getPort());
            wire.cutAll();
        }
        return running;
    }

    private void assertPlacedOnce(PGSimpleDataSource database) {
        Map<String, List<PlacedOrder>> rows = new OrderTable(JdbcClient.create(database))
                .newest(Integer.MAX_VALUE).stream().collect(groupingBy(PlacedOrder::keyHash));
        Map<String, String> expected = answers.entrySet().stream()
                .collect(toMap(
                        answer -> KeyHash.of(IdempotencyKey.of(OneCommitOrders.SCOPE, answer.getKey())),
                        answer -> Load.idIn(answer.getValue())));

        assertThat(expected).hasSize(ORDERS);
        assertThat(rows.keySet()).isEqualTo(expected.keySet());
        assertThat(rows)
                .allSatisfy((key, placed) ->
                        assertThat(placed).extracting(row -> row.order().id()).containsExactly(expected.get(key)));
    }

    private static HttpServer unavailable() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });
        server.start();
        return server;
    }
}
