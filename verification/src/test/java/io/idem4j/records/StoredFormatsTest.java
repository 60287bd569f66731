package io.idem4j.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.dynamodb.DynamoDbStore;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.redis.RedisStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.testtools.DynaliteServer;
import io.idem4j.testtools.PostgresServer;
import io.idem4j.testtools.RedisServer;
import io.lettuce.core.RedisClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Records as the first version wrote them, letter by letter. They are never changed: a store that can't read one of them
 * any more would run what has happened.
 */
class StoredFormatsTest {
    private static final long LATER_SECONDS = 4_102_444_800L;

    private final String value = UUID.randomUUID().toString();
    private final IdempotencyKey key = IdempotencyKey.of("orders.place", value).forPrincipal("ann");

    private void assertReplays(IdempotencyStore store) {
        assertThat(Idempotency.builder(store).build().execute(key, String.class, () -> "ran again"))
                .isEqualTo("placed 17");
        assertThat(store.find(key).orElseThrow())
                .satisfies(record -> assertThat(record.attempt()).isEqualTo(2));
    }

    private void insert(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO idempotency_record (principal, scope, idempotency_key, status, token, owner,"
                    + " fingerprint, attempt, lease_until, expires_at, created_at, completed_at, claimed_by, data) VALUES"
                    + " ('ann', 'orders.place', '" + value + "', 'COMPLETED', 'cL5GqgTjD0i3Qp1vVZ8d2w', NULL, NULL, 2,"
                    + " TIMESTAMP WITH TIME ZONE '2026-01-01 00:00:30+00', TIMESTAMP WITH TIME ZONE '2100-01-01 00:00:00+00',"
                    + " TIMESTAMP WITH TIME ZONE '2026-01-01 00:00:00+00', TIMESTAMP WITH TIME ZONE '2026-01-01 00:00:01+00',"
                    + " 'host/1', '\"placed 17\"')");
        }
    }

    @Test
    void a_row_of_schema_1_in_postgresql() throws SQLException {
        DataSource dataSource = PostgresServer.shared().dataSource();
        JdbcStore store = JdbcStore.builder(dataSource).createSchema(true).build();
        insert(dataSource);

        assertReplays(store);
    }

    @Test
    void a_row_of_schema_1_in_h2() throws SQLException {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        JdbcStore store = JdbcStore.builder(dataSource).createSchema(true).build();
        insert(dataSource);

        assertReplays(store);
    }

    @Test
    void a_value_of_format_1_in_redis() {
        String uri = RedisServer.shared().uri();
        try (RedisClient client = RedisClient.create(uri);
                RedisStore store = RedisStore.builder(uri).build()) {
            client.connect()
                    .sync()
                    .set(
                            "idem4j:orders.place#ann#" + value,
                            "{\"status\":\"COMPLETED\",\"idem4j\":1,\"expiration\":" + LATER_SECONDS
                                    + ",\"expires_at\":" + LATER_SECONDS
                                    + "000,\"in_progress_expiration\":1767225630000"
                                    + ",\"token\":\"cL5GqgTjD0i3Qp1vVZ8d2w\",\"attempt\":2,\"claimed_by\":\"host/1\""
                                    + ",\"created_at\":1767225600000,\"completed_at\":1767225601000"
                                    + ",\"data\":\"placed 17\"}");

            assertReplays(store);
        }
    }

    @Test
    void an_item_in_dynamodb() {
        try (DynamoDbClient client = Dynamo.client(DynaliteServer.shared().endpoint())) {
            String table = Dynamo.table(client, "id", null);
            Map<String, AttributeValue> item = new HashMap<>();
            item.put("id", AttributeValue.fromS("orders.place#ann#" + value));
            item.put("status", AttributeValue.fromS("COMPLETED"));
            item.put("expiration", AttributeValue.fromN(Long.toString(LATER_SECONDS)));
            item.put("in_progress_expiration", AttributeValue.fromN("1767225630000"));
            item.put("token", AttributeValue.fromS("cL5GqgTjD0i3Qp1vVZ8d2w"));
            item.put("attempt", AttributeValue.fromN("2"));
            item.put("createdAt", AttributeValue.fromN("1767225600000"));
            item.put("completedAt", AttributeValue.fromN("1767225601000"));
            item.put("claimedBy", AttributeValue.fromS("host/1"));
            item.put("data", AttributeValue.fromS("placed 17"));
            client.putItem(put -> put.tableName(table).item(item));

            assertReplays(DynamoDbStore.builder(client, table).build());
        }
    }
}
