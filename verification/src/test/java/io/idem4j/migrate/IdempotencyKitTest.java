package io.idem4j.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.Attempt;
import io.idem4j.Fingerprint;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy.MissingKey;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.IdempotentOperation;
import io.idem4j.Outcome;
import io.idem4j.Outcome.InProgress;
import io.idem4j.Outcome.Mismatch;
import io.idem4j.Outcome.Recording;
import io.idem4j.Outcome.Replayed;
import io.idem4j.RecordStatus;
import io.idem4j.Records;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.json.Json;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.Fault;
import io.idem4j.tck.FaultyStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What IdempotencyKit does, feature by feature, and how it is done here. */
class IdempotencyKitTest extends Migrated {
    private final String params = "{\"item\":\"book\",\"quantity\":2}";

    private static DataSource database(String name) {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
        return h2;
    }

    @Test
    @DisplayName("(user_id, scope, key): IdempotencyKey.of(scope, value).forPrincipal(user), three columns in SQL")
    void identity() throws SQLException {
        String userId = "42";
        String header = "7f1c";
        // region identity
        var key = IdempotencyKey.of("orders.create", header).forPrincipal(userId);
        // endregion
        DataSource source = database("identity");
        IdempotencyStore jdbc = JdbcStore.builder(source).createSchema(true).build();
        try (Idempotency onTable = Idempotency.builder(jdbc).build();
                Connection connection = source.getConnection()) {
            onTable.execute(key, String.class, () -> "R1");
            assertThat(onTable.execute(key.forPrincipal("43"), String.class, () -> "R2"))
                    .isEqualTo("R2");
            ResultSet row = connection
                    .createStatement()
                    .executeQuery("SELECT principal, scope, idempotency_key FROM idempotency_record"
                            + " WHERE principal = '42'");
            assertThat(row.next()).isTrue();
            assertThat(row.getString(1) + row.getString(2) + row.getString(3)).isEqualTo("42orders.create7f1c");
        }
    }

    private IdempotentOperation<String, Response> checked() {
        // region request-hash
        IdempotentOperation<String, Response> create = idempotency
                .operation("orders.create", String.class, Response.class)
                .key(params -> "7f1c")
                .fingerprint(Json.whole().asFingerprint())
                .build();
        // endregion
        return create;
    }

    @Test
    @DisplayName("request_hash/1: Fingerprint, asFingerprint, fingerprintFor(payload)")
    void requestHash() {
        Fingerprint hash = checked().fingerprintFor(params).orElseThrow();

        assertThat(checked().fingerprintFor("{\"quantity\":2,\"item\":\"book\"}"))
                .contains(hash);
        assertThat(checked()
                        .fingerprintFor("{\"item\":\"book\",\"quantity\":3}")
                        .orElseThrow())
                .isNotEqualTo(hash);
    }

    @Test
    @DisplayName("replay_candidate?/4: isReplayCandidate")
    void replayCandidate() {
        // region replay-candidate
        boolean before = checked().call(params).isReplayCandidate();
        // endregion
        checked().execute(params, () -> new Response(201, "R1"));

        assertThat(before).isFalse();
        assertThat(checked().call(params).isReplayCandidate()).isTrue();
        assertThat(checked().call("{\"item\":\"pen\"}").isReplayCandidate()).isFalse();
        assertThat(orders.placed()).isZero();
    }

    @Test
    @DisplayName(
            "claim_request/4, execute, processing, replay, mismatch: begin() is Started, InProgress, Replayed, Mismatch")
    void claimRequest() {
        Attempt<Response> execute = checked().call(params).begin();
        assertThat(execute).isInstanceOf(Attempt.Started.class);
        assertThat(checked().call(params).begin()).isInstanceOf(InProgress.class);
        assertThat(checked().call("{\"item\":\"pen\"}").begin()).isInstanceOf(Mismatch.class);
        ((Attempt.Started<Response>) execute).complete(new Response(201, "R1"));
        assertThat(checked().call(params).begin()).isInstanceOf(Replayed.class);
    }

    @Test
    @DisplayName("complete_request/4, succeeded or failed, with status and body: complete, fail, RecordStatus.FAILED")
    void completeRequest() {
        assertThat(render(params)).isEqualTo(new Response(201, "R1"));
        assertThat(render(params)).isEqualTo(new Response(201, "R1"));
        assertThat(orders.placed()).isEqualTo(1);
        var key = IdempotencyKey.of("orders.create", "failing");
        Attempt<Response> attempt = idempotency
                .call(key, Response.class)
                .policy(policy -> policy.onFailure(failure -> OnFailure.STORE))
                .begin();
        ((Attempt.Started<Response>) attempt).fail(new IllegalStateException("sold out"));

        assertThat(store.find(key).orElseThrow().status()).isEqualTo(RecordStatus.FAILED);
        assertThat(idempotency.call(key, Response.class).begin()).isInstanceOf(Outcome.ReplayedFailure.class);
    }

