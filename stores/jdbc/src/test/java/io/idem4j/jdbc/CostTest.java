package io.idem4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.testtools.CostRatio;
import io.idem4j.testtools.Numbers;
import io.idem4j.testtools.PostgresServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * What the engine costs on top of the statements that it needs, on the same pool and threads, in turns: operations a
 * second, the median of five. What else the machine does meanwhile counts against the engine, so that a series that
 * falls short is taken again, three times at most. Full size only: it needs a machine that does nothing else.
 */
@EnabledIfSystemProperty(
        named = "idem4j.tier",
        matches = "full",
        disabledReason = "measured where the machine does nothing else: -Pfull")
class CostTest {
    private static final int THREADS = 8;
    private static final int COMPLETED = 1_000;

    private final PostgresTable table =
            new PostgresTable(PostgresServer.shared(), "", pool -> pool.setMaximumPoolSize(THREADS));
    private final PostgresTable bare = new PostgresTable();
    private final Idempotency idempotency =
            Idempotency.builder(table.store()).codec(new Numbers()).build();
    private final AtomicLong keys = new AtomicLong();

    @AfterEach
    void end() {
        idempotency.close();
        table.close();
        bare.close();
    }

    @Test
    void a_first_execution_costs_little_more_than_its_two_statements() throws Exception {
        bare.store();

        assertAtLeast(0.8, "first execution", this::twoStatements, this::firstExecution);
    }

    @Test
    void a_replay_costs_little_more_than_a_select_by_primary_key() throws Exception {
        for (int i = 0; i < COMPLETED; i++) {
            replay(i);
        }
        table.execute("VACUUM ANALYZE {table}");

        assertAtLeast(0.9, "replay", () -> select(random()), () -> replay(random()));
    }

    private static int random() {
        return ThreadLocalRandom.current().nextInt(COMPLETED);
    }

    private static IdempotencyKey completed(int number) {
        return IdempotencyKey.of("orders.place", "completed-" + number);
    }

    private void firstExecution() {
        idempotency
                .call(IdempotencyKey.of("orders.place", "new-" + keys.incrementAndGet()), Integer.class)
                .execute(() -> 1);
    }

    private void replay(int number) {
        idempotency.call(completed(number), Integer.class).execute(() -> 1);
    }

    private void twoStatements() throws SQLException {
        String key = "new-" + keys.incrementAndGet();
        bare(
                "INSERT INTO " + bare.name + " (principal, scope, idempotency_key, status, token, attempt, lease_until,"
                        + " expires_at, created_at, claimed_by) VALUES ('', 'orders.place', ?, 'IN_PROGRESS', ?, 1,"
                        + " now() + interval '30 s', now() + interval '1 day', now(), 'bare')",
                key,
                key);
        bare(
                "UPDATE " + bare.name + " SET status = 'COMPLETED', data = '1', completed_at = now(),"
                        + " expires_at = now() + interval '1 day' WHERE principal = '' AND scope = 'orders.place'"
                        + " AND idempotency_key = ? AND token = ?",
                key,
                key);
    }

    private void bare(String sql, String... parameters) throws SQLException {
        try (Connection connection = table.pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            assertThat(statement.executeUpdate()).isEqualTo(1);
        }
    }

    private void select(int number) throws SQLException {
        try (Connection connection = table.pool.getConnection();
                PreparedStatement statement = connection.prepareStatement("SELECT " + Rows.COLUMNS + " FROM "
                        + table.name + " WHERE principal = ? AND scope = ? AND idempotency_key = ?")) {
            IdempotencyKey key = completed(number);
            statement.setString(1, key.principal());
            statement.setString(2, key.scope());
            statement.setString(3, key.value());
            try (ResultSet row = statement.executeQuery()) {
                assertThat(row.next()).isTrue();
                for (int column : new int[] {4, 5, 6, 7, 8, 13, 14}) {
                    row.getString(column);
                }
                for (int column : new int[] {9, 10, 11, 12}) {
                    row.getObject(column, OffsetDateTime.class);
                }
            }
        }
    }

    private void assertAtLeast(double gate, String what, CostRatio.Work bareWork, CostRatio.Work engineWork)
            throws Exception {
        assertThat(CostRatio.of(what, THREADS, bareWork, engineWork).best(gate))
                .as("%s: a second, of those of the bare statements", what)
                .isGreaterThanOrEqualTo(gate);
    }
}
