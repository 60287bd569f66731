package io.idem4j.dynamodb;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.ExpiredRecords;
import io.idem4j.tck.ForeignRows;
import io.idem4j.tck.Hook;
import io.idem4j.tck.Interleaving;
import io.idem4j.tck.RoundTrips;
import io.idem4j.tck.StoreFaults;
import io.idem4j.tck.StoreUnderTest;
import io.idem4j.tck.TestClock;
import io.idem4j.testtools.DynaliteServer;
import io.idem4j.testtools.DynamoFront;
import io.idem4j.testtools.DynamoFront.Reaction;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A store on a table of its own, in the hands of the kit. */
final class DynamoSubject implements StoreUnderTest {
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(2_000)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .build();
    private static final Duration SKEW = Duration.ofSeconds(2);

    private final boolean tellsOldItems;
    private final DynamoFront front;
    private final DynamoDbClient client;
    private final String table;
    private final String sortKey;
    private final TestClock clock = new TestClock();
    private final DynamoDbClient nowhere = Dynamo.clientOfFewRepeats(URI.create("http://127.0.0.1:1"));
    private final DynamoDbStore store;
    private volatile DynamoDbClient current;

    /** {@code tellsOldItems}: whether refused writes return the item, as the real service does. */
    DynamoSubject(boolean tellsOldItems, String sortKey, UnaryOperator<DynamoDbStoreBuilder> settings) {
        this.tellsOldItems = tellsOldItems;
        this.sortKey = sortKey;
        this.front = new DynamoFront(DynaliteServer.shared().endpoint(), tellsOldItems);
        this.client = Dynamo.clientOfFewRepeats(front.endpoint());
        this.current = client;
        this.table = Dynamo.table(sortKey);
        this.store = settings.apply(DynamoDbStore.builder(Dynamo.switching(() -> current), table)
                        .clock(clock)
                        .clockSkew(SKEW))
                .build();
    }

    @Override
    public IdempotencyStore store() {
        return store;
    }

    @Override
    public TestClock clock() {
        return clock;
    }

    @Override
    public Duration clockSkew() {
        return SKEW;
    }

    /** Expiry is kept in seconds. */
    @Override
    public Duration precision() {
        return Duration.ofSeconds(1);
    }

    @Override
    public ExpiredRecords expiredRecords() {
        return ExpiredRecords.GO_BY_THEMSELVES;
    }

    @Override
    public boolean sameJson(String written, String read) {
        return same(JSON.readTree(written), JSON.readTree(read));
    }

    private static boolean same(JsonNode one, JsonNode other) {
        return one.equals(SAME_NUMBERS, other);
    }

    private static final Comparator<JsonNode> SAME_NUMBERS = (one, other) -> one.isNumber() && other.isNumber()
            ? one.decimalValue().compareTo(other.decimalValue())
            : one.equals(other) ? 0 : 1;

    @Override
    public int slowness() {
        return 100;
    }

    @Override
    public Hook<RoundTrips> roundTrips() {
        return Hook.of(new RoundTrips() {
            @Override
            public long total() {
                return front.requests();
            }

            @Override
            public int allowed(Situation situation) {
                int more = tellsOldItems ? 0 : 1;
                return switch (situation) {
                    case CLAIM_HELD, REPLAY -> 1 + more;
                    case TAKEOVER, REPEATED_CLAIM -> 2 + more;
                    default -> 1;
                };
            }
        });
    }

    /** Writes that the server carried out; a refused one is charged all the same. */
    @Override
    public Hook<LongSupplier> writes() {
        return Hook.of(front::writes);
    }

    @Override
    public Hook<ForeignRows> foreignRows() {
        return Hook.of(new Foreign());
    }

    @Override
    public Hook<StoreFaults> faults() {
        return Hook.of(new Faults());
    }

    @Override
    public Hook<Interleaving> interleaving() {
        return Hook.of(new Interleaving() {
            @Override
            public <T> T during(
                    IdempotencyKey key, Function<IdempotencyStore, T> call, Consumer<IdempotencyStore> meanwhile) {
                return whileHeld(key, call, meanwhile);
            }
        });
    }

