package io.idem4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.InconsistentStateException;
import io.idem4j.RecordTooLargeException;
import io.idem4j.StoreException;
import io.idem4j.StoreRejectedException;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.testtools.Requests;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What keys, tokens and results leave behind in failures: nothing (E-13); and what texts are refused. */
class SecretsTest {
    private static final String SENTINEL = "SENTINEL";
    private static final IdempotencyKey KEY =
            IdempotencyKey.of("orders", SENTINEL + "-key").forPrincipal(SENTINEL + "-principal");
    private static final Token TOKEN = new Token(SENTINEL + "-token");
    private static final ClaimToken CLAIM = new ClaimToken(KEY, TOKEN);
    private static final Completion DONE = Requests.done("\"" + SENTINEL + "-data\"");

    private final PostgresTable table = new PostgresTable();

    @AfterEach
    void end() {
        table.close();
    }

    private static ClaimRequest request() {
        return new ClaimRequest(
                KEY,
                TOKEN,
                SENTINEL + "-owner",
                new Fingerprint(SENTINEL + "-print"),
                Requests.LEASE,
                Requests.KEEP,
                1,
                SENTINEL + "-label");
    }

    /** Messages, causes, suppressed ones and stacks. */
    private static void assertTellsNothing(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        assertThat(text.toString()).doesNotContain(SENTINEL);
        for (Throwable t = failure; t != null; t = t.getCause()) {
            assertThat(t.toString()).doesNotContain(SENTINEL);
            if (t instanceof SQLException sql && sql.getNextException() != null) {
                assertThat(sql.getNextException().toString()).doesNotContain(SENTINEL);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE {table} ADD CONSTRAINT never CHECK (attempt < 0) NOT VALID",
                "CREATE UNIQUE INDEX ON {table} (principal); INSERT INTO {table} SELECT 'SENTINEL-principal', 'other',"
                        + " 'k', 'COMPLETED', 't', null, null, 1, null, now() + interval '1 day', now(), now(), 'x', null",
                "ALTER TABLE {table} ALTER token TYPE integer USING 1",
                "ALTER TABLE {table} ALTER token TYPE varchar(3)",
                "ALTER TABLE {table} DROP COLUMN token",
                "DROP TABLE {table}"
            })
    void a_failure_of_postgresql_quotes_no_value(String spoil) {
        PostgresTable talkative = new PostgresTable(
                table.server,
                "&logServerErrorDetail=true&options=-c%20log_parameter_max_length_on_error=-1",
                pool -> {});
        try {
            JdbcStore store = talkative.store();
            talkative.execute(spoil);

            Throwable failure = catchThrowable(() -> store.claim(request()));

            assertThat(failure).isInstanceOf(StoreException.class);
            assertThat(failure.getCause()).isInstanceOf(SQLException.class);
            assertTellsNothing(failure);
        } finally {
            talkative.close();
        }
    }

    @Test
    void the_driver_itself_would_quote_them() {
        table.store();
        table.execute("ALTER TABLE {table} ALTER token TYPE integer USING 1");

        Throwable failure = catchThrowable(
                () -> table.execute("UPDATE {table} SET token = CAST('SENTINEL' AS text)::integer WHERE true"));
        table.execute("ALTER TABLE {table} DROP CONSTRAINT {table}_attempt_check");
        Throwable detail = catchThrowable(
                () -> table.execute(
                        "ALTER TABLE {table} ADD CHECK (owner = 'x');"
                                + " INSERT INTO {table} SELECT 'SENTINEL', '', '', 'FAILED', 1, 'y', null, 1, null, now(), now(), null, '', ''"));

        assertThat(List.of(
                        failure == null ? "" : failure.getCause().toString(),
                        detail.getCause().toString()))
                .anyMatch(text -> text.contains(SENTINEL));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE idempotency_record ADD CONSTRAINT never CHECK (attempt < 0)",
                "CREATE UNIQUE INDEX only_one ON idempotency_record (principal); INSERT INTO idempotency_record VALUES"
                        + " ('SENTINEL-principal', 'other', 'k', 'COMPLETED', 't', null, null, 1, null, current_timestamp,"
                        + " current_timestamp, null, 'x', null)",
                "ALTER TABLE idempotency_record ALTER token SET DATA TYPE integer",
                "ALTER TABLE idempotency_record ALTER token SET DATA TYPE varchar(3)",
                "ALTER TABLE idempotency_record DROP COLUMN token",
                "DROP TABLE idempotency_record"
            })
    void a_failure_of_h2_quotes_no_value(String spoil) throws SQLException {
        JdbcDataSource source = new JdbcDataSource();
        source.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        JdbcStore store = JdbcStore.builder(source).createSchema(true).build();
        try (var connection = source.getConnection()) {
            connection.createStatement().execute(spoil);
        }

        Throwable failure = catchThrowable(() -> store.claim(request()));

        assertThat(failure).isInstanceOf(StoreException.class);
        assertTellsNothing(failure);
    }

