package io.idem4j.examples.lambda;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One execution environment: the runtime API, and a process that runs a handler with AWS's runtime interface client. As the
 * service does, it ends the process when an invocation takes longer than it may.
 */
final class LocalRuntime implements AutoCloseable {
    private static final String BASE = "/2018-06-01/runtime/";
    private static final String CLIENT = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";
    private static final String NATIVE = "com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI";
    private static final long START_SECONDS = 120;

    private final HttpServer api;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final BlockingQueue<Invocation> next = new ArrayBlockingQueue<>(1);
    private final Map<String, Invocation> running = new ConcurrentHashMap<>();
    private final CompletableFuture<Answer> initError = new CompletableFuture<>();
    private final Process process;

    /**
     * What came of an event.
     *
     * @param kind whether the handler answered, failed, or was ended
     */
    record Answer(Kind kind, String body) {}

    enum Kind {
        RESPONSE,
        ERROR,
        ENDED
    }

    private record Invocation(
            String id,
            String event,
            Duration timeout,
            CompletableFuture<Void> taken,
            CompletableFuture<Answer> answer) {}

    LocalRuntime(Class<?> handler, Map<String, String> variables) {
        try {
            api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            api.createContext(BASE, this::handle);
            api.setExecutor(threads);
            api.start();
            process = start(handler, variables);
            process.onExit()
                    .thenAccept(gone -> initError.complete(new Answer(
                            Kind.ERROR, "the process ended with " + gone.exitValue() + ", see target/functions.log")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process start(Class<?> handler, Map<String, String> variables) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:ErrorFile=target/hs_err_%p.log",
                "-D" + NATIVE + "=" + NativeLibrary.PATH,
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                CLIENT,
                handler.getName() + "::handleRequest");
        builder.environment()
                .putAll(Map.of(
                        "AWS_LAMBDA_RUNTIME_API",
                                "127.0.0.1:" + api.getAddress().getPort(),
                        "AWS_LAMBDA_FUNCTION_NAME", handler.getSimpleName(),
                        "AWS_LAMBDA_FUNCTION_VERSION", "1",
                        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "1024",
                        "AWS_LAMBDA_LOG_GROUP_NAME", "group",
                        "AWS_LAMBDA_LOG_STREAM_NAME", "stream",
                        "AWS_REGION", "us-east-1",
                        "AWS_ACCESS_KEY_ID", "test",
                        "AWS_SECRET_ACCESS_KEY", "test"));
        builder.environment().putAll(variables);
        return builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        Path.of("target", "functions.log").toFile()))
                .start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            List<String> path = List.of(
                    exchange.getRequestURI().getPath().substring(BASE.length()).split("/"));
            if (path.get(0).equals("init")) {
                initError.complete(new Answer(Kind.ERROR, body));
                respond(exchange, 202, "{}");
            } else if (path.get(1).equals("next")) {
                give(exchange, next.take());
            } else {
                Kind kind = path.get(2).equals("error") ? Kind.ERROR : Kind.RESPONSE;
                running.get(path.get(1)).answer().complete(new Answer(kind, body));
                respond(exchange, 202, "{}");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void give(HttpExchange exchange, Invocation invocation) throws IOException {
        running.put(invocation.id(), invocation);
        long deadline = System.currentTimeMillis() + invocation.timeout().toMillis();
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.getResponseHeaders().set("Lambda-Runtime-Aws-Request-Id", invocation.id());
        exchange.getResponseHeaders().set("Lambda-Runtime-Deadline-Ms", Long.toString(deadline));
        exchange.getResponseHeaders()
                .set("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:us-east-1:123456789012:function:orders");
        respond(exchange, 200, invocation.event());
        invocation.taken().complete(null);
    }

    private static void respond(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** Hands the event over, once the process asks for one, and waits for its answer or its end. */
    Answer invoke(String event, Duration timeout) throws Exception {
        Invocation invocation = new Invocation(
                UUID.randomUUID().toString(), event, timeout, new CompletableFuture<>(), new CompletableFuture<>());
        next.put(invocation);
        CompletableFuture.anyOf(invocation.taken(), initError).get(START_SECONDS, TimeUnit.SECONDS);
        if (initError.isDone()) {
            return initError.get();
        }
        try {
            return invocation.answer().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            process.destroyForcibly().waitFor();
            return new Answer(Kind.ENDED, "");
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        api.stop(0);
        threads.shutdownNow();
    }

    /** The client's own, which it would unpack in each process into one place that all processes of the machine share. */
    private static final class NativeLibrary {
        static final Path PATH = unpack();

        private static Path unpack() {
            String arch = System.getProperty("os.arch").equals("aarch64") ? "aarch_64" : "x86_64";
            try (InputStream library =
                    LocalRuntime.class.getResourceAsStream("/jni/libaws-lambda-jni.linux-" + arch + ".so")) {
                Path file = Files.createTempFile(Path.of("target"), "runtime-client", ".so")
                        .toAbsolutePath();
                Files.copy(Objects.requireNonNull(library), file, StandardCopyOption.REPLACE_EXISTING);
                return file;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
