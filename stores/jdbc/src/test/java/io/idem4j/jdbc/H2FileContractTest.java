package io.idem4j.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;

/** In a file, flushed at each commit. */
class H2FileContractTest extends H2Kit {
    private static final int SLOWER_THAN_MEMORY = 5;
    private static final Path FOLDER = newFolder();

    H2FileContractTest() {
        super("jdbc:h2:file:" + FOLDER.resolve("kit") + ";WRITE_DELAY=0", SLOWER_THAN_MEMORY);
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("idem4j-h2");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterAll
    void deleteFiles() {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
