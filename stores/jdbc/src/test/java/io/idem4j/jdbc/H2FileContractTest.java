package io.idem4j.jdbc;

import io.idem4j.testtools.Folders;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;

/** In a file, flushed at each commit. */
class H2FileContractTest extends H2Kit {
    private static final int SLOWER_THAN_MEMORY = 5;
    private static final Path FOLDER = Folders.temporary("idem4j-h2");

    H2FileContractTest() {
        super("jdbc:h2:file:" + FOLDER.resolve("kit") + ";WRITE_DELAY=0", SLOWER_THAN_MEMORY);
    }

    @AfterAll
    void deleteFiles() {
        Folders.delete(FOLDER);
    }
}
