package io.idem4j.powertools;

import io.idem4j.dynamodb.DynamoDbStore;
import io.idem4j.json.Json;
import io.idem4j.lambda.IdempotentHandler;
import io.idem4j.lambda.LambdaEnvironment;
import io.idem4j.powertools.ColdStart.Order;
import java.util.Map;

/** The handler with Idem4j; its key selected by JMESPath. */
final class ColdIdem4j {
    public static void main(String[] arguments) {
        ColdStart start = new ColdStart(arguments);
        DynamoDbStore store =
                DynamoDbStore.builder(start.client(), start.records()).build();
        IdempotentHandler<Order, String> handler = IdempotentHandler.of(
                LambdaEnvironment.of(Map.of("AWS_LAMBDA_FUNCTION_NAME", "orders")::get)
                        .idempotency(store)
                        .build()
                        .operation("orders", Order.class, String.class)
                        .key(Json.select("id"))
                        .build(),
                (order, context) -> start.place(order));
        start.answered(handler.handleRequest(start.event(), ColdStart.context()));
    }

    private ColdIdem4j() {}
}
