package io.idem4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.ConfigurationException;
import io.idem4j.IdempotencyKey;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.spi.ClaimResult.Acquired;
import io.idem4j.testtools.Requests;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** The table, and the settings that a store is built with. */
class SchemaTest {
    private static String refusal(JdbcStoreBuilder builder) {
        try {
            builder.build();
        } catch (ConfigurationException e) {
            return e.getMessage();
        }
        throw new AssertionError("built");
    }

    @Nested
    class OnPostgresql {
        private final PostgresTable table = new PostgresTable();

        @AfterEach
        void end() {
            table.close();
        }

        @Test
        void a_missing_table_is_named_with_the_file_to_apply_and_not_created_unasked() {
            assertThat(refusal(JdbcStore.builder(table.pool).table(table.name)))
                    .startsWith("table: table " + table.name + " is missing")
                    .contains("io/idem4j/jdbc/schema/postgresql-v1.sql");
            assertThat(table.query("SELECT to_regclass('{table}')")).containsOnlyNulls();
        }

        @Test
        void the_printed_schema_is_what_the_check_wants() {
            table.execute(JdbcStore.schema(Dialect.POSTGRESQL, table.name));
            JdbcStore store = JdbcStore.builder(table.pool).table(table.name).build();

            assertThat(store.claim(Requests.claim(Requests.key()))).isEqualTo(new Acquired(1));
            assertThat(table.query("SELECT indexname FROM pg_indexes WHERE tablename = '{table}'"))
                    .containsExactlyInAnyOrder(
                            table.name + "_pkey", table.name + "_expires_at", table.name + "_unsettled");
        }

        @Test
        void it_may_be_applied_again() {
            table.execute(JdbcStore.schema(Dialect.POSTGRESQL, table.name));
            table.execute(JdbcStore.schema(Dialect.POSTGRESQL, table.name));
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "ALTER TABLE {t} DROP COLUMN owner | has no column owner (text)",
                    "ALTER TABLE {t} ALTER data TYPE jsonb USING data::jsonb | has column data of type jsonb, expected text",
                    "ALTER TABLE {t} ALTER lease_until TYPE timestamp | has column lease_until of type timestamp without time zone, expected timestamp with time zone",
                    "ALTER TABLE {t} ALTER scope TYPE text COLLATE \"default\" | has column scope of type text COLLATE default NOT NULL, expected text COLLATE C NOT NULL",
                    "ALTER TABLE {t} ALTER idempotency_key TYPE varchar(64) COLLATE \"C\" | has column idempotency_key of type character varying(64) COLLATE C NOT NULL",
                    "ALTER TABLE {t} ALTER expires_at DROP NOT NULL | has column expires_at of type timestamp with time zone, expected timestamp with time zone NOT NULL",
                    "ALTER TABLE {t} DROP CONSTRAINT {t}_pkey | needs the primary key (principal, scope, idempotency_key)"
                })
        void what_differs_is_named_with_table_column_and_both_types(String change, String found) {
            table.store();
            table.execute(change.strip().replace("{t}", table.name));

            assertThat(refusal(table.builder()))
                    .contains("table " + table.name + " " + found.strip())
                    .contains("postgresql-v1.sql");
        }

        @Test
        void more_columns_are_nobodys_business() {
            table.store();
            table.execute("ALTER TABLE {table} ADD COLUMN tenant text");

            assertThat(table.store().claim(Requests.claim(Requests.key()))).isEqualTo(new Acquired(1));
        }

        @Test
        void an_unknown_status_is_kept_out_by_the_table() {
            table.store().claim(Requests.claim(Requests.key()));

            assertThatThrownBy(() -> table.execute("UPDATE {table} SET status = 'DONE'"))
                    .hasRootCauseInstanceOf(SQLException.class)
                    .hasStackTraceContaining("violates check constraint");
        }

