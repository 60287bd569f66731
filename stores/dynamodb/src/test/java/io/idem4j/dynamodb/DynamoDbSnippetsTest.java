package io.idem4j.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.testtools.Numbers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** The programs of docs/stores/dynamodb.md. */
class DynamoDbSnippetsTest extends OnDynamo {
    private final AtomicInteger effects = new AtomicInteger();

    @Test
    void the_table_is_created_where_it_is_missing_and_used() {
        // region table
        DynamoDbTable table = DynamoDbTable.named("idempotency");
        table.create(client);
        // endregion
        assertThat(table.create(client)).isFalse();
        // region store
        DynamoDbStore store = DynamoDbStore.builder(client, "idempotency").build();
        // endregion
        try (Idempotency numbers =
                Idempotency.builder(store).codec(new Numbers()).build()) {
            assertThat(numbers.execute(key, Integer.class, effects::incrementAndGet))
                    .isEqualTo(1);
            assertThat(numbers.execute(key, Integer.class, effects::incrementAndGet))
                    .isEqualTo(1);
        }
        client.deleteTable(request -> request.tableName("idempotency"));
    }

    /** The server of the tests can't set the expiry of a table; that it is asked to is all that can be seen here. */
    @Test
    void the_expiry_of_a_table_is_asked_for_unless_it_is_on() {
        DynamoDbTable table = DynamoDbTable.named(table());
        front.clear();
        assertThatThrownBy(() -> table.enableExpiry(client)).isInstanceOf(DynamoDbException.class);
        assertThat(front.operations()).containsExactly("DescribeTimeToLive", "UpdateTimeToLive");
    }

    @Test
    void a_table_with_a_sort_key_and_mayflys_names() {
        String table = "mayfly-" + key.value();
        new DynamoDbTable(table, "id", null, "expires_at").create(client);
        // region mayfly
        DynamoDbStore store = DynamoDbStore.builder(client, table)
                .attribute(DynamoDbAttribute.EXPIRATION, "expires_at")
                .attribute(DynamoDbAttribute.LEASE, "in_progress_until")
                .build();
        // endregion
        IdempotencyKey order = IdempotencyKey.of("orders.place", "1");
        store.claim(claim(order));
        assertThat(client.getItem(request ->
                                request.tableName(table).key(Map.of("id", AttributeValue.fromS("orders.place#1"))))
                        .item())
                .containsKeys("expires_at", "in_progress_until");
    }

    @Test
    void every_setting() {
        String table = Dynamo.table("key");
        // region settings
        DynamoDbStore store = DynamoDbStore.builder(client, table)
                .sortKey("key", "idempotency#orders")
                .dataFormat(DataFormat.JSON_TEXT)
                .clockSkew(Duration.ofSeconds(2))
                .followServiceClock(true)
                .build();
        // endregion
        assertThat(store.traits().exactText()).isTrue();
        store.claim(claim(key));
        assertThat(store.find(key)).isPresent();
    }
}
