package io.idem4j.records;

import io.idem4j.dynamodb.DynamoDbTable;
import java.net.URI;
import java.util.UUID;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Clients and tables of the server that the tests share. */
public final class Dynamo {
    private Dynamo() {}

    /** Repeats by itself, but not for long. */
    public static DynamoDbClient client(URI endpoint) {
        return DynamoDbClient.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
                .httpClient(UrlConnectionHttpClient.create())
                .overrideConfiguration(config -> config.retryStrategy(strategy -> strategy.maxAttempts(2)))
                .build();
    }

    /** A new table; {@code sortKey} null: none. */
    public static String table(DynamoDbClient client, String partitionKey, String sortKey) {
        String name = "records-" + UUID.randomUUID();
        new DynamoDbTable(name, partitionKey, sortKey, "expiration").create(client);
        return name;
    }
}
