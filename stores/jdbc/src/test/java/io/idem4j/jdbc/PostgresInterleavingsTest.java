package io.idem4j.jdbc;

import static io.idem4j.testtools.Requests.claim;
import static io.idem4j.testtools.Requests.done;
import static io.idem4j.testtools.Requests.key;
import static io.idem4j.testtools.Requests.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimResult.Acquired;
import io.idem4j.spi.ClaimResult.Existing;
import io.idem4j.spi.ClaimResult.Held;
import io.idem4j.spi.WriteResult;
import io.idem4j.testtools.Requests;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** Interleavings that were seen to break other ways of writing the statements; each is forced here by a row's lock. */
class PostgresInterleavingsTest {
    private final PostgresTable table = new PostgresTable();
    private final JdbcStore store =
            table.builder().lockWait(Duration.ofSeconds(20)).build();
    private final IdempotencyKey key = key();
    private Connection other;

    @BeforeEach
    void another_transaction() throws SQLException {
        other = table.connect();
        other.setAutoCommit(false);
    }

    @AfterEach
    void end() throws SQLException {
        other.close();
        table.close();
    }

    /** The store on the other connection, whose changes are seen once it commits. */
    private JdbcStore uncommitted() {
        return JdbcStore.builder(DataSources.within(other)).table(table.name).build();
    }

    private void lockRow() throws SQLException {
        RowLock.of(other, table.name, key);
    }

    private <T> FutureTask<T> startedAndWaiting(Callable<T> call) throws SQLException {
        FutureTask<T> task = new FutureTask<>(call);
        new Thread(task, "waits for a lock").start();
        int pid = other.unwrap(PGConnection.class).getBackendPID();
        await().until(() ->
                table.number("SELECT count(*) FROM pg_stat_activity WHERE " + pid + " = ANY (pg_blocking_pids(pid))")
                        > 0);
        return task;
    }

    private ClaimRequest lapsed() {
        ClaimRequest request = claim(key);
        store.claim(request);
        assertThat(store.renew(of(request), Duration.ZERO, Requests.KEEP)).isEqualTo(WriteResult.APPLIED);
        return request;
    }

    private StoredRecord found() {
        return store.find(key).orElseThrow();
    }

    @Test
    void a_purge_that_found_an_expired_row_leaves_the_claim_that_took_it_meanwhile() throws Exception {
        store.claim(claim(key));
        table.execute("UPDATE {table} SET expires_at = now() - interval '1 s'");
        ClaimRequest taking = claim(key);
        assertThat(uncommitted().claim(taking)).isEqualTo(new Acquired(1));

        assertThat(store.purge(10)).isZero();
        other.commit();

        assertThat(found().token()).isEqualTo(taking.token());
        assertThat(store.purge(10)).isZero();
    }

    @Test
    void a_completion_that_commits_while_a_takeover_waits_is_not_overwritten() throws Exception {
        ClaimRequest holder = lapsed();
        lockRow();
        FutureTask<ClaimResult> takeover = startedAndWaiting(() -> store.claim(claim(key)));

        assertThat(uncommitted().complete(of(holder), done())).isEqualTo(WriteResult.APPLIED);
        other.commit();

        assertThat(takeover.get()).isInstanceOfSatisfying(Existing.class, existing -> {
            assertThat(existing.record().status()).isEqualTo(RecordStatus.COMPLETED);
            assertThat(existing.record().data()).isEqualTo(Requests.DATA);
        });
        assertThat(found().token()).isEqualTo(holder.token());
    }

    @Test
    void a_renewal_that_commits_while_a_takeover_waits_keeps_the_holder() throws Exception {
        ClaimRequest holder = lapsed();
        lockRow();
        FutureTask<ClaimResult> takeover = startedAndWaiting(() -> store.claim(claim(key)));

        uncommitted().renew(of(holder), Requests.LEASE, Requests.KEEP);
        other.commit();

        assertThat(takeover.get()).isInstanceOf(Existing.class);
        assertThat(found().token()).isEqualTo(holder.token());
    }

