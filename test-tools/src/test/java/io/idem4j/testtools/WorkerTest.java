package io.idem4j.testtools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    /** Writes a line before and after its point. */
    static final class Writes {
        public static void main(String[] arguments) throws IOException {
            Path file = Path.of(arguments[0]);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("ended in order")));
            Files.writeString(file, "before");
            System.out.println("wrote");
            CrashPoint.reached("middle");
            Files.writeString(file, "after");
            CrashPoint.reached("end");
        }
    }

    static final class Fails {
        public static void main(String[] arguments) {
            System.exit(3);
        }
    }

    @Test
    void one_that_is_killed_at_a_point_did_all_before_it_and_nothing_after() throws IOException {
        Path file = folder.resolve("file");
        try (Worker worker = Worker.start(Writes.class, file.toString())) {
            worker.awaitPoint("middle", PATIENCE);

            assertThat(worker.kill()).containsExactly("wrote");
            assertThat(worker.isAlive()).isFalse();
        }
        assertThat(file).hasContent("before");
    }

    @Test
    void one_that_is_sent_on_goes_on() {
        Path file = folder.resolve("file");
        try (Worker worker = Worker.start(Writes.class, file.toString())) {
            worker.awaitPoint("middle", PATIENCE)
                    .goOn()
                    .awaitPoint("end", PATIENCE)
                    .goOn();

            assertThat(worker.awaitEnd(PATIENCE)).containsExactly("wrote", "ended in order");
        }
        assertThat(file).hasContent("after");
    }

    @Test
    void another_point_or_an_early_end_fails_the_test() {
        try (Worker worker = Worker.start(Writes.class, folder.resolve("file").toString())) {
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> worker.awaitPoint("end", PATIENCE))
                    .withMessageStartingWith("at middle instead of end");
        }
        try (Worker worker = Worker.start(Fails.class)) {
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> worker.awaitPoint("middle", PATIENCE))
                    .withMessageStartingWith("at its end instead of middle");
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> worker.awaitEnd(PATIENCE))
                    .withMessageStartingWith("ended with 3");
        }
    }

    @Test
    void one_that_starts_from_an_archive_of_the_first_ones_classes_does_the_same() {
        Path file = folder.resolve("file");
        try (ClassArchive classes = ClassArchive.of(
                List.of(),
                List.of("middle", "end"),
                Writes.class,
                folder.resolve("first").toString())) {
            assertThat(folder.resolve("first")).hasContent("after");
            try (Worker worker = classes.start(Writes.class, file.toString())) {
                worker.awaitPoint("middle", PATIENCE);
                assertThat(worker.kill()).containsExactly("wrote");
            }
        }
        assertThat(file).hasContent("before");
    }
}
