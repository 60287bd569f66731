package io.idem4j.testtools;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A real HTTP server that answers as told, in order, and keeps what it was sent. Thread-safe. */
public final class ScriptedServer implements AutoCloseable {
    /** What a request is answered with. */
    @FunctionalInterface
    public interface Step {
        /** Answers; the exchange is closed after it. */
        void answer(HttpExchange exchange) throws IOException, InterruptedException;
    }

    private final List<String> keys = Collections.synchronizedList(new ArrayList<>());
    private final List<String> bodies = Collections.synchronizedList(new ArrayList<>());
    private final Set<InetSocketAddress> peers = ConcurrentHashMap.newKeySet();
    private final Deque<Step> script = new ArrayDeque<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    /** On a free port. */
    public ScriptedServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** The {@code Idempotency-Key} of each request, in order. */
    public List<String> keys() {
        return keys;
    }

    /** The body of each request, in order. */
    public List<String> bodies() {
        return bodies;
    }

    /** How many connections requests came on. */
    public int connections() {
        return peers.size();
    }

    /** Where requests go. */
    public URI uri() {
        return URI.create("http://localhost:" + server.getAddress().getPort() + "/orders");
    }

    private void answer(HttpExchange exchange) throws IOException {
        keys.addAll(exchange.getRequestHeaders().getOrDefault("Idempotency-Key", List.of()));
        peers.add(exchange.getRemoteAddress());
        bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        Step step;
        synchronized (script) {
            step = script.size() > 1 ? script.removeFirst() : script.getFirst();
        }
        try (exchange) {
            step.answer(exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The last step is repeated. */
    public ScriptedServer then(Step step) {
        synchronized (script) {
            script.addLast(step);
        }
        return this;
    }

    /** Status, headers and text. */
    public ScriptedServer then(int status, String body, Map<String, String> headers) {
        return then(exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            headers.forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        });
    }

    /** The status, and a text that names it. */
    public ScriptedServer then(int status) {
        return then(status, "status " + status, Map.of());
    }

    /** A JSON problem with this code. */
    public ScriptedServer thenProblem(int status, String code, Map<String, String> headers) {
        Map<String, String> all = new HashMap<>(headers);
        all.put("Content-Type", "application/problem+json");
        return then(
                status, "{\"title\":\"a \\\"code\\\":\",\"nested\":{\"code\":\"no\"},\"code\": \"" + code + "\"}", all);
    }

    /** The connection ends without an answer. */
    public ScriptedServer thenNothing() {
        return then(exchange -> {});
    }

    /** The connection ends in the middle of the answer's body. */
    public ScriptedServer thenHalf() {
        return then(exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write("half".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
        });
    }

    /** No answer until the end of the test. */
    public ScriptedServer thenSilence() {
        return then(exchange -> over.await(1, TimeUnit.MINUTES));
    }

    @Override
    public void close() {
        over.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
