package io.idem4j.examples.orders;

import io.idem4j.Attempt;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.Outcome;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.jdbc.TransactionConnections;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Orders whose rows and records share a database, in both orders of transactional mode. {@link #place} has nothing to do
 * but write rows: claim, row and result are one commit. {@link #placeAndCharge} also charges a card, which no database can
 * take back: it claims first, in a commit of its own that the next attempt can see, and then commits row and result.
 */
public final class TransactionalOrders {
    private static final String INSERT = "INSERT INTO orders_in_transaction (id) VALUES (?)";

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transactions;
    private final Idempotency joining;
    private final Idempotency completing;

    /** All on one data source; {@code transactions} manages its transactions. */
    public TransactionalOrders(
            Idempotency idempotency, JdbcStore store, DataSource dataSource, TransactionTemplate transactions) {
        this.jdbc = new JdbcTemplate(dataSource);
        this.transactions = transactions;
        // region setup
        TransactionConnections current = () -> TransactionSynchronizationManager.isActualTransactionActive()
                ? DataSourceUtils.getConnection(dataSource)
                : null;
        this.joining = idempotency.on(store.joining(current));
        this.completing = idempotency.on(store.completingIn(current));
        // endregion
    }

    /** Row and record in one commit; a duplicate waits for it and gets the same answer. */
    public String place(IdempotencyKey key, String id) {
        // region joining
        return transactions.execute(status -> joining.execute(key, String.class, () -> {
            jdbc.update(INSERT, id);
            return "placed " + id;
        }));
        // endregion
    }

    /**
     * Claims, charges, then commits row and record together.
     *
     * @param charge is given the key to send to whoever charges
     */
    public String placeAndCharge(IdempotencyKey key, String id, UnaryOperator<String> charge) {
        // region completing
        Attempt<String> attempt = completing.call(key, String.class).begin();
        if (!(attempt instanceof Attempt.Started<String> mine)) {
            return ((Outcome.Duplicate<String>) attempt).get();
        }
        try {
            String receipt = charge.apply(mine.execution().downstreamKey("charge"));
            return transactions.execute(status -> {
                jdbc.update(INSERT, id);
                return mine.complete(receipt).value();
            });
        } catch (RuntimeException e) {
            mine.fail(e);
            throw e;
        }
        // endregion
    }
}
