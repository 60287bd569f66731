package io.idem4j.testtools;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Stands between a client and a DynamoDB-compatible server, at the wire: counts requests, returns the old item with a refused
 * write as the real service does, and lets tests answer requests otherwise or hold them. Thread-safe.
 */
public final class DynamoFront implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String TARGET = "X-Amz-Target";
    private static final String JSON_TYPE = "application/x-amz-json-1.0";
    private static final String SERVICE = "com.amazonaws.dynamodb.v20120810#";
    private static final String REFUSED = "ConditionalCheckFailedException";
    private static final Set<String> WRITES = Set.of("PutItem", "UpdateItem", "DeleteItem");
    private static final Set<String> FORWARDED = Set.of("x-amz-target", "content-type", "authorization", "x-amz-date");

    static {
        // Else each small answer waits for the client's delayed acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final URI server;
    private final HttpServer front;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ReentrantLock oneWrite = new ReentrantLock();
    private final ConcurrentMap<String, List<String>> keys = new ConcurrentHashMap<>();
    private final List<String> operations = new CopyOnWriteArrayList<>();
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong writes = new AtomicLong();
    private volatile Function<Request, Reaction> reactions = request -> Reaction.FORWARD;
    private volatile boolean tellsOldItems;
    private volatile String quoted = "";

    /**
     * A request as it was sent.
     *
     * @param operation such as {@code PutItem}
     * @param body its JSON
     */
    public record Request(String operation, String body) {
        /** Whether it may change an item. */
        public boolean writes() {
            return WRITES.contains(operation);
        }
    }

    /** What becomes of a request. */
    public enum Reaction {
        /** Carried out and answered. */
        FORWARD,
        /** Carried out; the connection is closed instead of an answer. */
        LOSE_ANSWER,
        /** The connection is closed, nothing is carried out. */
        LOSE_REQUEST,
        /** Carried out; answered with the service's own error. */
        FAIL_AFTERWARDS,
        /** Answered as if no item were there; nothing is carried out. */
        FIND_NOTHING,
        /** Refused for the table's throughput. */
        THROTTLE,
        /** Refused for a permission that is missing. */
        DENY,
        /** Refused, as if the table were not there. */
        NO_TABLE,
        /** Refused for the item's size. */
        TOO_LARGE
    }

    private record Answer(int status, String body) {}

    /**
     * In front of that server.
     *
     * @param tellsOldItems whether refused writes that ask for the old item get it; every write must then come through here
     */
    public DynamoFront(URI server, boolean tellsOldItems) {
        this.server = server;
        this.tellsOldItems = tellsOldItems;
        try {
            this.front = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        front.createContext("/", this::handle);
        front.setExecutor(threads);
        front.start();
    }

    /** Where it answers. */
    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + front.getAddress().getPort());
    }

    /** Requests that came so far. */
    public long requests() {
        return requests.get();
    }

    /** Writes that the server carried out so far. */
    public long writes() {
        return writes.get();
    }

    /** What came, in order, since the last {@link #clear}. */
    public List<String> operations() {
        return List.copyOf(operations);
    }

    /** Forgets {@link #operations}. */
    public void clear() {
        operations.clear();
    }

    /** From now on; may block to hold a request. */
    public void react(Function<Request, Reaction> reaction) {
        this.reactions = reaction;
    }

    /** Whether refused writes that ask for the old item get it from now on. */
    public void tellOldItems(boolean tell) {
        this.tellsOldItems = tell;
    }

    /** What the service's errors quote of the request, as it likes to. */
    public void quote(String text) {
        this.quoted = text;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String target = String.valueOf(exchange.getRequestHeaders().getFirst(TARGET));
            Request request = new Request(target.substring(target.indexOf('.') + 1), body);
            requests.incrementAndGet();
            operations.add(request.operation());
            Reaction reaction = reactions.apply(request);
            switch (reaction) {
                case LOSE_REQUEST -> {}
                case FIND_NOTHING -> answer(exchange, 200, "{}");
                case THROTTLE ->
                    answer(
                            exchange,
                            400,
                            error(
                                    "ProvisionedThroughputExceededException",
                                    "The level of configured provisioned throughput for the table was exceeded."));
                case DENY -> answer(exchange, 400, denied(request));
                case NO_TABLE ->
                    answer(exchange, 400, error("ResourceNotFoundException", "Requested resource not found"));
                case TOO_LARGE -> answer(exchange, 400, tooLarge());
                case FORWARD, LOSE_ANSWER, FAIL_AFTERWARDS -> {
                    Answer answer = carryOut(exchange, request);
                    if (reaction == Reaction.FORWARD) {
                        answer(exchange, answer.status(), answer.body());
                    } else if (reaction == Reaction.FAIL_AFTERWARDS) {
                        answer(exchange, 500, error("InternalServerError", "Internal server error"));
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String error(String code, String message) {
        return "{\"__type\":\"" + SERVICE + code + "\",\"message\":\"" + message + quoted + "\"}";
    }

    private String denied(Request request) {
        return "{\"__type\":\"com.amazon.coral.service#AccessDeniedException\",\"Message\":\"User:"
                + " arn:aws:sts::123456789012:assumed-role/orders/i-0 is not authorized to perform: dynamodb:"
                + request.operation()
                + " on resource: arn:aws:dynamodb:us-east-1:123456789012:table/records because no identity-based policy"
                + " allows the dynamodb:" + request.operation() + " action" + quoted + "\"}";
    }

    private String tooLarge() {
        return "{\"__type\":\"com.amazon.coral.validate#ValidationException\",\"message\":\"Item size to update has"
                + " exceeded the maximum allowed size" + quoted + "\"}";
    }

    private Answer carryOut(HttpExchange exchange, Request request) throws IOException, InterruptedException {
        if (!request.writes()) {
            return forward(exchange, request.operation(), request.body());
        }
        oneWrite.lock();
        try {
            Answer answer = forward(exchange, request.operation(), request.body());
            if (answer.status() == 200) {
                writes.incrementAndGet();
            }
            return answer.status() == 400 && answer.body().contains(REFUSED) && tellsOldItems
                    ? withOldItem(exchange, request, answer)
                    : answer;
        } finally {
            oneWrite.unlock();
        }
    }

    private Answer withOldItem(HttpExchange exchange, Request request, Answer answer)
            throws IOException, InterruptedException {
        JsonNode asked = JSON.readTree(request.body());
        if (!asked.path("ReturnValuesOnConditionCheckFailure").asString("").equals("ALL_OLD")) {
            return answer;
        }
        ObjectNode read = JSON.createObjectNode();
        read.set("TableName", asked.get("TableName"));
        read.set("Key", asked.has("Key") ? asked.get("Key") : keyOf(exchange, asked));
        read.put("ConsistentRead", true);
        JsonNode item = JSON.readTree(
                        forward(exchange, "GetItem", read.toString()).body())
                .get("Item");
        ObjectNode refusal = (ObjectNode) JSON.readTree(answer.body());
        if (item != null) {
            refusal.set("Item", item);
        }
        return new Answer(answer.status(), refusal.toString());
    }

    private ObjectNode keyOf(HttpExchange exchange, JsonNode put) throws IOException, InterruptedException {
        String table = put.get("TableName").asString();
        if (!keys.containsKey(table)) {
            String described = forward(exchange, "DescribeTable", "{\"TableName\":\"" + table + "\"}")
                    .body();
            keys.put(
                    table,
                    JSON.readTree(described)
                            .at("/Table/KeySchema")
                            .valueStream()
                            .map(part -> part.get("AttributeName").asString())
                            .toList());
        }
        ObjectNode key = JSON.createObjectNode();
        for (String name : keys.getOrDefault(table, List.of())) {
            key.set(name, put.get("Item").get(name));
        }
        return key;
    }

    private Answer forward(HttpExchange exchange, String operation, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(server).POST(HttpRequest.BodyPublishers.ofString(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (FORWARDED.contains(name.toLowerCase(Locale.ROOT))) {
                request.setHeader(name, values.get(0));
            }
        });
        request.setHeader(TARGET, "DynamoDB_20120810." + operation);
        HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
        return new Answer(answer.statusCode(), answer.body());
    }

    private void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", JSON_TYPE);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        front.stop(0);
        threads.shutdownNow();
    }
}
