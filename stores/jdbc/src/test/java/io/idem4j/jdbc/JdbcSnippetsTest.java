package io.idem4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.IdempotencyKey;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.testtools.Requests;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** The programs of docs/stores/jdbc.md. */
class JdbcSnippetsTest {
    private final DataSource dataSource = h2();
    private final JdbcStore store =
            JdbcStore.builder(dataSource).createSchema(true).build();

    private static DataSource h2() {
        JdbcDataSource source = new JdbcDataSource();
        source.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return source;
    }

    private ClaimRequest completed(String principal) {
        ClaimRequest request =
                Requests.claim(IdempotencyKey.of("orders.place", "1").forPrincipal(principal));
        store.claim(request);
        store.complete(Requests.of(request), Requests.done());
        return request;
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void the_records_of_one_user_are_deleted_by_plain_sql() throws SQLException {
        ClaimRequest ann = completed("ann");
        ClaimRequest bob = completed("bob");
        ClaimRequest running =
                Requests.claim(IdempotencyKey.of("orders.place", "2").forPrincipal("ann"));
        store.claim(running);

        execute("""
                -- region delete-user
                DELETE FROM idempotency_record
                WHERE principal = 'ann' AND status <> 'IN_PROGRESS'
                -- endregion
                """);

        assertThat(store.find(ann.key())).isEmpty();
        assertThat(store.find(bob.key())).isPresent();
        assertThat(store.find(running.key())).isPresent();
    }

    @Test
    void expired_records_are_purged_by_a_scheduler_of_the_service() throws SQLException {
        ClaimRequest ann = completed("ann");
        completed("bob");
        execute("UPDATE idempotency_record SET expires_at = TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00+00'"
                + " WHERE principal = 'bob'");

        assertThat(purgeAll()).isEqualTo(1);
        assertThat(store.find(ann.key())).isPresent();
    }

    private int purgeAll() {
        // region purge
        int purged = store.purge(100_000);
        // endregion
        return purged;
    }

    @Test
    void silent_holders_are_listed_the_longest_silent_first() {
        ClaimRequest request = Requests.claim(Requests.key());
        store.claim(request);
        store.renew(Requests.of(request), Duration.ZERO, Requests.KEEP);

        assertThat(store.unsettled(10)).hasSize(1);
    }
}
