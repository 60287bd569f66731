package io.idem4j.records;

import io.idem4j.testtools.NodePackages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A process that runs the published package of Powertools for TypeScript, told by the test what to do and what time it is. */
final class NodeFunction implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final Writer in;
    private final Map<Integer, Running> calls = new ConcurrentHashMap<>();
    private final AtomicInteger ids = new AtomicInteger();

    NodeFunction() {
        process = NodePackages.install(NodeFunction.class, "powertools", "function.mjs")
                .start("function.mjs", Map.of("AWS_LAMBDA_FUNCTION_NAME", "my-fn"));
        in = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        Thread reader = new Thread(this::read, "node");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                JsonNode answer = Values.JSON.readTree(line);
                Running call = calls.get(answer.get("id").asInt());
                if (answer.has("entered")) {
                    call.entered.complete(true);
                } else {
                    call.entered.complete(false);
                    call.over.complete(answer);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A call under way. */
    final class Running {
        private final int id = ids.incrementAndGet();
        private final CompletableFuture<Boolean> entered = new CompletableFuture<>();
        private final CompletableFuture<JsonNode> over = new CompletableFuture<>();

        /** Whether its handler runs; false: it was answered without. */
        boolean runs() {
            return await(entered);
        }

        /** What it returned, or {@code error} with its name. */
        JsonNode answer() {
            return await(over);
        }

        JsonNode returns(Instant now, JsonNode value) {
            ObjectNode told = told("finish", now);
            told.set("returns", value);
            tell(told);
            return answer();
        }

        JsonNode fails(Instant now) {
            ObjectNode told = told("finish", now);
            told.put("throws", "it failed");
            tell(told);
            return answer();
        }

        private ObjectNode told(String what, Instant now) {
            ObjectNode told = Values.JSON.createObjectNode();
            told.put("do", what);
            told.put("id", id);
            told.put("now", now.toEpochMilli());
            return told;
        }
    }

    /** Begins a call; {@code validation} null: none. */
    Running call(String table, String endpoint, Instant now, long remaining, String event, String validation) {
        Running call = new Running();
        calls.put(call.id, call);
        ObjectNode told = call.told("call", now);
        told.put("remaining", remaining);
        told.set("event", Values.JSON.readTree(event));
        told.put("table", table);
        told.put("endpoint", endpoint);
        if (validation != null) {
            told.put("validation", validation);
        }
        tell(told);
        return call;
    }

    private void tell(ObjectNode told) {
        try {
            in.write(told + "\n");
            in.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static <T> T await(CompletableFuture<T> future) {
        return future.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
