package io.idem4j.testtools;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

/**
 * A Redis that a test starts, stops, kills and starts again on the same port and data. What it confirms is on disk, unless
 * the test says otherwise. Not thread-safe.
 */
public final class RedisServer implements AutoCloseable {
    private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
    private static final int MOST_PORT = 30_000;
    private static final Map<String, RedisServer> SHARED = new HashMap<>();
    private static @Nullable String embedded;

    private final List<String> prefix;
    private final String program;
    private final String host;
    private final List<String> settings;
    private final Path data = Folders.temporary("idem4j-redis");
    private final int port;
    private @Nullable Process running;

    private RedisServer(List<String> prefix, String program, String host, List<String> settings) {
        this.prefix = prefix;
        this.program = program;
        this.host = host;
        this.settings = settings;
        this.port = freePort();
    }

    /** One of release 6.2 for all tests of this JVM, which waits for no disk; it ends with it. */
    public static RedisServer shared() {
        return shared(embedded());
    }

    /** The same of another program, such as the operating system's {@code redis-server}. */
    public static RedisServer shared(String program) {
        synchronized (SHARED) {
            return SHARED.computeIfAbsent(program, unused -> {
                RedisServer server = new RedisServer(List.of(), program, loopback(), List.of("--appendfsync", "no"));
                Runtime.getRuntime().addShutdownHook(new Thread(server::close));
                server.start();
                return server;
            });
        }
    }

    /** A running one of the test's own, of release 6.2, with settings as on its command line. */
    public static RedisServer started(String... settings) {
        return startedOf(embedded(), settings);
    }

    /** The same of another program. */
    public static RedisServer startedOf(String program, String... settings) {
        RedisServer server = new RedisServer(List.of(), program, loopback(), List.of(settings));
        server.start();
        return server;
    }

    /** The same behind a command that starts it, such as one that enters a network, where it has this address. */
    public static RedisServer startedBehind(List<String> command, String host, String... settings) {
        RedisServer server = new RedisServer(command, embedded(), host, List.of(settings));
        server.start();
        return server;
    }

    /** Where the build's own is; it can be started with {@code --sentinel} too. */
    public static String embedded() {
        synchronized (SHARED) {
            if (embedded == null) {
                try {
                    embedded = ExecutableProvider.newJarResourceProvider().get().getAbsolutePath();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return embedded;
        }
    }

    /** Starts it again; waits until it answers. */
    public void start() {
        if (running != null) {
            throw new IllegalStateException("it runs");
        }
        List<String> command = new ArrayList<>(prefix);
        command.add(program);
        List<String> own = List.of(
                "--port",
                Integer.toString(port),
                "--bind",
                host,
                "--dir",
                data.toString(),
                "--save",
                "",
                "--appendonly",
                "yes",
                "--appendfsync",
                "always",
                "--protected-mode",
                "no",
                "--daemonize",
                "no");
        if (settings.contains("--sentinel")) {
            command.add(sentinelFile().toString());
            command.addAll(List.of("--port", Integer.toString(port), "--bind", host));
        } else {
            command.addAll(own);
        }
        command.addAll(settings);
        try {
            running = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(
                            ProcessBuilder.Redirect.appendTo(data.resolve("log").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        awaitAnswer();
    }

    private Path sentinelFile() {
        try {
            Path file = data.resolve("sentinel.conf");
            if (!Files.exists(file)) {
                Files.createFile(file);
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitAnswer() {
        long end = System.nanoTime() + STARTS_WITHIN.toNanos();
        while (!answers()) {
            if (running == null || !running.isAlive() || System.nanoTime() > end) {
                throw new IllegalStateException("it did not start: " + log());
            }
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    /** Something that is no loading: with TLS or a password whatever comes. */
    private boolean answers() {
        try (Socket socket = new Socket()) {
            int shown = settings.contains("--tls-port") ? tlsPort() : port;
            socket.connect(new InetSocketAddress(host, shown), 1_000);
            if (shown != port) {
                return true;
            }
            socket.setSoTimeout(1_000);
            OutputStream out = socket.getOutputStream();
            out.write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            byte[] answer = new byte[64];
            int length = socket.getInputStream().read(answer);
            return length > 0 && !new String(answer, 0, length, StandardCharsets.US_ASCII).contains("LOADING");
        } catch (IOException e) {
            return false;
        }
    }

    private int tlsPort() {
        return Integer.parseInt(settings.get(settings.indexOf("--tls-port") + 1));
    }

    private String log() {
        try {
            return Files.readString(data.resolve("log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Ends it in order. */
    public void stop() {
        Process process = running;
        running = null;
        if (process != null) {
            process.destroy();
            process.onExit().join();
        }
    }

    /** SIGKILL; with what was started before it, if anything was. */
    public void kill() {
        Process process = running;
        running = null;
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            process.onExit().join();
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

    private void signal(Signal signal) {
        if (running == null) {
            throw new IllegalStateException("it does not run");
        }
        signal.send(running.pid());
    }

    /** Where it listens. */
    public int port() {
        return port;
    }

    /** Straight to it. */
    public String uri() {
        return "redis://" + host + ":" + port;
    }

    /** Through something on this machine that listens at another port. */
    public static String uri(int port) {
        return "redis://" + loopback() + ":" + port;
    }

    @Override
    public void close() {
        kill();
        Folders.delete(data);
    }

    private static String loopback() {
        return InetAddress.getLoopbackAddress().getHostAddress();
    }

    /** Below those that are given out by the system: a cluster's node listens ten thousand above its own, too. */
    public static int freePort() {
        while (true) {
            int port = 10_000 + (int) (Math.random() * (MOST_PORT - 10_000));
            try (ServerSocket first = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                    ServerSocket second = new ServerSocket(port + 10_000, 1, InetAddress.getLoopbackAddress())) {
                return Math.min(first.getLocalPort(), second.getLocalPort());
            } catch (IOException e) {
                // taken: another one
            }
        }
    }
}
