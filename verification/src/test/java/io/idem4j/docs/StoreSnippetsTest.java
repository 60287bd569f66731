package io.idem4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.docs.Shop.Order;
import io.idem4j.docs.Shop.Orders;
import io.idem4j.docs.Shop.Receipt;
import io.idem4j.jdbc.Dialect;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.redis.RedisStore;
import io.idem4j.testtools.RedisServer;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** The page on stores. */
class StoreSnippetsTest {
    private final Orders orders = new Orders();
    private final Order order = new Order("7f1c", "ann", "book", 2);
    private final IdempotencyKey key = IdempotencyKey.of("orders.place", "7f1c");

    @Test
    void records_are_kept_in_the_services_own_database() {
        DataSource dataSource = database("records");
        // region jdbc
        JdbcStore store = JdbcStore.builder(dataSource).createSchema(true).build();
        Idempotency idempotency = Idempotency.builder(store).build();
        // endregion
        Receipt first = idempotency.execute(key, Receipt.class, () -> orders.place(order));
        try (Idempotency otherProcess =
                Idempotency.builder(JdbcStore.builder(dataSource).build()).build()) {
            assertThat(otherProcess.execute(key, Receipt.class, () -> orders.place(order)))
                    .isEqualTo(first);
        }
        assertThat(orders.placed()).isEqualTo(1);
    }

    @Test
    void every_setting_of_a_jdbc_store() {
        DataSource dataSource = database("settings");
        // region settings
        JdbcStore store = JdbcStore.builder(dataSource)
                .dialect(Dialect.H2)
                .table("orders_idempotency")
                .createSchema(true)
                .lockWait(Duration.ofMillis(500))
                .maxDataBytes(65_536)
                .build();
        // endregion
        assertThat(store.traits().maxDataBytes()).isEqualTo(65_536);
        assertThat(JdbcStore.schema(Dialect.POSTGRESQL, "orders_idempotency"))
                .contains("orders_idempotency_expires_at");
    }

    @Test
    void records_are_kept_in_the_services_own_redis() {
        String uri = RedisServer.shared().uri();
        IdempotencyKey ofRedis =
                IdempotencyKey.of("orders.place", UUID.randomUUID().toString());
        // region redis
        RedisStore store = RedisStore.builder(uri).build();
        Idempotency idempotency = Idempotency.builder(store).build();
        // endregion
        try (store;
                RedisStore other = RedisStore.builder(uri).build();
                Idempotency otherProcess = Idempotency.builder(other).build()) {
            Receipt first = idempotency.execute(ofRedis, Receipt.class, () -> orders.place(order));
            assertThat(otherProcess.execute(ofRedis, Receipt.class, () -> orders.place(order)))
                    .isEqualTo(first);
        }
        assertThat(orders.placed()).isEqualTo(1);
    }

    @Test
    void every_setting_of_a_redis_store() {
        String uri = RedisServer.shared().uri();
        // region redis-settings
        RedisStore store = RedisStore.builder(uri)
                .keyPrefix("orders:")
                .timeout(Duration.ofMillis(500))
                .maxDataBytes(65_536)
                .notifications(false)
                .waitForReplicas(1, Duration.ofMillis(100))
                .checkServer(false)
                .build();
        // endregion
        assertThat(store.traits().maxDataBytes()).isEqualTo(65_536);
        store.close();
    }

    @Test
    void keys_of_redis_shared_with_powertools_have_no_prefix() {
        String uri = RedisServer.shared().uri();
        // region redis-powertools
        RedisStore store = RedisStore.builder(uri).sharedWithPowertools(true).build();
        // endregion
        IdempotencyKey theirs = IdempotencyKey.ofId("orders#" + UUID.randomUUID());
        try (store;
                RedisStore plain = RedisStore.builder(uri).keyPrefix("").build();
                Idempotency idempotency = Idempotency.builder(store).build()) {
            idempotency.execute(theirs, Receipt.class, () -> orders.place(order));
            assertThat(plain.find(theirs)).isPresent();
        }
    }

    private static DataSource database(String name) {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:docs-" + name + ";DB_CLOSE_DELAY=-1");
        return dataSource;
    }
}