        @Test
        void many_may_create_it_at_once() throws Exception {
            ExecutorService threads = Executors.newFixedThreadPool(8);
            try {
                List<Callable<JdbcStore>> builds = Stream.<Callable<JdbcStore>>generate(() -> table::store)
                        .limit(8)
                        .toList();
                for (Future<JdbcStore> build : threads.invokeAll(builds)) {
                    assertThat(build.get()).isNotNull();
                }
            } finally {
                threads.shutdown();
            }
        }

        @Test
        void a_table_in_another_schema_is_found_by_its_whole_name() {
            table.execute("CREATE SCHEMA s_{table}");
            String name = "s_" + table.name + ".Records";
            JdbcStore store =
                    JdbcStore.builder(table.pool).table(name).createSchema(true).build();

            IdempotencyKey key = Requests.key();
            assertThat(store.claim(Requests.claim(key))).isEqualTo(new Acquired(1));
            assertThat(table.query("SELECT idempotency_key FROM " + name)).containsExactly(key.value());
            table.execute("DROP SCHEMA s_{table} CASCADE");
        }

        @Test
        void a_user_who_may_not_create_tables_is_not_asked_to_where_it_is_there() {
            table.store();
            table.execute("CREATE ROLE r_{table} LOGIN; GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO r_{table}");
            PGSimpleDataSource source = table.server.dataSource();
            source.setUser("r_" + table.name);

            JdbcStore store = JdbcStore.builder(source)
                    .table(table.name)
                    .createSchema(true)
                    .build();
            assertThat(store.claim(Requests.claim(Requests.key()))).isEqualTo(new Acquired(1));

            table.execute("REVOKE UPDATE ON {table} FROM r_{table}");
            assertThatExceptionOfType(StoreRejectedException.class)
                    .isThrownBy(() -> store.claim(Requests.claim(Requests.key())))
                    .withMessageContaining("needs SELECT, INSERT, UPDATE and DELETE on " + table.name)
                    .withMessageContaining("42501");
            assertThat(refusal(JdbcStore.builder(source).table("other_table").createSchema(true)))
                    .contains("other_table could not be created", "42501");
            table.execute("DROP OWNED BY r_{table}; DROP ROLE r_{table}");
        }

