package io.idem4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.OutcomeUnknownException;
import io.idem4j.StoreException;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoreUnavailableException;
import java.net.SocketException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which of the three kinds a failure is, by its SQLSTATE and by when it happened (S-13). */
class SqlErrorsTest {
    private final SqlErrors errors = new SqlErrors(Dialect.POSTGRESQL, TableName.parse("records"));

    private StoreException executing(String state) {
        return errors.failed(null, new MaybeWrittenException(new SQLException("words", state)), true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "42P01", "42703", "42501", "42804", "42883", "42601", "3F000", "22021", "22P05", "22001", "23502",
                "23514", "0A000", "54000", "28P01", "42S02", "42S22", "90096"
            })
    void what_no_repeat_cures_is_rejected_and_names_the_table(String state) {
        assertThat(executing(state)).isInstanceOf(StoreRejectedException.class).hasMessageContaining("records");
        assertThat(executing(state)).hasMessageContaining(state);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "40001", "40P01", "55P03", "57014", "57P03", "53100", "53200", "53300", "25006", "25P02", "26000",
                "42P05", "58030", "HYT00"
            })
    void what_a_server_undid_is_unavailable(String state) {
        assertThat(executing(state)).isInstanceOf(StoreUnavailableException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"08006", "08003", "08P01", "57P01", "57P02", "40003", "XX000", "99999"})
    void what_a_broken_connection_leaves_open_is_unknown(String state) {
        assertThat(executing(state)).isInstanceOf(OutcomeUnknownException.class);
    }

    @Test
    void a_failure_without_a_state_is_unknown_once_something_was_sent() {
        assertThat(executing(null)).isInstanceOf(OutcomeUnknownException.class);
        assertThat(errors.failed(null, new MaybeWrittenException(new IllegalStateException("words")), true))
                .isInstanceOf(OutcomeUnknownException.class);
    }

    @Test
    void a_connection_that_breaks_before_anything_is_sent_or_in_a_read_is_unavailable() {
        SQLException broken = new SQLException("words", "08006");

        assertThat(errors.failed(null, broken, true)).isInstanceOf(StoreUnavailableException.class);
        assertThat(errors.failed(null, new MaybeWrittenException(broken), false))
                .isInstanceOf(StoreUnavailableException.class);
    }

    @ParameterizedTest
    @CsvSource({"28P01, true", "3D000, true", "08001, false", "53300, false", "57P03, false", ", false"})
    void without_a_connection_only_a_refusal_of_the_user_or_database_is_rejected(String state, boolean rejected) {
        SQLException driver = new SQLException("words", state);
        SQLException pool = new SQLTransientConnectionException("timed out", null, 0, driver);

        assertThat(errors.connecting(null, pool))
                .isInstanceOf(rejected ? StoreRejectedException.class : StoreUnavailableException.class)
                .hasCause(pool);
    }

    @Test
    void causes_keep_type_state_code_and_stack_but_no_words() {
        SQLException driver = new SQLException("secret", "42P01", 7, new SocketException("Connection reset"));
        driver.setNextException(new SQLException("secret"));

        Throwable cause = executing("42P01").getCause();
        Throwable copy =
                errors.failed(null, new MaybeWrittenException(driver), true).getCause();

        assertThat(cause).hasMessage("java.sql.SQLException");
        assertThat(copy).isInstanceOfSatisfying(SQLException.class, sql -> {
            assertThat(sql.getSQLState()).isEqualTo("42P01");
            assertThat(sql.getErrorCode()).isEqualTo(7);
            assertThat(sql.getNextException() == null).isTrue();
            assertThat(sql.getStackTrace()).isEqualTo(driver.getStackTrace());
        });
        assertThat(copy).hasStackTraceContaining("Connection reset").hasMessageNotContaining("secret");
    }
}
