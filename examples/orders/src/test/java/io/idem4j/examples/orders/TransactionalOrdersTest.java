package io.idem4j.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.jdbc.JdbcStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** On a pool of one connection: whoever held it and asked for a second would wait for ever. */
class TransactionalOrdersTest {
    private static final IdempotencyKey KEY = IdempotencyKey.of("orders.place", "order-1");

    private final HikariDataSource pool = new HikariDataSource();
    private final List<String> charges = new ArrayList<>();
    private JdbcStore store;
    private Idempotency idempotency;
    private TransactionTemplate transactions;
    private TransactionalOrders orders;

    @BeforeEach
    void start() {
        pool.setJdbcUrl("jdbc:h2:mem:transactional-orders");
        pool.setMaximumPoolSize(1);
        pool.setConnectionTimeout(5_000);
        new JdbcTemplate(pool).execute("CREATE TABLE orders_in_transaction (id VARCHAR PRIMARY KEY)");
        store = JdbcStore.builder(pool).createSchema(true).build();
        idempotency = Idempotency.builder(store).build();
        transactions = new TransactionTemplate(new DataSourceTransactionManager(pool));
        orders = new TransactionalOrders(idempotency, store, pool, transactions);
    }

    @AfterEach
    void end() {
        idempotency.close();
        pool.close();
    }

    private int rows() {
        return Optional.ofNullable(new JdbcTemplate(pool)
                        .queryForObject("SELECT count(*) FROM orders_in_transaction", Integer.class))
                .orElseThrow();
    }

    private String charge(String downstreamKey) {
        charges.add(downstreamKey);
        return "receipt " + charges.size();
    }

    @Test
    void a_row_is_placed_once_and_its_duplicate_gets_the_same_answer() {
        assertThat(orders.place(KEY, "1")).isEqualTo("placed 1");
        assertThat(orders.place(KEY, "1")).isEqualTo("placed 1");
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void an_outer_transaction_that_rolls_back_takes_row_and_record_with_it() {
        transactions.executeWithoutResult(status -> {
            orders.place(KEY, "1");
            status.setRollbackOnly();
        });
        assertThat(rows()).isZero();
        assertThat(store.find(KEY)).isEmpty();
        assertThat(orders.place(KEY, "1")).isEqualTo("placed 1");
    }

    @Test
    void a_card_is_charged_once_and_its_duplicate_gets_the_same_receipt() {
        assertThat(orders.placeAndCharge(KEY, "1", this::charge)).isEqualTo("receipt 1");
        assertThat(orders.placeAndCharge(KEY, "1", this::charge)).isEqualTo("receipt 1");
        assertThat(charges).hasSize(1);
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void a_row_that_can_not_be_written_gives_the_claim_back_and_the_next_charge_has_the_same_key() {
        new JdbcTemplate(pool).update("INSERT INTO orders_in_transaction VALUES ('1')");
        assertThatExceptionOfType(DuplicateKeyException.class)
                .isThrownBy(() -> orders.placeAndCharge(KEY, "1", this::charge));
        new JdbcTemplate(pool).update("DELETE FROM orders_in_transaction");

        assertThat(orders.placeAndCharge(KEY, "1", this::charge)).isEqualTo("receipt 2");
        assertThat(charges).hasSize(2).containsOnly(charges.get(0));
        assertThat(store.find(KEY).map(StoredRecord::status)).hasValue(RecordStatus.COMPLETED);
    }
}
