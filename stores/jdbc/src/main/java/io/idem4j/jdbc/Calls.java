package io.idem4j.jdbc;

import io.idem4j.IdempotencyException;
import io.idem4j.IdempotencyKey;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Brings a connection for one step and gives it back, whatever happens; failures leave sorted. */
final class Calls {
    private final DataSource dataSource;
    private final SqlErrors errors;

    Calls(DataSource dataSource, SqlErrors errors) {
        this.dataSource = dataSource;
        this.errors = errors;
    }

    interface Step<T extends @Nullable Object> {
        T on(Connection connection) throws SQLException;
    }

    <T extends @Nullable Object> T reading(@Nullable IdempotencyKey key, Step<T> step) {
        return call(key, step, false);
    }

    <T extends @Nullable Object> T writing(@Nullable IdempotencyKey key, Step<T> step) {
        return call(key, step, true);
    }

    /**
     * An interrupt waits until the call is over: it would cut a file's channel, and with it H2's whole database, or a
     * wait for the pool. The flag stands again afterwards.
     */
    private <T extends @Nullable Object> T call(@Nullable IdempotencyKey key, Step<T> step, boolean writes) {
        boolean interrupted = Thread.interrupted();
        try {
            return uninterrupted(key, step, writes);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private <T extends @Nullable Object> T uninterrupted(@Nullable IdempotencyKey key, Step<T> step, boolean writes) {
        Connection connection = connect(key);
        try {
            return step.on(connection);
        } catch (IdempotencyException e) {
            throw e;
        } catch (SQLException | RuntimeException e) {
            throw errors.failed(key, e, writes);
        } finally {
            Quietly.close(connection);
        }
    }

    private Connection connect(@Nullable IdempotencyKey key) {
        try {
            return dataSource.getConnection();
        } catch (SQLException | RuntimeException e) {
            throw errors.connecting(key, e);
        }
    }
}
