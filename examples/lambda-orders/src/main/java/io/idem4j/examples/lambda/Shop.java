package io.idem4j.examples.lambda;

import io.idem4j.Idempotency;
import io.idem4j.dynamodb.DynamoDbStore;
import io.idem4j.lambda.LambdaEnvironment;
import java.util.Map;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import tools.jackson.databind.json.JsonMapper;

/** What the functions have in common: made once for a process, when its handler is. */
final class Shop {
    private static final AttributeValue ONE = AttributeValue.fromN("1");

    private final DynamoDbClient client;
    private final String orders = System.getenv("ORDERS_TABLE");
    private final JsonMapper json = new JsonMapper();
    final Idempotency idempotency;

    Shop() {
        // region setup
        client = DynamoDbClient.builder()
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        LambdaEnvironment environment = LambdaEnvironment.system();
        DynamoDbStore store = DynamoDbStore.builder(client, environment.table()).build();
        idempotency = environment.idempotency(store).build();
        // endregion
    }

    Order read(String body) {
        return json.readValue(body, Order.class);
    }

    String write(Object value) {
        return json.writeValueAsString(value);
    }

    /** The effect, which nothing but a key keeps from happening again: the order's counter of that name goes up by one. */
    String count(Order order, String what) {
        client.updateItem(request -> request.tableName(orders)
                .key(Map.of("id", AttributeValue.fromS(order.id())))
                .updateExpression("ADD #what :one")
                .expressionAttributeNames(Map.of("#what", what))
                .expressionAttributeValues(Map.of(":one", ONE)));
        return what;
    }
}
