package io.idem4j.powertools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.idem4j.tck.NeedsProgram;
import io.idem4j.testtools.DynaliteServer;
import io.idem4j.testtools.DynamoFront;
import io.idem4j.testtools.DynamoFront.Reaction;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.reflect.MethodSignature;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.lambda.powertools.idempotency.Idempotency;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyAlreadyInProgressException;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyInconsistentStateException;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyPersistenceLayerException;
import software.amazon.lambda.powertools.idempotency.internal.IdempotencyHandler;
import software.amazon.lambda.powertools.idempotency.persistence.DynamoDBPersistenceStore;

/** What docs/stores/dynamodb.md tells of Powertools for Java 1.15.0, as it happens: its handler, called as its aspect calls it. */
@NeedsProgram({"node", "npm"})
class PowertoolsJavaRecordsTest {
    private static final String TABLE = "powertools-java-" + UUID.randomUUID();
    private static final int LEASE = 200;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static DynamoFront front;
    private static DynamoDbClient client;

    private final String event = "{\"id\":\"" + UUID.randomUUID() + "\"}";
    private final AtomicInteger effects = new AtomicInteger();

    @BeforeAll
    static void begin() {
        front = new DynamoFront(DynaliteServer.shared().endpoint(), true);
        client = DynamoDbClient.builder()
                .endpointOverride(front.endpoint())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        client.createTable(table -> table.tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(key -> key.attributeName("id").keyType(KeyType.HASH))
                .attributeDefinitions(id -> id.attributeName("id").attributeType(ScalarAttributeType.S)));
        Idempotency.config()
                .withConfig(IdempotencyConfig.builder()
                        .withEventKeyJMESPath("id")
                        .withExpiration(Duration.ofHours(1))
                        .build())
                .withPersistenceStore(DynamoDBPersistenceStore.builder()
                        .withTableName(TABLE)
                        .withDynamoDbClient(client)
                        .build())
                .configure();
    }

    @AfterAll
    static void end() {
        client.close();
        front.close();
    }

    @AfterEach
    void heal() {
        front.react(request -> Reaction.FORWARD);
    }

    private static <T> T stub(Class<T> type, InvocationHandler answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
    }

    /** A call whose invocation has that long left. */
    private Object call(int remaining, Callable<String> action) throws Throwable {
        MethodSignature signature = stub(
                MethodSignature.class,
                (proxy, method, arguments) -> method.getName().equals("getReturnType") ? String.class : null);
        ProceedingJoinPoint point =
                stub(ProceedingJoinPoint.class, (proxy, method, arguments) -> switch (method.getName()) {
                    case "proceed" -> action.call();
                    case "getSignature" -> signature;
                    default -> null;
                });
        Context context = stub(
                Context.class,
                (proxy, method, arguments) ->
                        method.getName().equals("getRemainingTimeInMillis") ? (Object) remaining : null);
        JsonNode payload = JSON.readTree(event);
        return new IdempotencyHandler(point, "fn", payload, context).handle();
    }

    private Object run() throws Throwable {
        return call(60_000, () -> "R" + effects.incrementAndGet());
    }

    private void loseOneAnswer(String operation) {
        AtomicBoolean lost = new AtomicBoolean();
        front.react(request -> request.operation().equals(operation) && lost.compareAndSet(false, true)
                ? Reaction.LOSE_ANSWER
                : Reaction.FORWARD);
    }

    private List<String> requestsOf(Callable<Object> call) throws Exception {
        front.clear();
        call.call();
        return front.operations();
    }

    private Object ran() {
        try {
            return run();
        } catch (Throwable e) {
            return e;
        }
    }

    /** Runs the other while the first action is held beyond its lease. */
    private Object late(Callable<Object> other, Callable<String> ending) throws Exception {
        CompletableFuture<Void> entered = new CompletableFuture<>();
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        CompletableFuture<Object> late = CompletableFuture.supplyAsync(() -> {
            try {
                return call(LEASE, () -> {
                    entered.complete(null);
                    goOn.join();
                    return ending.call();
                });
            } catch (Throwable e) {
                return e;
            }
        });
        entered.join();
        long lapsed = System.currentTimeMillis() + LEASE;
        while (System.currentTimeMillis() <= lapsed) {
            Thread.onSpinWait();
        }
        other.call();
        goOn.complete(null);
        return late.join();
    }

    @Test
    void requests() throws Exception {
        assertThat(requestsOf(this::ran)).containsExactly("PutItem", "UpdateItem");
        assertThat(requestsOf(this::ran)).containsExactly("PutItem", "GetItem");
    }

    @Test
    void requests_of_a_refusal() throws Throwable {
        List<String> refused = new ArrayList<>();
        call(60_000, () -> {
            refused.addAll(requestsOf(this::ran));
            return "R";
        });
        assertThat(refused).containsExactly("PutItem", "GetItem");
    }

    /** It compares the end of the lease, in milliseconds, with a time in seconds. */
    @Test
    void a_lapsed_claim_is_not_taken_over_and_its_late_holder_completes() throws Exception {
        Object told = late(
                () -> {
                    assertThat(requestsOf(this::ran))
                            .containsExactly("PutItem", "GetItem", "PutItem", "GetItem", "PutItem", "GetItem");
                    return assertThat(ran()).isInstanceOf(IdempotencyInconsistentStateException.class);
                },
                () -> "late");
        assertThat(told).isEqualTo("late");
        assertThat(ran()).isEqualTo("late");
        assertThat(effects).hasValue(0);
    }

    @Test
    void a_claim_whose_answer_is_lost_is_refused_as_its_own_duplicate() {
        loseOneAnswer("PutItem");
        assertThatThrownBy(this::run).isInstanceOf(IdempotencyAlreadyInProgressException.class);
        assertThatThrownBy(this::run).isInstanceOf(IdempotencyAlreadyInProgressException.class);
        assertThat(effects).hasValue(0);
    }

    @Test
    void a_completion_whose_answer_is_lost_is_recorded_once() {
        loseOneAnswer("UpdateItem");
        assertThat(ran()).isEqualTo("R1");
        assertThat(ran()).isEqualTo("R1");
    }

    @Test
    void a_completion_that_fails_is_an_error_whose_effect_happened() {
        front.react(request -> request.operation().equals("UpdateItem") ? Reaction.DENY : Reaction.FORWARD);
        assertThatThrownBy(this::run).isInstanceOf(IdempotencyPersistenceLayerException.class);
        assertThatThrownBy(this::run).isInstanceOf(IdempotencyAlreadyInProgressException.class);
        assertThat(effects).hasValue(1);
    }
}
