package io.idem4j.dynamodb;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.tck.NeedsProgram;
import io.idem4j.tck.OnStore;
import io.idem4j.tck.TestClock;
import io.idem4j.testtools.DynaliteServer;
import io.idem4j.testtools.DynamoFront;
import io.idem4j.testtools.DynamoFront.Reaction;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A store on a table that all tests share, through a front of the test's own that behaves as the service does. */
@OnStore("dynamodb")
@NeedsProgram({"node", "npm"})
abstract class OnDynamo {
    static final Duration LEASE = Duration.ofMinutes(1);
    static final Duration KEEP = Duration.ofHours(1);
    static final String DATA = "{\"id\":1}";

    final TestClock clock = new TestClock();
    final DynamoFront front = new DynamoFront(DynaliteServer.shared().endpoint(), true);
    /** What the service's answers are dated; null: the truth. */
    volatile String date;

    final DynamoDbClient client = Dynamo.client(
            front.endpoint(),
            config -> config.addExecutionInterceptor(new ExecutionInterceptor() {
                @Override
                public SdkHttpResponse modifyHttpResponse(
                        Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
                    return date == null
                            ? context.httpResponse()
                            : context.httpResponse().toBuilder()
                                    .putHeader("Date", date)
                                    .build();
                }
            }));
    final DynamoDbStore store = store(builder -> builder.clock(clock).clockSkew(Duration.ZERO));
    final IdempotencyKey key = key();

    @AfterEach
    void end() {
        client.close();
        front.close();
    }

    static String table() {
        return SharedTable.NAME;
    }

    private static final class SharedTable {
        static final String NAME = Dynamo.table(null);
    }

    DynamoDbStore store(UnaryOperator<DynamoDbStoreBuilder> settings) {
        return settings.apply(DynamoDbStore.builder(client, table())).build();
    }

    static IdempotencyKey key() {
        return IdempotencyKey.of("orders.place", UUID.randomUUID().toString());
    }

    static ClaimRequest claim(IdempotencyKey key) {
        return claim(key, new Token(UUID.randomUUID().toString()));
    }

    static ClaimRequest claim(IdempotencyKey key, Token token) {
        return new ClaimRequest(key, token, null, null, LEASE, KEEP, Integer.MAX_VALUE, "test");
    }

    static ClaimToken of(ClaimRequest request) {
        return new ClaimToken(request.key(), request.token());
    }

    static Completion done() {
        return done(DATA);
    }

    static Completion done(String data) {
        return new Completion(RecordStatus.COMPLETED, data, KEEP);
    }

    Map<String, AttributeValue> item() {
        return client.getItem(request -> request.tableName(table())
                        .key(Map.of("id", AttributeValue.fromS(key.id())))
                        .consistentRead(true))
                .item();
    }

    void put(Map<String, AttributeValue> item) {
        client.putItem(request -> request.tableName(table()).item(item));
    }

    /** The next request of that kind is treated so; all others are carried out. */
    void once(String operation, Reaction reaction) {
        times(1, operation, reaction);
    }

    void times(int times, String operation, Reaction reaction) {
        AtomicInteger left = new AtomicInteger(times);
        front.react(request ->
                request.operation().equals(operation) && left.getAndDecrement() > 0 ? reaction : Reaction.FORWARD);
    }

    long requestsOf(Runnable call) {
        long before = front.requests();
        call.run();
        return front.requests() - before;
    }
}