    @Test
    void a_takeover_that_waited_longer_than_its_lease_starts_with_its_whole_lease() throws Exception {
        lapsed();
        lockRow();
        Duration lease = Duration.ofMillis(500);
        FutureTask<ClaimResult> takeover = startedAndWaiting(() -> store.claim(claim(key, lease)));
        letPass(lease.plusMillis(100));
        String before = now();
        other.commit();

        assertThat(takeover.get()).isEqualTo(new Acquired(2));
        assertThat(leaseLeftAfter(before)).isGreaterThanOrEqualTo(lease);
    }

    @Test
    void a_new_claim_that_waited_longer_than_its_lease_starts_with_its_whole_lease() throws Exception {
        lockRow();
        Duration lease = Duration.ofMillis(500);
        ClaimRequest request = claim(key, lease);
        FutureTask<ClaimResult> claim = startedAndWaiting(() -> store.claim(request));
        letPass(lease.plusMillis(100));
        String before = now();
        other.rollback();

        assertThat(claim.get()).isEqualTo(new Acquired(1));
        assertThat(leaseLeftAfter(before)).isGreaterThanOrEqualTo(lease);
        assertThat(found().token()).isEqualTo(request.token());
    }

    @Test
    void a_claim_that_finds_neither_its_own_nor_another_row_tries_again() throws Exception {
        ClaimRequest holder = lapsed();
        lockRow();
        FutureTask<ClaimResult> takeover = startedAndWaiting(() -> store.claim(claim(key)));

        uncommitted().release(of(holder));
        other.commit();

        assertThat(takeover.get()).isEqualTo(new Acquired(1));
    }

    @Test
    void a_completion_that_waited_for_its_own_repeat_is_told_applied() throws Exception {
        ClaimRequest holder = claim(key);
        store.claim(holder);
        lockRow();
        FutureTask<WriteResult> repeat = startedAndWaiting(() -> store.complete(of(holder), done("2")));

        uncommitted().complete(of(holder), done("1"));
        other.commit();

        assertThat(repeat.get()).isEqualTo(WriteResult.APPLIED);
        assertThat(found().data()).isEqualTo("1");
    }

    @Test
    void a_completion_that_waited_for_a_takeover_is_fenced() throws Exception {
        ClaimRequest holder = lapsed();
        lockRow();
        FutureTask<WriteResult> late = startedAndWaiting(() -> store.complete(of(holder), done()));

        ClaimRequest taking = claim(key);
        assertThat(uncommitted().claim(taking)).isEqualTo(new Acquired(2));
        other.commit();

        assertThat(late.get()).isEqualTo(WriteResult.FENCED);
        assertThat(found().token()).isEqualTo(taking.token());
    }

    @Test
    void an_uncommitted_claim_holds_a_duplicate_no_longer_than_the_lock_wait() throws Exception {
        JdbcStore impatient = table.builder().lockWait(Duration.ofMillis(200)).build();
        uncommitted().claim(claim(key));

        long start = System.nanoTime();
        assertThat(impatient.claim(claim(key))).isEqualTo(new Held());
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(200));

        other.commit();
        assertThat(impatient.claim(claim(key))).isInstanceOf(Existing.class);
        assertThat(table.query("SHOW lock_timeout")).containsExactly("0");
    }

    private void letPass(Duration time) {
        String end = table.query("SELECT clock_timestamp() + interval '" + time.toMillis() + " ms'")
                .get(0);
        await().until(() ->
                table.query("SELECT clock_timestamp() > '" + end + "'").contains("t"));
    }

    private String now() {
        return table.query("SELECT clock_timestamp()").get(0);
    }

    private Duration leaseLeftAfter(String instant) {
        String micros = table.query("SELECT (extract(epoch FROM lease_until - timestamptz '" + instant
                        + "') * 1000000)::bigint FROM {table}")
                .get(0);
        return Duration.ofNanos(Long.parseLong(micros) * 1_000);
    }
}
