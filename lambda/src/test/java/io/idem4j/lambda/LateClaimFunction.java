package io.idem4j.lambda;

import io.idem4j.dynamodb.DynamoDbStore;
import io.idem4j.tck.TestClock;
import io.idem4j.testtools.Deadline;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.function.IntConsumer;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** A function whose claim takes a time of its invocation; both are on a clock that stands still otherwise, and begins with the test's. */
final class LateClaimFunction implements AutoCloseable {
    static final Duration TIMEOUT = Duration.ofSeconds(60);
    static final Duration TOO_LONG = TIMEOUT.minusMillis(400);
    static final String RAN = "ran";

    private final TestClock clock;
    private final DynamoDbClient client;
    private final IdempotentHandler<String, String> handler;

    LateClaimFunction(
            URI endpoint, String table, int maxAttempts, TestClock clock, Duration claimTakes, IntConsumer effect) {
        this.clock = clock;
        this.client = Dynamo.client(endpoint, new ExecutionInterceptor() {
            @Override
            public void afterTransmission(Context.AfterTransmission call, ExecutionAttributes attributes) {
                if (call.request() instanceof PutItemRequest) {
                    clock.advance(claimTakes);
                }
            }
        });
        this.handler = IdempotentHandler.of(
                LambdaEnvironment.of(Map.of("IDEM4J_TABLE", table)::get)
                        .idempotency(DynamoDbStore.builder(client, table)
                                .clock(clock)
                                .build())
                        .clock(clock)
                        .build()
                        .operation("orders", String.class, String.class)
                        .key(id -> id)
                        .policy(policy -> policy.maxAttempts(maxAttempts))
                        .build(),
                (id, context, execution) -> {
                    effect.accept(execution.attempt());
                    return "done";
                });
    }

    /** Arguments: the endpoint of DynamoDB, the table, and how many attempts there may be. Its claim comes too late. */
    public static void main(String[] arguments) {
        try (LateClaimFunction function = new LateClaimFunction(
                URI.create(arguments[0]),
                arguments[1],
                Integer.parseInt(arguments[2]),
                new TestClock(),
                TOO_LONG,
                attempt -> System.out.println(RAN))) {
            function.handle();
        }
    }

    String handle() {
        return handler.handleRequest("a", Deadline.in(TIMEOUT, clock));
    }

    @Override
    public void close() {
        client.close();
    }
}
