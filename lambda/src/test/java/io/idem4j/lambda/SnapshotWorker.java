package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import io.idem4j.dynamodb.DynamoDbStore;
import io.idem4j.json.Json;
import io.idem4j.testtools.Deadline;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLConnection;
import java.nio.channels.SelectableChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.stream.Stream;

/** Makes a function's handler as the runtime does, and tells what a snapshot would carry: before, and after, the first event. */
final class SnapshotWorker {
    /** Arguments: the endpoint of DynamoDB and the table. */
    public static void main(String[] arguments) throws Exception {
        Graph graph = new Graph();
        Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        SqsBatch<String> handler = handler(URI.create(arguments[0]), arguments[1]);
        System.out.println("before " + carried(graph, handler, threads));
        handler.handleRequest(
                SqsEvents.event(SqsEvents.order("m1", "a")),
                Deadline.in(Duration.ofMinutes(1), InstantSource.system()));
        System.out.println("after " + carried(graph, handler, threads));
        System.out.println("thread-locals " + threadLocals(graph));
        ThreadLocal<Object> planted = new ThreadLocal<>();
        planted.set(List.of(handler));
        System.out.println("planted " + threadLocals(graph));
        planted.remove();
    }

    private static SqsBatch<String> handler(URI endpoint, String table) {
        LambdaEnvironment environment =
                LambdaEnvironment.of(Map.of("IDEM4J_TABLE", table, "AWS_LAMBDA_FUNCTION_NAME", "orders")::get);
        DynamoDbStore store = DynamoDbStore.builder(Dynamo.client(endpoint), environment.table())
                .build();
        return SqsBatch.of(
                environment
                        .idempotency(store)
                        .build()
                        .operation("orders", SQSMessage.class, String.class)
                        .key(Json.select("powertools_json(body).id"))
                        .build(),
                (message, context) -> "done");
    }

    private static Set<String> carried(Graph graph, Object handler, Set<Thread> before) throws Exception {
        List<Object> roots = new ArrayList<>(List.of(handler));
        for (Class<?> type : own()) {
            if (graph.isInitialised(type)) {
                roots.addAll(Arrays.asList(graph.statics(type)));
            }
        }
        Set<String> found = new TreeSet<>();
        Map<Object, Object> reached = graph.from(roots.toArray());
        for (Object each : reached.keySet()) {
            if (each instanceof Thread
                    || each instanceof SecureRandom
                    || each instanceof Socket
                    || each instanceof ServerSocket
                    || each instanceof SelectableChannel
                    || each instanceof URLConnection
                    || each instanceof ThreadPoolExecutor pool && pool.getPoolSize() > 0
                    || each instanceof ForkJoinPool) {
                found.add(path(reached, each));
            }
        }
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (!before.contains(thread)) {
                found.add("a running thread");
            }
        }
        return found;
    }

    private static String path(Map<Object, Object> reached, Object end) {
        String path = end.getClass().getName();
        for (Object each = reached.get(end); !(each instanceof Graph); each = reached.get(each)) {
            path = each.getClass().getName() + " > " + path;
        }
        return path;
    }

    /** The classes of the library, none of them initialised by looking. */
    private static List<Class<?>> own() throws Exception {
        List<Class<?>> own = new ArrayList<>();
        for (Class<?> in : List.of(
                SqsBatch.class,
                io.idem4j.Idempotency.class,
                Json.class,
                DynamoDbStore.class,
                io.idem4j.http.HttpPolicy.class)) {
            for (String name : names(in)) {
                own.add(Class.forName(name, false, in.getClassLoader()));
            }
        }
        return own;
    }

    private static List<String> names(Class<?> in) throws IOException, URISyntaxException {
        Path place =
                Path.of(in.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            return names(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return names(jar.getPath("/"));
        }
    }

    private static List<String> names(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(file -> file.startsWith("io") && file.endsWith(".class") && !file.endsWith("-info.class"))
                    .map(file -> file.substring(0, file.length() - ".class".length())
                            .replace(root.getFileSystem().getSeparator(), "."))
                    .toList();
        }
    }

    /** Those of this thread that the library left. */
    private static Set<String> threadLocals(Graph graph) throws ReflectiveOperationException {
        Set<String> left = new TreeSet<>();
        for (Object each : graph.fields(Thread.currentThread(), "threadLocals", "inheritableThreadLocals")) {
            for (Object inside : graph.from(each).keySet()) {
                if (inside.getClass().getName().startsWith("io.idem4j.") && !(inside instanceof Graph)) {
                    left.add(inside.getClass().getName());
                }
            }
        }
        return left;
    }

    private SnapshotWorker() {}
}
