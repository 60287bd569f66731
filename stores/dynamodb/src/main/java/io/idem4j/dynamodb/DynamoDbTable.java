package io.idem4j.dynamodb;

import io.idem4j.ConfigurationException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/**
 * Makes the table of a {@link DynamoDbStore}, for tests and for those who have no other tool for it. Immutable, thread-safe.
 * Failures are the SDK's own exceptions.
 *
 * @param table its name
 * @param partitionKey name of its partition key; the store's {@link DynamoDbAttribute#ID}
 * @param sortKey name of its sort key; null: none
 * @param expiration name of the attribute that the service deletes expired items by
 */
public record DynamoDbTable(
        String table, String partitionKey, @Nullable String sortKey, String expiration) {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    private static final int MOST_LOOKS = 600;

    /** Throws {@link ConfigurationException} naming a component that is blank. */
    public DynamoDbTable {
        requireName("table", table);
        requireName("partitionKey", partitionKey);
        requireName("expiration", expiration);
        if (sortKey != null) {
            requireName("sortKey", sortKey);
        }
    }

    /** With the names that Powertools uses, and no sort key. */
    public static DynamoDbTable named(String table) {
        return new DynamoDbTable(
                table, DynamoDbAttribute.ID.standardName(), null, DynamoDbAttribute.EXPIRATION.standardName());
    }

    private static void requireName(String component, String name) {
        if (Objects.requireNonNull(name, component).isBlank()) {
            throw new ConfigurationException(component, "must be a name", null);
        }
    }

    /**
     * Creates the table where it is missing, billed per request, and waits until it can be used. One that is there stays
     * as it is.
     *
     * @return whether it was missing
     */
    public boolean create(DynamoDbClient client) {
        boolean created = true;
        try {
            client.createTable(request());
        } catch (ResourceInUseException e) {
            created = false;
        }
        try (DynamoDbWaiter waiter = DynamoDbWaiter.builder()
                .client(client)
                .overrideConfiguration(waiting -> waiting.maxAttempts(MOST_LOOKS)
                        .backoffStrategyV2(BackoffStrategy.fixedDelayWithoutJitter(BETWEEN_LOOKS)))
                .build()) {
            waiter.waitUntilTableExists(request -> request.tableName(table));
        }
        return created;
    }

    private CreateTableRequest request() {
        CreateTableRequest.Builder request =
                CreateTableRequest.builder().tableName(table).billingMode(BillingMode.PAY_PER_REQUEST);
        if (sortKey == null) {
            return request.keySchema(part(partitionKey, KeyType.HASH))
                    .attributeDefinitions(text(partitionKey))
                    .build();
        }
        return request.keySchema(part(partitionKey, KeyType.HASH), part(sortKey, KeyType.RANGE))
                .attributeDefinitions(text(partitionKey), text(sortKey))
                .build();
    }

    private static KeySchemaElement part(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    private static AttributeDefinition text(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    /**
     * Lets the service delete expired items, if it does not already; without it they stay, and count as absent all the same.
     * Where another attribute is used for that, the service refuses.
     *
     * @return whether it was off
     */
    public boolean enableExpiry(DynamoDbClient client) {
        DescribeTimeToLiveResponse described = client.describeTimeToLive(request -> request.tableName(table));
        TimeToLiveStatus status = described.timeToLiveDescription().timeToLiveStatus();
        boolean on = status == TimeToLiveStatus.ENABLED || status == TimeToLiveStatus.ENABLING;
        if (on && expiration.equals(described.timeToLiveDescription().attributeName())) {
            return false;
        }
        client.updateTimeToLive(request -> request.tableName(table)
                .timeToLiveSpecification(spec -> spec.attributeName(expiration).enabled(true)));
        return true;
    }
}
