package io.idem4j.jdbc;

import static io.idem4j.testtools.Requests.claim;
import static io.idem4j.testtools.Requests.done;
import static io.idem4j.testtools.Requests.key;
import static io.idem4j.testtools.Requests.of;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.RecordStatus;
import io.idem4j.StoreUnavailableException;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult.Acquired;
import io.idem4j.spi.WriteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** The table's own disk, a small one in memory, has no room left. Needs the right to mount. */
class DiskFullTest {
    private static final int MOST_CLAIMS = 100;
    private static final int DATA_BYTES = 200_000;

    @TempDir
    Path disk;

    private final PostgresTable table = new PostgresTable();

    @BeforeEach
    void mount() throws Exception {
        if (!Files.exists(Path.of("/bin/mount"))
                || run("mount", "-t", "tmpfs", "-o", "size=2m", "none", disk.toString()) != 0) {
            if ("true".equals(System.getenv("CI"))) {
                throw new AssertionError("no right to mount");
            }
            throw new TestAbortedException("no right to mount a small disk");
        }
        Path folder = Files.createDirectory(disk.resolve("tablespace"));
        table.execute("CREATE TABLESPACE space_{table} LOCATION '" + folder + "'");
        table.store();
        table.execute("ALTER TABLE {table} SET TABLESPACE space_{table}");
        table.execute("ALTER TABLE {table} ALTER data SET STORAGE EXTERNAL");
    }

    @AfterEach
    void unmount() throws Exception {
        if (table.number("SELECT count(*) FROM pg_tablespace WHERE spcname = 'space_{table}'") > 0) {
            table.execute("DROP TABLE {table}");
            table.execute("CHECKPOINT");
            table.execute("DROP TABLESPACE space_{table}");
            assertThat(run("umount", disk.toString())).isZero();
        }
        table.close();
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Test
    void a_completion_that_finds_no_room_is_unavailable_and_the_claim_stays_until_there_is() throws IOException {
        JdbcStore store = table.store();
        String large = "\"" + "x".repeat(DATA_BYTES) + "\"";
        List<ClaimRequest> finished = new ArrayList<>();
        ClaimRequest refused = null;
        StoreUnavailableException failure = null;
        while (refused == null && finished.size() < MOST_CLAIMS) {
            ClaimRequest request = claim(key());
            store.claim(request);
            try {
                store.complete(of(request), done(large));
                finished.add(request);
            } catch (StoreUnavailableException e) {
                refused = request;
                failure = e;
            }
        }

        assertThat(failure).hasMessageContaining("53100");
        assertThat(store.find(refused.key()).orElseThrow().status()).isEqualTo(RecordStatus.IN_PROGRESS);
        finished.forEach(request ->
                assertThat(store.find(request.key()).orElseThrow().data()).isEqualTo(large));

        table.execute("ALTER TABLE {table} SET TABLESPACE pg_default");
        assertThat(store.complete(of(refused), done(large))).isEqualTo(WriteResult.APPLIED);
        assertThat(store.claim(claim(key()))).isEqualTo(new Acquired(1));
    }
}
