package io.idem4j.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idem4j.testtools.Worker;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualThreadsTest {
    private static final int THREADS = 10_000;
    private static final int KEYS = 100;

    @Test
    void ten_thousand_virtual_threads_wait_on_two_carriers_and_all_have_the_result() {
        int java = Runtime.version().feature();
        assumeTrue(java >= 21, "there are no virtual threads on " + java + "; this runs with JDK 25 in -Pfull");

        List<String> two =
                List.of("-Djdk.virtualThreadScheduler.parallelism=2", "-Djdk.virtualThreadScheduler.maxPoolSize=2");
        try (Worker process = Worker.start(two, WaitingThreads.class, String.valueOf(THREADS), String.valueOf(KEYS))) {
            assertThat(process.awaitEnd(Duration.ofMinutes(10)))
                    .containsExactly(THREADS + " had the result", "on two carriers");
        }
    }
}
