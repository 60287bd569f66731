package io.idem4j.jdbc;

import static io.idem4j.testtools.Requests.claim;
import static io.idem4j.testtools.Requests.done;
import static io.idem4j.testtools.Requests.key;
import static io.idem4j.testtools.Requests.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult.Acquired;
import io.idem4j.spi.ClaimResult.Existing;
import io.idem4j.spi.WriteResult;
import io.idem4j.testtools.FaultProxy;
import io.idem4j.testtools.PostgresServer;
import io.idem4j.testtools.Requests;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The server goes away and comes back: the right kind of failure each time, and the same store goes on. */
class ServerFailuresTest {
    private static final Map<String, String> SETTINGS =
            Map.of("max_connections", "8", "superuser_reserved_connections", "0");

    @TempDir(cleanup = CleanupMode.NEVER)
    static Path data;

    private PostgresServer server;
    private FaultProxy address;
    private HikariDataSource pool;
    private JdbcStore store;

    @BeforeEach
    void start() {
        server = PostgresServer.started(SETTINGS);
        address = FaultProxy.to(server.port());
        pool = DataSources.pool(PostgresServer.url(address.port()) + "&connectTimeout=2&socketTimeout=2", settings -> {
            settings.setMaximumPoolSize(2);
            settings.setConnectionTimeout(1_000);
            settings.setValidationTimeout(500);
        });
        store = JdbcStore.builder(pool).createSchema(true).build();
    }

    @AfterEach
    void end() {
        pool.close();
        address.close();
        server.close();
    }

    /** Whatever fails says that nothing is lost by asking again. */
    private static <T> T untilItAnswers(Supplier<T> call) {
        List<T> answer = new ArrayList<>();
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            Throwable failure = catchThrowable(() -> answer.add(call.get()));
            assertThat(failure == null
                            || failure instanceof StoreUnavailableException
                            || failure instanceof OutcomeUnknownException)
                    .as("%s", failure)
                    .isTrue();
            return failure == null;
        });
        return answer.get(0);
    }

    @Test
    void stopped_it_is_unavailable_and_started_again_it_goes_on_where_it_was() {
        ClaimRequest before = claim(key());
        ClaimRequest meanwhile = claim(key());
        store.claim(before);

        server.stop();
        pool.getHikariPoolMXBean().softEvictConnections();
        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> store.claim(meanwhile));
        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> store.complete(of(before), done()));
        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> store.find(before.key()));

        server.start();
        assertThat(untilItAnswers(() -> store.complete(of(before), done()))).isEqualTo(WriteResult.APPLIED);
        assertThat(store.claim(meanwhile)).isEqualTo(new Acquired(1));
        assertThat(store.claim(claim(before.key()))).isInstanceOf(Existing.class);
    }

    @Test
    void killed_and_restarted_between_claim_and_completion_it_keeps_both() {
        ClaimRequest request = claim(key());
        store.claim(request);

        server.kill();
        server.start();

        assertThat(untilItAnswers(() -> store.claim(request))).isEqualTo(new Acquired(1));
        assertThat(store.claim(claim(request.key()))).isInstanceOf(Existing.class);
        store.complete(of(request), done());

        server.kill();
        server.start();

        assertThat(untilItAnswers(() -> store.complete(of(request), done()))).isEqualTo(WriteResult.APPLIED);
        assertThat(store.find(request.key()).orElseThrow().data()).isEqualTo(Requests.DATA);
    }

    @Test
    void that_stands_still_the_outcome_is_unknown_and_a_repeat_finds_it() throws SQLException {
        ClaimRequest request = claim(key());
        Throwable failure;
        try (Connection connection = DriverManager.getConnection(server.url() + "&socketTimeout=2")) {
            JdbcStore waiting =
                    JdbcStore.builder(DataSources.keptOpen(connection)).build();
            server.pause();
            try {
                failure = catchThrowable(() -> waiting.claim(request));
            } finally {
                server.resume();
            }
        }

        assertThat(failure).isInstanceOf(OutcomeUnknownException.class);
        assertThat(untilItAnswers(() -> store.claim(request))).isEqualTo(new Acquired(1));
    }

    @Test
    void out_of_connections_it_is_unavailable_until_one_is_free() throws SQLException {
        ClaimRequest request = claim(key());
        pool.getHikariPoolMXBean().softEvictConnections();
        List<Connection> others = new ArrayList<>();
        try {
            while (catchThrowable(() -> others.add(server.dataSource().getConnection())) == null) {
                assertThat(others).hasSizeLessThan(20);
            }
            Throwable failure = catchThrowable(() -> store.claim(request));
            assertThat(failure).isInstanceOf(StoreUnavailableException.class).hasMessageContaining("53300");
        } finally {
            for (Connection other : others) {
                other.close();
            }
        }
        assertThat(untilItAnswers(() -> store.claim(request))).isEqualTo(new Acquired(1));
    }

    @Test
    void failing_over_to_a_new_address_it_goes_on_there() {
        PostgresServer primary = PostgresServer.started(SETTINGS, data);
        address.switchTo(primary.port());
        address.cutAll();
        JdbcStore onPrimary =
                untilItAnswers(() -> JdbcStore.builder(pool).createSchema(true).build());
        ClaimRequest held = claim(key());
        ClaimRequest finished = claim(key());
        onPrimary.claim(held);
        onPrimary.claim(finished);
        onPrimary.complete(of(finished), done());

        primary.stop();
        address.cutAll();
        assertThat(catchThrowable(() -> onPrimary.claim(claim(key()))))
                .isInstanceOfAny(StoreUnavailableException.class, OutcomeUnknownException.class);
        try (PostgresServer successor = PostgresServer.started(SETTINGS, data)) {
            assertThat(successor.port()).isNotEqualTo(primary.port());
            address.switchTo(successor.port());

            assertThat(untilItAnswers(() -> onPrimary.claim(claim(held.key())))).isInstanceOf(Existing.class);
            assertThat(onPrimary.complete(of(held), done())).isEqualTo(WriteResult.APPLIED);
            assertThat(onPrimary.find(finished.key()).orElseThrow().data()).isEqualTo(Requests.DATA);
        }
    }
}
