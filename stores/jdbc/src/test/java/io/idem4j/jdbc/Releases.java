package io.idem4j.jdbc;

import io.idem4j.testtools.PostgresServer;
import java.nio.file.Path;

/** Releases of PostgreSQL that the build laid beside the class path. */
final class Releases {
    private Releases() {}

    static PostgresServer postgres16() {
        return PostgresServer.shared(Path.of("target/postgres/16.jar"));
    }

    static PostgresServer postgres18() {
        return PostgresServer.shared(Path.of("target/postgres/18.jar"));
    }
}