    private Response render(String params) {
        // region claim
        Attempt<Response> attempt = checked().call(params).begin();
        if (attempt instanceof Attempt.Started<Response> mine) {
            try {
                Receipt receipt = orders.place(order);
                return mine.complete(new Response(201, receipt.number())).value();
            } catch (RuntimeException failure) {
                mine.fail(failure);
                throw failure;
            }
        }
        return ((Outcome.Duplicate<Response>) attempt).get();
        // endregion
    }

    @Test
    @DisplayName("purge_stale_requests/0, retention_days: purgeExpired, retention")
    void purge() {
        // region purge
        var kept = Idempotency.builder(store)
                .policy(policy -> policy.retention(Duration.ofDays(14)))
                .build();
        Records records = kept.records();
        while (records.purgeExpired(1_000) == 1_000) {
            // the next batch
        }
        // endregion
        kept.execute(IdempotencyKey.of("orders.create", "7f1c"), String.class, () -> "R1");
        pass(Duration.ofDays(14));
        assertThat(records.purgeExpired(10)).isZero();
        pass(Duration.ofMillis(1));
        assertThat(records.purgeExpired(10)).isEqualTo(1);
    }

    @Test
    @DisplayName("processing_stale_after_seconds: lease, takeover")
    void staleAfter() {
        // region stale
        var create = idempotency
                .operation("orders.create", Order.class, Receipt.class)
                .key(Order::id)
                .policy(policy -> policy.lease(Duration.ofSeconds(60)))
                .build();
        // endregion
        Attempt.Started<Receipt> dead =
                (Attempt.Started<Receipt>) create.call(order).begin();
        pass(Duration.ofSeconds(60));
        assertThat(create.call(order).run(() -> orders.place(order))).isInstanceOf(InProgress.class);
        pass(Duration.ofMillis(1));
        assertThat(create.execute(order, () -> orders.place(order))).isEqualTo(new Receipt("R1", "book"));
        assertThat(dead.complete(new Receipt("R0", "book")).recording()).isEqualTo(Recording.FENCED);
    }

    @Test
    @DisplayName("{:no_key, conn}: MissingKey.SKIP")
    void noKey() {
        // region no-key
        var create = idempotency
                .operation("orders.create", Order.class, Receipt.class)
                .key(Order::id)
                .policy(policy -> policy.missingKey(MissingKey.SKIP))
                .build();
        // endregion
        Order keyless = new Order(null, "ann", "book", 2);
        create.execute(keyless, () -> orders.place(keyless));
        create.execute(keyless, () -> orders.place(keyless));
        assertThat(orders.placed()).isEqualTo(2);
    }

    @Test
    @DisplayName("own schema, Repo, changeset: the JDBC store's table name")
    void ownSchema() throws SQLException {
        DataSource dataSource = database("schema");
        // region table
        var jdbc = JdbcStore.builder(dataSource)
                .table("my_requests")
                .createSchema(true)
                .build();
        // endregion
        try (Idempotency onTable = Idempotency.builder(jdbc).build();
                Connection connection = dataSource.getConnection()) {
            onTable.execute(IdempotencyKey.of("orders.create", "7f1c"), String.class, () -> "R1");
            assertThat(connection
                            .createStatement()
                            .executeQuery("SELECT 1 FROM my_requests WHERE idempotency_key = '7f1c'")
                            .next())
                    .isTrue();
        }
    }

    @Test
    @DisplayName("replacing the store: IdempotencyStore")
    void anotherStore() {
        FaultyStore mine = new FaultyStore(store, call -> new Fault.None());
        try (Idempotency onMine = Idempotency.builder(mine).build()) {
            var key = IdempotencyKey.of("orders.create", "7f1c");
            onMine.execute(key, String.class, () -> "R1");
            assertThat(onMine.execute(key, String.class, () -> "R2")).isEqualTo("R1");
        }
        assertThat(mine.reached()).hasSize(3);
        assertThatExceptionOfType(NullPointerException.class).isThrownBy(() -> Idempotency.builder(null));
    }
}
