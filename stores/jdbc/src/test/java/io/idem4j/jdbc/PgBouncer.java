package io.idem4j.jdbc;

import static org.awaitility.Awaitility.await;

import io.idem4j.testtools.Folders;
import io.idem4j.testtools.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A PgBouncer in transaction mode, before a PostgreSQL: its few sessions go to the transactions in turns. */
final class PgBouncer implements AutoCloseable {
    static final String PROGRAM = "pgbouncer";
    private static final int SESSIONS = 8;

    private final Process process;
    private final Path folder;
    private final int port;

    private PgBouncer(Process process, Path folder, int port) {
        this.process = process;
        this.folder = folder;
        this.port = port;
    }

    static PgBouncer before(PostgresServer server) {
        try {
            Path folder = Folders.temporary("idem4j-pgbouncer");
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            int port = freePort();
            Path settings =
                    Files.writeString(folder.resolve("pgbouncer.ini"), """
                    [databases]
                    postgres = host=127.0.0.1 port=%d dbname=postgres user=postgres
                    [pgbouncer]
                    listen_addr = 127.0.0.1
                    listen_port = %d
                    unix_socket_dir =
                    auth_type = any
                    pool_mode = transaction
                    default_pool_size = %d
                    server_round_robin = 1
                    max_client_conn = 200
                    ignore_startup_parameters = extra_float_digits
                    """.formatted(server.port(), port, SESSIONS));
            List<String> command = new ArrayList<>(List.of(PROGRAM, "--quiet", settings.toString()));
            if ("root".equals(System.getProperty("user.name"))) {
                command.addAll(1, List.of("--user", "nobody"));
            }
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("pgbouncer.log").toFile())
                    .start();
            PgBouncer bouncer = new PgBouncer(process, folder, port);
            await().atMost(Duration.ofSeconds(30)).until(bouncer::answers);
            return bouncer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean answers() throws IOException {
        if (!process.isAlive()) {
            throw new IllegalStateException(Files.readString(folder.resolve("pgbouncer.log")));
        }
        try (Connection connection = DriverManager.getConnection(url())) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    /** For a driver that leaves no prepared statement in a session. */
    String url() {
        return PostgresServer.url(port) + "&prepareThreshold=0";
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
        Folders.delete(folder);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
