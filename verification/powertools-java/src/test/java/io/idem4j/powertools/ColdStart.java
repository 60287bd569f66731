package io.idem4j.powertools;

import com.amazonaws.services.lambda.runtime.Context;
import io.idem4j.testtools.Deadline;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the handlers that are compared have in common: a client, an effect, and how their first answer is told. */
final class ColdStart {
    private final DynamoDbClient client;
    private final String orders;
    private final String records;
    private final long started;

    /** Arguments: when the process was started, the endpoint of DynamoDB, the table of orders, the table of records. */
    ColdStart(String[] arguments) {
        started = Long.parseLong(arguments[0]);
        client = DynamoDbClient.builder()
                .endpointOverride(URI.create(arguments[1]))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        orders = arguments[2];
        records = arguments[3];
    }

    /** An event. */
    public record Order(String id, int quantity) {}

    DynamoDbClient client() {
        return client;
    }

    String records() {
        return records;
    }

    Order event() {
        return new Order("order-" + started, 2);
    }

    /** One write to the table of orders. */
    String place(Order order) {
        client.updateItem(request -> request.tableName(orders)
                .key(Map.of("id", AttributeValue.fromS(order.id())))
                .updateExpression("ADD #placed :one")
                .expressionAttributeNames(Map.of("#placed", "placed"))
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
        return "placed " + order.id();
    }

    void answered(String answer) {
        long millis = System.currentTimeMillis() - started;
        if (!answer.equals("placed " + event().id())) {
            throw new AssertionError(answer);
        }
        System.out.println(
                millis + " " + ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount());
    }

    static Context context() {
        return Deadline.in(Duration.ofMinutes(1), InstantSource.system());
    }
}
