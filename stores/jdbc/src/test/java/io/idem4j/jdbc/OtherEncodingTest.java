package io.idem4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.Recording;
import io.idem4j.Outcome.ResultUnavailable;
import io.idem4j.RecordStatus;
import io.idem4j.StoredFailureException;
import io.idem4j.spi.ResultCodec;
import io.idem4j.testtools.PostgresServer;
import io.idem4j.testtools.Requests;
import java.lang.reflect.Type;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A database whose encoding has no code for what a result holds (SQLSTATE 22P05). */
class OtherEncodingTest {
    private static final String DATABASE = "latin1_" + ProcessHandle.current().pid();
    private static final String EURO = "5 \u20ac";

    private static HikariDataSource pool;
    private static Idempotency idempotency;

    private final IdempotencyKey key = Requests.key();
    private final AtomicInteger effects = new AtomicInteger();

    @BeforeAll
    static void create() {
        PostgresServer server = PostgresServer.shared();
        execute(
                server,
                "CREATE DATABASE " + DATABASE + " ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'");
        pool = DataSources.pool(server.url().replace("/postgres?", "/" + DATABASE + "?"), settings -> {});
        idempotency = Idempotency.builder(
                        JdbcStore.builder(pool).createSchema(true).build())
                .codec(new AsItIs())
                .build();
    }

    @AfterAll
    static void drop() {
        idempotency.close();
        pool.close();
        execute(PostgresServer.shared(), "DROP DATABASE " + DATABASE);
    }

    private static void execute(PostgresServer server, String sql) {
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private String act() {
        effects.incrementAndGet();
        return EURO;
    }

    @Test
    void a_result_that_the_encoding_can_not_hold_completes_without_it() {
        assertThat(idempotency.call(key, String.class).run(this::act))
                .isEqualTo(new Executed<>(EURO, Recording.WITHOUT_RESULT));

        assertThat(idempotency.call(key, String.class).run(this::act)).isInstanceOf(ResultUnavailable.class);
        assertThat(idempotency.records().find(key).orElseThrow().status())
                .isEqualTo(RecordStatus.COMPLETED_WITHOUT_RESULT);
        assertThat(effects).hasValue(1);
    }

    @Test
    void a_failure_whose_message_the_encoding_can_not_hold_is_stored_without_it() {
        var call = idempotency.call(key, String.class).policy(policy -> policy.onFailure(failure -> OnFailure.STORE));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> call.run(() -> {
                    throw new IllegalStateException(EURO);
                }));

        assertThatExceptionOfType(StoredFailureException.class)
                .isThrownBy(() -> call.execute(this::act))
                .satisfies(stored -> assertThat(stored.failureMessage()).isNull());
        assertThat(effects).hasValue(0);
    }

    /** What a codec emits that escapes neither U+0000 nor half a pair. */
    @Test
    void text_that_no_text_column_can_keep_completes_without_it() {
        for (String unfit : new String[] {"\0", "\ud83d"}) {
            IdempotencyKey fresh = Requests.key();

            assertThat(idempotency.call(fresh, String.class).run(() -> unfit))
                    .isEqualTo(new Executed<>(unfit, Recording.WITHOUT_RESULT));
            assertThat(idempotency.call(fresh, String.class).run(this::act)).isInstanceOf(ResultUnavailable.class);
        }
    }

    private static final class AsItIs implements ResultCodec {
        @Override
        public String encode(Object value, Type type) {
            return String.valueOf(value);
        }

        @Override
        public Object decode(String data, Type type) {
            return data;
        }
    }
}
