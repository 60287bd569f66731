package io.idem4j.powertools;

import io.idem4j.dynamodb.DynamoDbStore;
import io.idem4j.json.Json;
import io.idem4j.lambda.IdempotentHandler;
import io.idem4j.lambda.LambdaEnvironment;
import io.idem4j.powertools.ColdStart.Order;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The handler with Idem4j. Its key is a method of the event, or selected by JMESPath if the last argument says so. */
final class ColdIdem4j {
    static final String BY_PATH = "path";

    public static void main(String[] arguments) {
        ColdStart start = new ColdStart(arguments);
        DynamoDbStore store =
                DynamoDbStore.builder(start.client(), start.records()).build();
        Function<? super Order, String> key = List.of(arguments).contains(BY_PATH) ? Json.select("id") : Order::id;
        IdempotentHandler<Order, String> handler = IdempotentHandler.of(
                LambdaEnvironment.of(Map.of("AWS_LAMBDA_FUNCTION_NAME", "orders")::get)
                        .idempotency(store)
                        .build()
                        .operation("orders", Order.class, String.class)
                        .key(key)
                        .build(),
                (order, context) -> start.place(order));
        start.answered(handler.handleRequest(start.event(), ColdStart.context()));
    }

    private ColdIdem4j() {}
}
