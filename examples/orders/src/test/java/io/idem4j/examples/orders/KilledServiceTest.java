package io.idem4j.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.idem4j.examples.orders.Cluster.Kill;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.tck.Tier;
import io.idem4j.testtools.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** The service is killed (SIGKILL) again and again under load, on a PostgreSQL that flushes its commits. */
class KilledServiceTest {
    private static final int KILLS = Tier.size(20);
    private static final Duration LEASE = Duration.ofSeconds(2);

    private static final Set<String> ORDER_HASHES = IntStream.range(0, Load.ORDERS)
            .mapToObj(order -> KeyHash.of(Load.key(order)))
            .collect(Collectors.toUnmodifiableSet());

    private static PostgresServer server;

    @BeforeAll
    static void start() {
        server = PostgresServer.started(Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** What a run left. */
    private record Left(HikariDataSource database, Load load, Executions executions) implements AutoCloseable {
        @Override
        public void close() {
            database.close();
        }
    }

    @Test
    void an_order_is_placed_twice_only_where_a_kill_fell_between_its_row_and_its_record() throws Exception {
        try (Left left = run("retry", List.of("--orders.recover=false"))) {
            List<Integer> doubled = new ArrayList<>();
            for (int order = 0; order < Load.ORDERS; order++) {
                List<PlacedOrder> rows = left.executions().of(order);
                assertThat(rows).as("order %d is not lost", order).isNotEmpty();
                left.executions().assertAccountedFor(order);
                assertThat(Load.idIn(left.load().bodies().get(order)))
                        .as("order %d: its answer is of the attempt that was recorded", order)
                        .isEqualTo(rows.get(rows.size() - 1).order().id());
                if (rows.size() > 1) {
                    doubled.add(order);
                }
            }
            System.out.println(doubled.size() + " orders were placed more than once:");
            doubled.forEach(order -> System.out.println("  " + left.executions().told(order)));
            assertThat(left.load().inDoubt()).isEmpty();
            assertThat(ORDER_HASHES).containsAll(left.executions().keyHashes());
        }
    }

    @Test
    void at_most_once_none_is_placed_twice_and_doubt_ends_the_retries() throws Exception {
        try (Left left = run("at_most_once", List.of("--idem4j.policy.max-attempts=1"))) {
            for (int order = 0; order < Load.ORDERS; order++) {
                List<PlacedOrder> rows = left.executions().of(order);
                String body = left.load().bodies().get(order);
                assertThat(rows).as("order %d", order).hasSizeLessThanOrEqualTo(1);
                assertThat(left.load().inDoubt().contains(order))
                        .as("order %d is either answered or in doubt", order)
                        .isEqualTo(body == null);
                if (body == null) {
                    left.executions().assertInDoubtByAKill(order);
                } else {
                    assertThat(rows).extracting(row -> row.order().id()).containsExactly(Load.idIn(body));
                }
            }
            System.out.println("in doubt: " + left.load().inDoubt());
            assertThat(ORDER_HASHES).containsAll(left.executions().keyHashes());
        }
    }

    @Test
    void with_a_recovery_none_is_placed_twice_and_none_is_in_doubt() throws Exception {
        try (Left left = run("recover", List.of("--orders.recover=true"))) {
            for (int order = 0; order < Load.ORDERS; order++) {
                assertThat(left.executions().of(order))
                        .extracting(row -> row.order().id())
                        .as("order %d", order)
                        .containsExactly(Load.idIn(left.load().bodies().get(order)));
            }
            assertThat(left.load().inDoubt()).isEmpty();
            assertThat(ORDER_HASHES).containsAll(left.executions().keyHashes());
        }
    }

    private static Left run(String name, List<String> mode) throws Exception {
        HikariDataSource database = database(name);
        List<String> settings = new ArrayList<>(mode);
        settings.add("--spring.datasource.url=" + url(name));
        settings.add("--idem4j.policy.lease=" + LEASE.toSeconds() + "s");
        settings.add("--orders.action-time=60ms");
        long started = System.nanoTime();
        Load load = new Load();
        List<Kill> kills;
        ExecutorService killer = Executors.newSingleThreadExecutor();
        try (Cluster cluster = new Cluster(settings, Path.of("target", "load", name))) {
            Future<List<Kill>> killing = killer.submit(() -> cluster.killInTurns(KILLS, new Random(name.hashCode())));
            load.run(cluster, () -> !killing.isDone());
            kills = killing.get();
        } finally {
            killer.shutdownNow();
        }
        System.out.println(name + ": " + Load.ORDERS + " orders, " + kills.size() + " kills, answers " + load.counts()
                + ", " + Duration.ofNanos(System.nanoTime() - started).toSeconds() + " s");
        Executions executions = new Executions(database, kills, LEASE);
        long attempts = IntStream.range(0, Load.ORDERS)
                .filter(order -> executions.record(order).attempt() > 1
                        || executions.record(order).isLapsed())
                .count();
        System.out.println(name + ": " + attempts + " orders were cut short by a kill");
        assertThat(attempts).as("kills hit running actions").isPositive();
        return new Left(database, load, executions);
    }

    private static HikariDataSource database(String name) throws Exception {
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + name);
        }
        HikariDataSource database = new HikariDataSource();
        database.setJdbcUrl(url(name));
        JdbcStore.builder(database).createSchema(true).build();
        new ResourceDatabasePopulator(new ClassPathResource("schema.sql")).execute(database);
        return database;
    }

    private static String url(String name) {
        return server.url().replace("/postgres?", "/" + name + "?");
    }
}
