package io.idem4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult.Existing;
import io.idem4j.testtools.CrashPoint;
import io.idem4j.testtools.Requests;
import io.idem4j.testtools.Worker;
import java.nio.file.Path;
import java.time.Duration;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an H2 file keeps of a process that was killed: all that it was told is kept. */
class H2DurabilityTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final IdempotencyKey CLAIMED = IdempotencyKey.of("orders", "claimed");
    private static final IdempotencyKey COMPLETED = IdempotencyKey.of("orders", "completed");

    @TempDir
    Path folder;

    private static JdbcStore store(String file) {
        JdbcDataSource source = new JdbcDataSource();
        source.setUrl("jdbc:h2:file:" + file + ";WRITE_DELAY=0");
        return JdbcStore.builder(source).createSchema(true).build();
    }

    static final class Orders {
        public static void main(String[] arguments) {
            JdbcStore store = store(arguments[0]);
            ClaimRequest completed = Requests.claim(COMPLETED);
            store.claim(completed);
            store.complete(Requests.of(completed), Requests.done());
            store.claim(Requests.claim(CLAIMED));
            CrashPoint.reached("claimed");
        }
    }

    @Test
    void a_claim_and_a_completion_outlive_the_process_that_made_them() {
        String file = folder.resolve("orders").toString();
        try (Worker worker = Worker.start(Orders.class, file)) {
            worker.awaitPoint("claimed", PATIENCE).kill();
        }

        JdbcStore store = store(file);
        assertThat(store.claim(Requests.claim(CLAIMED))).isInstanceOf(Existing.class);
        assertThat(store.find(COMPLETED).orElseThrow().status()).isEqualTo(RecordStatus.COMPLETED);
        assertThat(store.find(COMPLETED).orElseThrow().data()).isEqualTo(Requests.DATA);
    }
}
