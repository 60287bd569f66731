package io.idem4j.spring;

import io.idem4j.Idempotency;
import io.idem4j.jdbc.JdbcStore;
import io.idem4j.jdbc.TransactionConnections;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spring.MethodPlan.Boundary;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Views of the store that write in the current transaction. */
final class Stores {
    private final BeanFactory beans;

    Stores(BeanFactory beans) {
        this.beans = beans;
    }

    Idempotency inTransaction(MethodPlan plan, Idempotency idempotency) {
        IdempotencyStore store = beans.getBeanProvider(IdempotencyStore.class).getIfUnique();
        DataSource dataSource = beans.getBeanProvider(DataSource.class).getIfUnique();
        if (!(store instanceof JdbcStore records) || dataSource == null) {
            throw plan.place()
                    .wrong(
                            "transactional",
                            "needs a JdbcStore as the store, and its DataSource as the only or primary one");
        }
        DataSource bound = unwrapped(dataSource);
        TransactionConnections current = () -> TransactionSynchronizationManager.isActualTransactionActive()
                        && TransactionSynchronizationManager.hasResource(bound)
                ? DataSourceUtils.getConnection(bound)
                : null;
        return idempotency.on(
                plan.boundary() == Boundary.CLAIM_AND_RESULT
                        ? records.joining(current)
                        : records.completingIn(current));
    }

    /** As transaction managers bind it. */
    private static DataSource unwrapped(DataSource dataSource) {
        @Nullable DataSource target =
                dataSource instanceof TransactionAwareDataSourceProxy proxy ? proxy.getTargetDataSource() : null;
        return target == null ? dataSource : target;
    }
}
