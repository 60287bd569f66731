package io.idem4j.dynamodb;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoreRejectedException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Where records are, and under which names.
 *
 * @param sortKey name of the sort key, which then holds the id; null: the partition key does
 * @param partition what the partition key holds where there is a sort key
 */
record Layout(
        String table,
        Map<DynamoDbAttribute, String> names,
        @Nullable String sortKey,
        String partition) {
    /** DynamoDB's limits on the two parts of a key. */
    private static final int MOST_PARTITION_BYTES = 2_048;

    private static final int MOST_SORT_BYTES = 1_024;

    Layout {
        names = new EnumMap<>(names);
    }

    String name(DynamoDbAttribute attribute) {
        return Objects.requireNonNull(names.get(attribute));
    }

    @Nullable AttributeValue get(Map<String, AttributeValue> item, DynamoDbAttribute attribute) {
        return item.get(name(attribute));
    }

    /** The item's key, refused where it does not fit (S-15). */
    Map<String, AttributeValue> key(IdempotencyKey key) {
        String id = key.id();
        int bytes = id.getBytes(StandardCharsets.UTF_8).length;
        int most = sortKey == null ? MOST_PARTITION_BYTES : MOST_SORT_BYTES;
        if (bytes > most) {
            throw new StoreRejectedException(
                    key,
                    "key: its id has " + bytes + " bytes, DynamoDB takes " + most + " in "
                            + (sortKey == null ? "a partition key" : "a sort key")
                            + "; nothing was written, shorten scope, principal or value",
                    null);
        }
        Map<String, AttributeValue> parts = new HashMap<>();
        if (sortKey == null) {
            parts.put(name(DynamoDbAttribute.ID), AttributeValue.fromS(id));
        } else {
            parts.put(name(DynamoDbAttribute.ID), AttributeValue.fromS(partition));
            parts.put(sortKey, AttributeValue.fromS(id));
        }
        return parts;
    }
}
