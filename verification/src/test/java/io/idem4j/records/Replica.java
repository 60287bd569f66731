package io.idem4j.records;

import io.idem4j.Call;
import io.idem4j.ConfigurationException;
import io.idem4j.Idempotency;
import io.idem4j.IdempotentOperation;
import io.idem4j.InconsistentStateException;
import io.idem4j.NoTimeLeftException;
import io.idem4j.Outcome;
import io.idem4j.StoreException;
import io.idem4j.StoredRecord;
import io.idem4j.dynamodb.DynamoDbAttribute;
import io.idem4j.dynamodb.DynamoDbStore;
import io.idem4j.dynamodb.DynamoDbStoreBuilder;
import io.idem4j.json.Json;
import io.idem4j.tck.TestClock;
import io.idem4j.testtools.DynamoFront;
import io.idem4j.testtools.DynamoFront.Reaction;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import tools.jackson.databind.JsonNode;

/** Plays one recorded scenario with this library's profile for TypeScript, and tells what came of it in the words of the vectors. */
final class Replica implements AutoCloseable {
    private static final Duration DEFAULT_RETENTION = Duration.ofHours(1);
    private static final Pattern CLOCK_MOVES = Pattern.compile("clock moves (\\d+) ms when");
    private static final Pattern CONTEXT = Pattern.compile("lambdaContext with (\\d+) ms");
    private static final Set<String> DISABLED = Set.of("1", "y", "yes", "t", "true", "on");
    private static final int DEFAULT_CACHE = 256;

    private final JsonNode scenario;
    private final DynamoFront front;
    private final DynamoDbClient client;
    private final String table;
    private final String sortKey;
    private final TestClock clock = new TestClock(Instant.ofEpochMilli(1_700_000_000_000L));
    private final Map<String, Idempotency> engines = new HashMap<>();
    private final Map<String, IdempotentOperation<String, JsonNode>> operations = new HashMap<>();
    private volatile JsonNode hook;

    Replica(JsonNode scenario, Tables tables) {
        this.scenario = scenario;
        JsonNode persistence = scenario.get("persistence");
        this.sortKey = persistence.path("sortKeyAttr").asString(null);
        this.front = tables.front(scenario.get("store").asString().equals("all_old"));
        this.client = tables.client(front);
        this.table = tables.table(persistence.path("keyAttr").asString("id"), sortKey);
    }

    /** What every step left. */
    List<Object> play() {
        List<Object> played = new ArrayList<>();
        scenario.get("steps").forEach(step -> step(step, played));
        return played;
    }

    private void step(JsonNode step, List<Object> played) {
        if (step.has("put_item")) {
            client.putItem(put -> put.tableName(table).item(Values.item(step.get("put_item"))));
        } else if (step.has("delete_item")) {
            client.deleteItem(delete -> delete.tableName(table).key(Values.item(step.get("delete_item"))));
        } else {
            played.add(call(step));
        }
    }

    private Map<String, Object> call(JsonNode step) {
        JsonNode call = step.get("call");
        clock.set(Instant.ofEpochMilli(call.get("now_ms").asLong()));
        hook = step.get("response_hook");
        Map<String, Object> seen = new TreeMap<>();
        AtomicInteger calls = new AtomicInteger();
        List<Object> during = new ArrayList<>();
        faults(step);
        int before = front.operations().size();
        AtomicBoolean asked = new AtomicBoolean();
        seen.put(
                "outcome",
                outcome(() -> prepared(step).run(() -> {
                    calls.incrementAndGet();
                    asked.set(asksSince(before));
                    front.react(request -> Reaction.FORWARD);
                    seen.put("items_in_handler", items());
                    step.path("during").forEach(inner -> step(inner, during));
                    clock.set(Instant.ofEpochMilli(call.get("now_ms").asLong())
                            .plusMillis(step.path("handler_takes_ms").asLong(0)));
                    faults(step);
                    return handled(step.get("handler"));
                })));
        seen.put("asks_the_store", asked.get() || asksSince(before));
        front.react(request -> Reaction.FORWARD);
        seen.put("handler_calls", calls.get());
        seen.put("during", during);
        seen.put("items_after", items());
        return seen;
    }

    /** Beside the looks of the tests themselves. */
    private boolean asksSince(int before) {
        List<String> all = front.operations();
        return all.subList(before, all.size()).stream().anyMatch(operation -> !operation.equals("Scan"));
    }

