package io.idem4j.jdbc;

import static io.idem4j.testtools.Requests.claim;
import static io.idem4j.testtools.Requests.done;
import static io.idem4j.testtools.Requests.key;
import static io.idem4j.testtools.Requests.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.idem4j.OutcomeUnknownException;
import io.idem4j.RecordStatus;
import io.idem4j.StoreUnavailableException;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult.Acquired;
import io.idem4j.spi.ClaimResult.Existing;
import io.idem4j.spi.WriteResult;
import io.idem4j.testtools.FaultProxy;
import io.idem4j.testtools.FaultProxy.Fault;
import io.idem4j.testtools.PostgresServer;
import io.idem4j.testtools.Requests;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The connection breaks at each position of each call; the same call, sent again, neither doubles nor loses anything. */
class LostConnectionsTest {
    private final PostgresTable table = new PostgresTable();
    private final JdbcStore direct = table.store();
    private final FaultProxy proxy = FaultProxy.to(table.server.port());
    private final PostgresTable proxied = new PostgresTable(table.server, "", pool -> {
        pool.setJdbcUrl(PostgresServer.url(proxy.port()) + "&socketTimeout=2");
        pool.setMaximumPoolSize(1);
        pool.setConnectionTimeout(500);
    });
    private final JdbcStore store =
            JdbcStore.builder(proxied.pool).table(table.name).build();

    @AfterEach
    void end() {
        proxied.close();
        proxy.close();
        table.close();
    }

    private void assertUnknown(Fault fault, Runnable call) {
        FaultProxy.Armed armed = proxy.arm(fault, request -> request.text().contains(table.name));
        assertThat(catchThrowable(call::run)).as("%s", fault).isInstanceOf(OutcomeUnknownException.class);
        assertThat(armed.hasHit()).isTrue();
    }

    private boolean isWritten(Fault fault) {
        return fault == Fault.CUT_AFTER_ANSWER || fault == Fault.SILENT_AFTER_ANSWER;
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void of_a_claim(Fault fault) {
        ClaimRequest request = claim(key());

        assertUnknown(fault, () -> store.claim(request));

        assertThat(direct.find(request.key()).isPresent()).isEqualTo(isWritten(fault));
        assertThat(store.claim(request)).isEqualTo(new Acquired(1));
        assertThat(store.claim(claim(request.key()))).isInstanceOf(Existing.class);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void of_a_completion(Fault fault) {
        ClaimRequest request = claim(key());
        store.claim(request);

        assertUnknown(fault, () -> store.complete(of(request), done()));

        assertThat(direct.find(request.key()).orElseThrow().status() == RecordStatus.COMPLETED)
                .isEqualTo(isWritten(fault));
        assertThat(store.complete(of(request), done())).isEqualTo(WriteResult.APPLIED);
        assertThat(direct.find(request.key()).orElseThrow().data()).isEqualTo(Requests.DATA);
        assertThat(store.claim(claim(request.key()))).isInstanceOf(Existing.class);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void of_a_release(Fault fault) {
        ClaimRequest request = claim(key());
        store.claim(request);

        assertUnknown(fault, () -> store.release(of(request)));

        assertThat(direct.find(request.key()).isEmpty()).isEqualTo(isWritten(fault));
        assertThat(store.release(of(request))).isEqualTo(WriteResult.APPLIED);
        assertThat(store.claim(claim(request.key()))).isEqualTo(new Acquired(1));
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void of_a_release_whose_key_was_claimed_since(Fault fault) {
        ClaimRequest request = claim(key());
        store.claim(request);
        assertUnknown(fault, () -> store.release(of(request)));
        direct.release(of(request));
        ClaimRequest next = claim(request.key());
        direct.claim(next);

        assertThat(store.release(of(request))).isEqualTo(WriteResult.FENCED);
        assertThat(direct.find(request.key()).orElseThrow().token()).isEqualTo(next.token());
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void of_a_read_nothing_is_lost(Fault fault) {
        proxy.arm(fault, request -> request.text().contains(table.name));
        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> store.find(key()));
        assertThat(store.find(key())).isEmpty();
    }

    @Test
    void before_a_statement_is_sent_it_is_unavailable_and_never_unknown() {
        proxied.pool.getHikariPoolMXBean().softEvictConnections();
        proxy.refuse();
        List<ClaimRequest> requests = List.of(claim(key()), claim(key()));
        requests.forEach(request ->
                assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> store.claim(request)));
        proxy.admit();
        requests.forEach(request -> {
            assertThat(direct.find(request.key())).isEmpty();
            assertThat(store.claim(request)).isEqualTo(new Acquired(1));
        });
    }
}
