package io.idem4j.lambda;

import io.idem4j.dynamodb.DynamoDbTable;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Clients and tables of the server in memory. */
final class Dynamo {
    private Dynamo() {}

    /** Repeats by itself, but not for long. */
    static DynamoDbClient client(URI endpoint, ExecutionInterceptor... interceptors) {
        return DynamoDbClient.builder()
                .overrideConfiguration(configuration -> configuration
                        .retryStrategy(strategy -> strategy.maxAttempts(2))
                        .executionInterceptors(List.of(interceptors)))
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    static String table(DynamoDbClient client) {
        String name = "lambda-" + UUID.randomUUID();
        DynamoDbTable.named(name).create(client);
        return name;
    }
}
