package io.idem4j.dynamodb;

import io.idem4j.testtools.DynaliteServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Clients and tables of the server that the tests share. */
final class Dynamo {
    private Dynamo() {}

    /** The SDK's defaults, its repeats among them. */
    static DynamoDbClient client(URI endpoint) {
        return client(endpoint, config -> {});
    }

    static DynamoDbClient client(URI endpoint, Consumer<ClientOverrideConfiguration.Builder> config) {
        return DynamoDbClient.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
                .httpClient(UrlConnectionHttpClient.builder()
                        .socketTimeout(Duration.ofSeconds(10))
                        .build())
                .overrideConfiguration(config)
                .build();
    }

    /** The SDK repeats, but not for long. */
    static DynamoDbClient clientOfFewRepeats(URI endpoint) {
        return client(endpoint, config -> config.retryStrategy(strategy -> strategy.maxAttempts(2)));
    }

    /** Each request once. */
    static DynamoDbClient withoutRepeats(URI endpoint) {
        return client(endpoint, config -> config.retryStrategy(strategy -> strategy.maxAttempts(1)));
    }

    /** Passes each call on to whichever client it is then. */
    static DynamoDbClient switching(Supplier<DynamoDbClient> current) {
        return (DynamoDbClient) Proxy.newProxyInstance(
                Dynamo.class.getClassLoader(), new Class<?>[] {DynamoDbClient.class}, (proxy, method, arguments) -> {
                    try {
                        return method.invoke(current.get(), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** A new table with the partition key {@code id}, and a sort key if it has a name. */
    static String table(String sortKey) {
        String name = "records-" + UUID.randomUUID();
        try (DynamoDbClient client = client(DynaliteServer.shared().endpoint())) {
            new DynamoDbTable(name, "id", sortKey, "expiration").create(client);
        }
        return name;
    }
}