    private static JsonNode handled(JsonNode handler) throws HandlerFailure {
        JsonNode thrown = handler.get("throws");
        if (thrown != null) {
            throw new HandlerFailure(thrown);
        }
        JsonNode value = handler.get("returns");
        return Values.isUndefined(value) ? null : Values.java(value);
    }

    /** What the handler threw, in the words of the vectors. */
    private static final class HandlerFailure extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient JsonNode thrown;

        HandlerFailure(JsonNode thrown) {
            super("the handler failed");
            this.thrown = thrown;
        }
    }

    private void faults(JsonNode step) {
        Map<String, Boolean> failing = new HashMap<>();
        step.path("requests").forEach(request -> {
            if (request.path("result").asString("").equals("fault injected")) {
                failing.put(request.get("op").asString(), true);
            }
        });
        String note = step.path("note").asString("");
        Matcher moves = CLOCK_MOVES.matcher(note);
        AtomicInteger moved = new AtomicInteger(moves.find() ? Integer.parseInt(moves.group(1)) : 0);
        boolean findsNothing = note.contains("lookup finds nothing");
        AtomicBoolean looked = new AtomicBoolean();
        front.react(request -> {
            if (request.writes()) {
                clock.advance(Duration.ofMillis(moved.getAndSet(0)));
            }
            if (findsNothing && request.operation().equals("GetItem")) {
                return looked.getAndSet(true) ? Reaction.FORWARD : Reaction.FIND_NOTHING;
            }
            return failing.containsKey(request.operation()) ? Reaction.THROTTLE : Reaction.FORWARD;
        });
    }

    private interface Run {
        Outcome<JsonNode> outcome() throws HandlerFailure;
    }

    private Object outcome(Run run) {
        try {
            Outcome<JsonNode> outcome = run.outcome();
            if (outcome instanceof Outcome.Executed<JsonNode> executed) {
                return returned(executed.value());
            }
            if (outcome instanceof Outcome.Replayed<JsonNode> replayed) {
                return returned(replayed.value());
            }
            return outcome.getClass().getSimpleName();
        } catch (HandlerFailure e) {
            return "threw " + e.thrown;
        } catch (InconsistentStateException e) {
            return "Inconsistent";
        } catch (StoreException e) {
            return "StoreFailed";
        } catch (ConfigurationException | IllegalArgumentException e) {
            return "refused when built";
        } catch (NoTimeLeftException e) {
            return "NoTimeLeft";
        }
    }

    static Object returned(JsonNode value) {
        return Values.isUndefined(value) ? "returned undefined" : Map.of("returned", Values.plain(Values.java(value)));
    }

    private Call<JsonNode> prepared(JsonNode step) {
        JsonNode call = step.get("call");
        Call<JsonNode> prepared = operation(call).call(call.get("event_json").asString());
        Matcher context = CONTEXT.matcher(step.get("handler").path("context").asString(""));
        JsonNode remaining = call.get("remaining_ms");
        if (context.find()) {
            return lasting(prepared, Long.parseLong(context.group(1)));
        }
        return remaining == null || remaining.isNull() ? prepared : lasting(prepared, remaining.asLong());
    }

    /** As {@code within}, which also takes off what has passed since: here leases are to be exact. */
    private static Call<JsonNode> lasting(Call<JsonNode> call, long millis) {
        return millis == 0
                ? call.within(Duration.ZERO)
                : call.policy(policy -> policy.lease(Duration.ofMillis(millis)).renewFor(Duration.ZERO));
    }

    /** One for each client and configuration: its cache is kept over its calls. */
    private IdempotentOperation<String, JsonNode> operation(JsonNode call) {
        String client = call.get("as").asString();
        JsonNode config = call.has("config") ? call.get("config") : scenario.get("config");
        String prefix = call.path("keyPrefix").asString("");
        return operations.computeIfAbsent(client + config + prefix, unused -> operation(client, config, prefix));
    }

    private IdempotentOperation<String, JsonNode> operation(String client, JsonNode config, String prefix) {
        String function = scenario.get("env").path("AWS_LAMBDA_FUNCTION_NAME").asString("");
        var profile = Json.Profile.powertoolsTypeScript(prefix.isEmpty() ? function : prefix);
        if (config.has("hashFunction")) {
            profile = profile.hash(config.get("hashFunction").asString());
        }
        Duration retention = config.has("expiresAfterSeconds")
                ? Duration.ofMillis(config.get("expiresAfterSeconds")
                        .decimalValue()
                        .multiply(BigDecimal.valueOf(1_000))
                        .longValue())
                : DEFAULT_RETENTION;
        var powertools = profile.policy();
        var operation = engine(client)
                .operation("vectors", String.class, JsonNode.class)
                .policy(policy -> powertools.apply(policy).retention(retention))
                .onReplay(this::hooked);
        operation = config.has("eventKeyJmesPath")
                ? operation.identity(profile.key(config.get("eventKeyJmesPath").asString()))
                : operation.identity(profile.key());
        if (config.has("payloadValidationJmesPath")) {
            operation.fingerprint(
                    profile.fingerprint(config.get("payloadValidationJmesPath").asString()));
        }
        int cached = config.path("maxLocalCacheSize").asInt(DEFAULT_CACHE);
        if (config.path("useLocalCache").asBoolean(false) && cached > 0) {
            operation.localCache(cached, retention);
        }
        return operation.build();
    }

    /** The two hooks that the vectors have. */
    private JsonNode hooked(JsonNode value, StoredRecord record) {
        String does = hook == null ? "" : hook.asString();
        if (does.contains("undefined")) {
            return null;
        }
        if (!does.startsWith("returns {r: response")) {
            return value;
        }
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("r", value);
        told.put("key", record.key().id());
        told.put("st", record.status().name());
        told.put("exp", record.expiresAt().getEpochSecond());
        told.put("lease", record.leaseUntil().toEpochMilli());
        return Values.JSON.valueToTree(told);
    }

    private Idempotency engine(String client) {
        return engines.computeIfAbsent(
                client,
                unused -> Idempotency.builder(store())
                        .enabled(!DISABLED.contains(scenario.get("env")
                                .path("POWERTOOLS_IDEMPOTENCY_DISABLED")
                                .asString("")
                                .toLowerCase(Locale.ROOT)))
                        .policy(policy ->
                                policy.claimWithin(Duration.ofMillis(50)).recordWithin(Duration.ofMillis(50)))
                        .build());
    }

    private DynamoDbStore store() {
        JsonNode persistence = scenario.get("persistence");
        DynamoDbStoreBuilder builder =
                DynamoDbStore.builder(client, table).clock(clock).clockSkew(Duration.ZERO);
        names().forEach((setting, attribute) -> {
            if (persistence.has(setting)) {
                builder.attribute(attribute, persistence.get(setting).asString());
            }
        });
        if (sortKey != null) {
            String function =
                    scenario.get("env").path("AWS_LAMBDA_FUNCTION_NAME").asString("");
            builder.sortKey(sortKey, persistence.path("staticPkValue").asString("idempotency#" + function));
        }
        return builder.build();
    }

    private static Map<String, DynamoDbAttribute> names() {
        return Map.of(
                "keyAttr", DynamoDbAttribute.ID,
                "statusAttr", DynamoDbAttribute.STATUS,
                "expiryAttr", DynamoDbAttribute.EXPIRATION,
                "inProgressExpiryAttr", DynamoDbAttribute.LEASE,
                "dataAttr", DynamoDbAttribute.DATA,
                "validationKeyAttr", DynamoDbAttribute.FINGERPRINT);
    }

    private List<Object> items() {
        return client.scan(scan -> scan.tableName(table).consistentRead(true)).items().stream()
                .map(this::shared)
                .sorted(Comparator.comparing(Object::toString))
                .toList();
    }

    /** The attributes of an item that Powertools has; ours besides mean nothing to it. */
    Object shared(Map<String, AttributeValue> item) {
        JsonNode persistence = scenario.get("persistence");
        Map<String, Object> values = new TreeMap<>();
        names().forEach((setting, attribute) -> {
            String name = persistence.path(setting).asString(attribute.standardName());
            if (item.containsKey(name)) {
                values.put(name, Values.plain(item.get(name)));
            }
        });
        if (sortKey != null) {
            values.put(sortKey, Values.plain(item.get(sortKey)));
        }
        return values;
    }

    @Override
    public void close() {
        engines.values().forEach(Idempotency::close);
        front.react(request -> Reaction.FORWARD);
        String partitionKey = scenario.get("persistence").path("keyAttr").asString("id");
        client.scan(scan -> scan.tableName(table)).items().forEach(item -> {
            Map<String, AttributeValue> key = new HashMap<>(Map.of(partitionKey, item.get(partitionKey)));
            if (sortKey != null) {
                key.put(sortKey, item.get(sortKey));
            }
            client.deleteItem(delete -> delete.tableName(table).key(key));
        });
    }
}