        @Test
        void a_database_that_is_down_is_unavailable_unless_it_is_not_asked() {
            PGSimpleDataSource down = new PGSimpleDataSource();
            down.setPortNumbers(new int[] {1});

            assertThatExceptionOfType(StoreUnavailableException.class)
                    .isThrownBy(() -> JdbcStore.builder(down).build());
            assertThat(JdbcStore.builder(down)
                            .checkSchema(false)
                            .dialect(Dialect.POSTGRESQL)
                            .build()
                            .traits()
                            .name())
                    .isEqualTo("postgresql");
        }
    }

    @Nested
    class OnH2 {
        @Test
        void a_missing_table_is_named_with_the_file_to_apply() {
            assertThat(refusal(JdbcStore.builder(h2("jdbc:h2:mem:"))))
                    .startsWith("table: table idempotency_record is missing")
                    .contains("io/idem4j/jdbc/schema/h2-v1.sql");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "ALTER TABLE idempotency_record DROP COLUMN owner | has no column owner (CHARACTER VARYING(255))",
                    "ALTER TABLE idempotency_record ALTER data SET DATA TYPE json | has column data of type JSON",
                    "ALTER TABLE idempotency_record ALTER scope SET DATA TYPE varchar_ignorecase(120) | has column scope of type VARCHAR_IGNORECASE(120)"
                })
        void what_differs_is_named(String change, String found) throws SQLException {
            try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
                connection.createStatement().execute(JdbcStore.schema(Dialect.H2));
                connection.createStatement().execute(change.strip());

                assertThat(refusal(JdbcStore.builder(DataSources.keptOpen(connection))))
                        .contains("table idempotency_record " + found.strip());
            }
        }

        @Test
        void a_database_that_folds_case_is_refused() {
            assertThat(refusal(JdbcStore.builder(h2("jdbc:h2:mem:;IGNORECASE=TRUE"))
                            .createSchema(true)))
                    .contains("has column idempotency_key of type VARCHAR_IGNORECASE(1000)");
        }

        @Test
        void a_file_that_is_not_flushed_at_each_commit_is_refused(@TempDir Path folder) {
            String url = "jdbc:h2:file:" + folder.resolve("db");

            assertThat(refusal(JdbcStore.builder(h2(url)).createSchema(true)))
                    .contains("add ;WRITE_DELAY=0 to its URL");
            assertThat(JdbcStore.builder(h2(url + ";WRITE_DELAY=0"))
                            .createSchema(true)
                            .build())
                    .isNotNull();
        }

        @ParameterizedTest
        @ValueSource(strings = {"MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE", "DATABASE_TO_UPPER=FALSE", "MODE=MySQL"})
        void its_modes_make_no_difference(String mode) {
            JdbcStore store = JdbcStore.builder(h2("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;" + mode))
                    .createSchema(true)
                    .build();

            assertThat(store.claim(Requests.claim(Requests.key()))).isEqualTo(new Acquired(1));
        }

        @Test
        void a_table_in_another_schema_is_found_by_its_whole_name() throws SQLException {
            try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
                connection.createStatement().execute("CREATE SCHEMA app");
                JdbcStore store = JdbcStore.builder(DataSources.keptOpen(connection))
                        .table("app.records")
                        .createSchema(true)
                        .build();

                assertThat(store.claim(Requests.claim(Requests.key()))).isEqualTo(new Acquired(1));
            }
        }

        private static JdbcDataSource h2(String url) {
            JdbcDataSource source = new JdbcDataSource();
            source.setUrl(url);
            return source;
        }
    }

    @Nested
    class Settings {
        private final JdbcStoreBuilder builder = JdbcStore.builder(new PGSimpleDataSource());

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "a b",
                    "a;drop table x",
                    "\"a\"",
                    "a.b.c",
                    ".a",
                    "1a",
                    "a-b",
                    "ä",
                    "a23456789012345678901234567890123456789012345678x"
                })
        void a_table_name_that_is_no_plain_name_is_refused(String name) {
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> builder.table(name))
                    .satisfies(e -> assertThat(e.property()).isEqualTo("table"));
        }

        @Test
        void a_wait_without_a_bound_or_out_of_it_is_refused() {
            for (Duration wait : List.of(Duration.ZERO, Duration.ofNanos(999_999), Duration.ofHours(2))) {
                assertThatExceptionOfType(ConfigurationException.class)
                        .isThrownBy(() -> builder.lockWait(wait))
                        .satisfies(e -> assertThat(e.property()).isEqualTo("lockWait"));
            }
        }

        @Test
        void a_size_out_of_bounds_is_refused() {
            for (long bytes : new long[] {0, -1, (1L << 28) + 1}) {
                assertThatExceptionOfType(ConfigurationException.class)
                        .isThrownBy(() -> builder.maxDataBytes(bytes))
                        .satisfies(e -> assertThat(e.property()).isEqualTo("maxDataBytes"));
            }
        }

        @Test
        void what_contradicts_itself_is_refused() {
            assertThat(refusal(builder.checkSchema(false))).startsWith("dialect:");
            assertThat(refusal(builder.dialect(Dialect.POSTGRESQL).createSchema(true)))
                    .startsWith("checkSchema:");
            assertThat(refusal(builder.createSchema(false).clock(Instant::now))).startsWith("clock:");
        }

        @Test
        void a_database_that_is_not_known_is_named() {
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> Dialect.of("Oracle"))
                    .withMessage(
                            "dialect: Oracle is none of PostgreSQL, H2; where it is compatible with one of them, set that one");
        }

        @Test
        void the_schema_of_every_database_can_be_printed() {
            for (Dialect dialect : Dialect.values()) {
                assertThat(JdbcStore.schema(dialect)).contains("CREATE TABLE IF NOT EXISTS idempotency_record (");
                assertThat(JdbcStore.schema(dialect, "app.records"))
                        .contains("CREATE TABLE IF NOT EXISTS app.records (", "records_expires_at ON app.records (")
                        .doesNotContain("idempotency_record");
            }
        }
    }
}
