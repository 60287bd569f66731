package io.idem4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.Outcome;
import io.idem4j.RecordStatus;
import io.idem4j.testtools.FaultProxy;
import io.idem4j.testtools.FaultProxy.Fault;
import io.idem4j.testtools.Numbers;
import io.idem4j.testtools.PostgresServer;
import io.idem4j.testtools.Requests;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same breaks below the engine: one effect, one result, and the caller hears of nothing. */
class EngineLostConnectionsTest {
    private final PostgresTable table = new PostgresTable();
    private final JdbcStore direct = table.store();
    private final FaultProxy proxy = FaultProxy.to(table.server.port());
    private final PostgresTable proxied = new PostgresTable(table.server, "", pool -> {
        pool.setJdbcUrl(PostgresServer.url(proxy.port()) + "&socketTimeout=1&prepareThreshold=0");
        pool.setMaximumPoolSize(2);
    });
    private final Idempotency idempotency = Idempotency.builder(
                    JdbcStore.builder(proxied.pool).table(table.name).build())
            .codec(new Numbers())
            .policy(policy -> policy.claimWithin(Duration.ofSeconds(20)).recordWithin(Duration.ofSeconds(20)))
            .build();
    private final AtomicInteger effects = new AtomicInteger();
    private final IdempotencyKey key = Requests.key();

    @AfterEach
    void end() {
        idempotency.close();
        proxied.close();
        proxy.close();
        table.close();
    }

    private FaultProxy.Armed armAt(Fault fault, String statement) {
        return proxy.arm(
                fault,
                request -> request.text().contains(statement) && request.text().contains(table.name));
    }

    private Outcome<Integer> run() {
        return idempotency.call(key, Integer.class).run(effects::incrementAndGet);
    }

    private void assertOnce(FaultProxy.Armed armed) {
        assertThat(run()).isInstanceOfSatisfying(Outcome.Executed.class, executed -> {
            assertThat(executed.value()).isEqualTo(1);
            assertThat(executed.recording()).isEqualTo(Outcome.Recording.STORED);
        });
        assertThat(armed.hasHit()).isTrue();
        assertThat(run())
                .isInstanceOfSatisfying(
                        Outcome.Replayed.class,
                        replayed -> assertThat(replayed.value()).isEqualTo(1));
        assertThat(effects).hasValue(1);
        assertThat(direct.find(key).orElseThrow().attempt()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void of_the_claim(Fault fault) {
        assertOnce(armAt(fault, "INSERT INTO"));
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void of_the_completion(Fault fault) {
        assertOnce(armAt(fault, "UPDATE " + table.name));
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void of_the_release(Fault fault) {
        FaultProxy.Armed armed = armAt(fault, "DELETE FROM");
        IllegalStateException no = new IllegalStateException("no");

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> idempotency.call(key, Integer.class).run(() -> {
                    throw no;
                }))
                .isSameAs(no);

        assertThat(armed.hasHit()).isTrue();
        direct.find(key).ifPresent(record -> assertThat(record.status()).isEqualTo(RecordStatus.IN_PROGRESS));
        if (direct.find(key).isEmpty()) {
            assertThat(run()).isInstanceOf(Outcome.Executed.class);
            assertThat(effects).hasValue(1);
        }
    }
}
