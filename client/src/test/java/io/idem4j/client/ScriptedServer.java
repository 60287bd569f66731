package io.idem4j.client;

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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A real server that answers as told, in order, and keeps the keys and bodies that it was sent. */
final class ScriptedServer implements AutoCloseable {
    interface Step {
        void answer(HttpExchange exchange) throws IOException, InterruptedException;
    }

    final List<String> keys = Collections.synchronizedList(new ArrayList<>());
    final List<String> bodies = Collections.synchronizedList(new ArrayList<>());
    private final Deque<Step> script = new ArrayDeque<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    ScriptedServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    URI uri() {
        return URI.create("http://localhost:" + server.getAddress().getPort() + "/orders");
    }

    private void answer(HttpExchange exchange) throws IOException {
        keys.addAll(exchange.getRequestHeaders().getOrDefault("Idempotency-Key", List.of()));
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
    ScriptedServer then(Step step) {
        synchronized (script) {
            script.addLast(step);
        }
        return this;
    }

    ScriptedServer then(int status, String body, Map<String, String> headers) {
        return then(exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            headers.forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        });
    }

    ScriptedServer then(int status) {
        return then(status, "status " + status, Map.of());
    }

    ScriptedServer thenProblem(int status, String code, Map<String, String> headers) {
        Map<String, String> all = new HashMap<>(headers);
        all.put("Content-Type", "application/problem+json");
        return then(
                status, "{\"title\":\"a \\\"code\\\":\",\"nested\":{\"code\":\"no\"},\"code\": \"" + code + "\"}", all);
    }

    /** The connection ends without an answer. */
    ScriptedServer thenNothing() {
        return then(exchange -> {});
    }

    /** No answer until the end of the test. */
    ScriptedServer thenSilence() {
        return then(exchange -> over.await(1, TimeUnit.MINUTES));
    }

    @Override
    public void close() {
        over.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
