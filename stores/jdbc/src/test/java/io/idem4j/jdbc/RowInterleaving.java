package io.idem4j.jdbc;

import static org.awaitility.Awaitility.await;

import io.idem4j.IdempotencyKey;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.Interleaving;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * Holds the row's lock, or that of the row to come, until the call waits for it, or is over because it needs none.
 *
 * @param holders connections for the lock
 * @param store gets the call
 * @param joining the store on the connection that holds the lock
 */
record RowInterleaving(
        DataSource holders,
        String table,
        IdempotencyStore store,
        Function<DataSource, IdempotencyStore> joining,
        Waiting waiting)
        implements Interleaving {
    /** How a database tells that a call waits. */
    @FunctionalInterface
    interface Waiting {
        /** Whether this thread waits for that connection's lock. */
        boolean waits(Thread thread, Connection holder) throws SQLException;
    }

    @Override
    public <T> T during(IdempotencyKey key, Function<IdempotencyStore, T> call, Consumer<IdempotencyStore> meanwhile) {
        try (Connection holder = holders.getConnection()) {
            holder.setAutoCommit(false);
            RowLock lock = RowLock.of(holder, table, key);
            FutureTask<T> held = new FutureTask<>(() -> call.apply(store));
            Thread thread = new Thread(held, "held");
            thread.start();
            await().pollInterval(Duration.ofMillis(5)).until(() -> held.isDone() || waiting.waits(thread, holder));
            lock.keepOnlyTheLock();
            meanwhile.accept(joining.apply(DataSources.within(holder)));
            holder.commit();
            return held.get();
        } catch (SQLException | InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }
}
