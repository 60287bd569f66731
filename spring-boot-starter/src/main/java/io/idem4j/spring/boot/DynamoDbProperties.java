package io.idem4j.spring.boot;

import io.idem4j.ConfigurationException;
import io.idem4j.dynamodb.DynamoDbStore;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Records in DynamoDB.
 *
 * @param table Name of the table; must be set where DynamoDB is the store.
 * @param clockSkew By how much the clocks of processes may differ.
 */
@ConfigurationProperties("idem4j.dynamodb")
public record DynamoDbProperties(
        @Nullable String table, @DefaultValue("1s") Duration clockSkew) {

    DynamoDbStore store(DynamoDbClient client) {
        if (table == null) {
            throw new ConfigurationException("idem4j.dynamodb.table", "must be set, to the name of the table", null);
        }
        return IdempotencyProperties.named(
                "idem4j.dynamodb",
                () -> DynamoDbStore.builder(client, table).clockSkew(clockSkew).build());
    }
}