    @Test
    void a_row_that_makes_no_sense_is_inconsistent_and_not_quoted() {
        JdbcStore store = table.store();
        store.claim(request());
        table.execute(
                "ALTER TABLE {table} DROP CONSTRAINT {table}_status_check," + " DROP CONSTRAINT {table}_attempt_check");
        for (String change : List.of(
                "status = 'SENTINEL'", "status = 'FAILED', token = 'SENTINEL '", "attempt = 0", "fingerprint = ''")) {
            table.execute("UPDATE {table} SET status = 'COMPLETED', token = 't', attempt = 1, fingerprint = null");
            table.execute("UPDATE {table} SET " + change);

            for (Runnable call : List.<Runnable>of(() -> store.claim(Requests.claim(KEY)), () -> store.find(KEY))) {
                Throwable failure = catchThrowable(call::run);
                assertThat(failure).as(change).isInstanceOf(InconsistentStateException.class);
                assertTellsNothing(failure);
            }
        }
        table.execute("UPDATE {table} SET status = 'SENTINEL', attempt = 1, fingerprint = null");
        Throwable completing = catchThrowable(() -> store.complete(CLAIM, DONE));
        assertThat(completing).isInstanceOf(InconsistentStateException.class);
        assertTellsNothing(completing);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SENTINEL\u0000", "SENTINEL\ud800", "\udc00SENTINEL", "SENTINEL\ud800x"})
    void text_that_would_not_come_back_is_refused_before_anything_is_written(String text) {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        for (DataSource source : List.of(table.pool, h2)) {
            JdbcStore store = JdbcStore.builder(source)
                    .table(table.name)
                    .createSchema(true)
                    .build();
            store.claim(request());
            Token token = Requests.token();
            IdempotencyKey other = Requests.key();
            List<Runnable> calls = List.of(
                    () -> store.complete(CLAIM, Requests.done(text)),
                    () -> store.claim(
                            new ClaimRequest(other, token, text, null, Requests.LEASE, Requests.KEEP, 1, "label")),
                    () -> store.claim(
                            new ClaimRequest(other, token, null, null, Requests.LEASE, Requests.KEEP, 1, text)),
                    () -> store.claim(new ClaimRequest(
                            other, token, null, new Fingerprint(text), Requests.LEASE, Requests.KEEP, 1, "label")));
            for (Runnable call : calls) {
                Throwable refused = catchThrowable(call::run);
                assertThat(refused).isInstanceOf(StoreRejectedException.class).hasMessageContaining("lone surrogate");
                assertTellsNothing(refused);
            }
            assertThat(store.find(other)).isEmpty();
            assertThat(store.find(KEY).orElseThrow().data()).isNull();
        }
    }

    @Test
    void an_id_of_another_library_with_a_null_character_is_refused() {
        JdbcStore store = table.store();
        IdempotencyKey id = IdempotencyKey.ofId("a\u0000b");

        for (Runnable call : List.<Runnable>of(
                () -> store.claim(Requests.claim(id)),
                () -> store.find(id),
                () -> store.release(new ClaimToken(id, TOKEN)),
                () -> store.renew(new ClaimToken(id, TOKEN), Requests.LEASE, Requests.KEEP),
                () -> store.complete(new ClaimToken(id, TOKEN), DONE))) {
            assertThat(catchThrowable(call::run)).isInstanceOf(StoreRejectedException.class);
        }
    }

    @Test
    void a_result_too_long_for_a_column_that_was_made_narrower_is_too_large() {
        JdbcStore store = table.store();
        store.claim(request());
        table.execute("ALTER TABLE {table} ALTER data TYPE varchar(5)");

        Throwable refused = catchThrowable(() -> store.complete(CLAIM, DONE));

        assertThat(refused).isInstanceOf(RecordTooLargeException.class);
        assertTellsNothing(refused);
        assertThat(store.find(KEY).orElseThrow().completedAt()).isNull();
    }
}
