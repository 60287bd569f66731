package io.idem4j.jdbc;

import static io.idem4j.testtools.Requests.claim;
import static io.idem4j.testtools.Requests.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.jdbc.NamedSql.Values;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How PostgreSQL carries the statements out on a table with many rows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlansTest {
    private static final int ROWS = 20_000;

    private final PostgresTable table = new PostgresTable();
    private final PostgresSql sql = new PostgresSql(TableName.parse(table.name), Duration.ofSeconds(1));

    @BeforeAll
    void fill() {
        table.store().claim(claim(key()));
        table.execute("INSERT INTO {table} SELECT 'p' || i % 100, 's' || i % 7, 'k' || i,"
                + " CASE WHEN i % 100 = 0 THEN 'IN_PROGRESS' ELSE 'COMPLETED' END, 't' || i, null, null, 1,"
                + " now() + (i - 19900) * interval '1 minute', now() + (i - 100) * interval '1 minute', now(), null, 'test', 'data'"
                + " FROM generate_series(1, " + ROWS + ") i");
        table.execute("ANALYZE {table}");
    }

    @AfterAll
    void end() {
        table.close();
    }

    Stream<NamedSql> statements() {
        return Stream.of(
                        sql.claim,
                        sql.complete,
                        sql.renew,
                        sql.endLease,
                        sql.release,
                        sql.forget,
                        sql.find,
                        sql.purge,
                        sql.unsettled)
                .map(PostgresSql.Step::plain);
    }

    @ParameterizedTest
    @MethodSource("statements")
    void each_statement_finds_its_rows_by_an_index(NamedSql statement) throws SQLException {
        assertThat(plan(statement)).doesNotContain("Seq Scan").containsPattern("Index (Only )?Scan");
        assertThat(genericPlan(statement)).doesNotContain("Seq Scan").containsPattern("Index (Only )?Scan");
    }

    @Test
    void the_check_sees_a_sequential_scan() throws SQLException {
        assertThat(plan(NamedSql.of("SELECT count(*) FROM " + table.name + " WHERE data = :data")))
                .contains("Seq Scan");
    }

    private static final Values VALUES = new Values()
            .text("principal", "p1")
            .text("scope", "s1")
            .text("key", "k1")
            .number("hash", 1)
            .text("token", "t1")
            .text("owner", null)
            .text("fingerprint", "f")
            .text("claimedBy", "test")
            .text("status", "COMPLETED")
            .text("data", "{}")
            .number("below", 3)
            .number("limit", 10)
            .number("lease", Long.valueOf(1))
            .number("keep", Long.valueOf(1))
            .number("retention", Long.valueOf(1));

    private String plan(NamedSql statement) throws SQLException {
        try (Connection connection = table.connect();
                PreparedStatement explain = statement.prepare(preparing(connection, "EXPLAIN "::concat), VALUES);
                ResultSet lines = explain.executeQuery()) {
            return text(lines);
        }
    }

    /** The plan that a server keeps for any values. */
    private String genericPlan(NamedSql statement) throws SQLException {
        List<String> sent = new ArrayList<>();
        try (Connection connection = table.connect();
                Statement session = connection.createStatement()) {
            statement
                    .prepare(
                            preparing(connection, sql -> {
                                sent.add(sql);
                                return sql;
                            }),
                            VALUES)
                    .close();
            String[] pieces = sent.get(0).split("\\?", -1);
            StringBuilder numbered = new StringBuilder(pieces[0]);
            for (int i = 1; i < pieces.length; i++) {
                numbered.append('$').append(i).append(pieces[i]);
            }
            session.execute("SET plan_cache_mode = force_generic_plan");
            session.execute("PREPARE asked AS " + numbered);
            String nulls = String.join(", ", Collections.nCopies(pieces.length - 1, "NULL"));
            try (ResultSet lines =
                    session.executeQuery("EXPLAIN EXECUTE asked" + (nulls.isEmpty() ? "" : "(" + nulls + ")"))) {
                return text(lines);
            }
        }
    }

    private static String text(ResultSet lines) throws SQLException {
        StringBuilder plan = new StringBuilder();
        while (lines.next()) {
            plan.append(lines.getString(1)).append('\n');
        }
        return plan.toString();
    }

    private static Connection preparing(Connection connection, UnaryOperator<String> change) {
        return (Connection) Proxy.newProxyInstance(
                PlansTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> method.getName().equals("prepareStatement")
                        ? connection.prepareStatement(change.apply((String) arguments[0]))
                        : CountingDataSource.invoke(connection, method, arguments));
    }
}
