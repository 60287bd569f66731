package io.idem4j.examples.lambda;

import io.idem4j.dynamodb.DynamoDbTable;
import io.idem4j.testtools.DynaliteServer;
import io.idem4j.testtools.DynamoFront;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The shop on this machine: its two tables in a DynamoDB in memory, and functions in processes of their own. */
final class LocalShop implements AutoCloseable {
    final DynamoFront front = new DynamoFront(DynaliteServer.shared().endpoint(), true);
    final DynamoDbClient client = DynamoDbClient.builder()
            .endpointOverride(front.endpoint())
            .region(Region.US_EAST_1)
            .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
            .httpClient(UrlConnectionHttpClient.create())
            .build();
    final String records = table("records");
    final String orders = table("orders");
    private final List<LocalRuntime> runtimes = new ArrayList<>();

    private String table(String name) {
        String unique = name + "-" + UUID.randomUUID();
        DynamoDbTable.named(unique).create(client);
        return unique;
    }

    LocalRuntime start(Class<?> function) {
        LocalRuntime runtime = new LocalRuntime(
                function,
                Map.of(
                        "IDEM4J_TABLE", records,
                        "ORDERS_TABLE", orders,
                        "AWS_ENDPOINT_URL_DYNAMODB", front.endpoint().toString()));
        runtimes.add(runtime);
        return runtime;
    }

    /** How often what was done for each order. */
    Map<String, String> effects() {
        Map<String, String> effects = new TreeMap<>();
        for (Map<String, AttributeValue> order :
                client.scan(request -> request.tableName(orders)).items()) {
            order.forEach((name, value) -> {
                if (value.n() != null) {
                    effects.put(order.get("id").s() + " " + name, value.n());
                }
            });
        }
        return effects;
    }

    @Override
    public void close() {
        runtimes.forEach(LocalRuntime::close);
        client.close();
        front.close();
    }
}