    @Override
    public Hook<Interleaving> waitingWrites() {
        return Hook.lacking(
                "times are the client's when it sends, so a lease is shorter by what a request is under way");
    }

    /** Holds the request that begins a life where there is none, else the one that changes what is there. */
    private <T> T whileHeld(
            IdempotencyKey key, Function<IdempotencyStore, T> call, Consumer<IdempotencyStore> meanwhile) {
        boolean begins = store.find(key).isEmpty();
        AtomicBoolean held = new AtomicBoolean();
        CompletableFuture<Void> arrived = new CompletableFuture<>();
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        front.react(request -> {
            if (request.writes()
                    && request.operation().equals("PutItem") == begins
                    && request.body().contains(key.id())
                    && held.compareAndSet(false, true)) {
                arrived.complete(null);
                goOn.join();
            }
            return Reaction.FORWARD;
        });
        try {
            FutureTask<T> calling = new FutureTask<>(() -> {
                try {
                    return call.apply(store);
                } finally {
                    arrived.complete(null);
                }
            });
            new Thread(calling, "held").start();
            arrived.join();
            held.set(true);
            meanwhile.accept(store);
            goOn.complete(null);
            return calling.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        } finally {
            goOn.complete(null);
            front.react(request -> Reaction.FORWARD);
        }
    }

    void end() {
        client.close();
        nowhere.close();
        front.close();
    }

    /** Items as Powertools writes them. */
    private final class Foreign implements ForeignRows {
        private Map<String, AttributeValue> key(IdempotencyKey key) {
            Map<String, AttributeValue> parts = new HashMap<>();
            parts.put("id", AttributeValue.fromS(sortKey == null ? key.id() : "idempotency#test"));
            if (sortKey != null) {
                parts.put(sortKey, AttributeValue.fromS(key.id()));
            }
            return parts;
        }

        private AttributeValue data(String json) {
            return store.traits().exactText() ? AttributeValue.fromS(json) : NativeValues.of(json);
        }

        @Override
        public void plant(IdempotencyKey key, RecordStatus status, Instant leaseUntil, Instant expiresAt, String data) {
            Map<String, AttributeValue> item = key(key);
            item.put("status", AttributeValue.fromS(status == RecordStatus.IN_PROGRESS ? "INPROGRESS" : status.name()));
            item.put("expiration", AttributeValue.fromN(Long.toString(expiresAt.getEpochSecond())));
            if (leaseUntil != null) {
                item.put("in_progress_expiration", AttributeValue.fromN(Long.toString(leaseUntil.toEpochMilli())));
            }
            if (data != null) {
                item.put("data", data(data));
            }
            client.putItem(request -> request.tableName(table).item(item));
        }

        @Override
        public void complete(IdempotencyKey key, String data, Instant expiresAt) {
            client.updateItem(request -> request.tableName(table)
                    .key(key(key))
                    .updateExpression("SET #e = :e, #s = :s, #d = :d")
                    .expressionAttributeNames(Map.of("#e", "expiration", "#s", "status", "#d", "data"))
                    .expressionAttributeValues(Map.of(
                            ":e", AttributeValue.fromN(Long.toString(expiresAt.getEpochSecond())),
                            ":s", AttributeValue.fromS("COMPLETED"),
                            ":d", data(data))));
        }
    }

    private final class Faults implements StoreFaults {
        @Override
        public Set<Kind> kinds() {
            return EnumSet.allOf(Kind.class);
        }

        @Override
        public Runnable begin(Kind kind) {
            if (kind == Kind.UNREACHABLE) {
                current = nowhere;
                return () -> current = client;
            }
            front.react(request -> kind == Kind.REFUSED ? Reaction.DENY : Reaction.LOSE_ANSWER);
            return () -> front.react(request -> Reaction.FORWARD);
        }
    }
}
