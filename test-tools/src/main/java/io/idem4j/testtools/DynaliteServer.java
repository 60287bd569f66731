package io.idem4j.testtools;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A DynamoDB-compatible server in memory, for all tests of this JVM; it ends with it. It returns no old item with a refused
 * write, and knows neither transactions nor the setting of a table's expiry. Needs {@code node} and {@code npm}.
 */
public final class DynaliteServer {
    private static @Nullable DynaliteServer shared;

    private final URI endpoint;

    private DynaliteServer(URI endpoint) {
        this.endpoint = endpoint;
    }

    /** Started at the first call. */
    public static synchronized DynaliteServer shared() {
        if (shared == null) {
            shared = start();
        }
        return shared;
    }

    private static DynaliteServer start() {
        Process process = NodePackages.install(DynaliteServer.class, "dynalite", "server.js")
                .start("server.js", Map.of());
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        try {
            String port = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            if (port == null) {
                throw new IllegalStateException("dynalite did not start");
            }
            return new DynaliteServer(URI.create("http://127.0.0.1:" + port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it answers. */
    public URI endpoint() {
        return endpoint;
    }
}
