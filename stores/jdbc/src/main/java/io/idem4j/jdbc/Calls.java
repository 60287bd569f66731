package io.idem4j.jdbc;

import io.idem4j.IdempotencyException;
import io.idem4j.IdempotencyKey;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Has a connection for one step and gives it back, whatever happens; failures leave sorted. */
final class Calls {
    private final Connections connections;
    private final SqlErrors errors;

    Calls(Connections connections, SqlErrors errors) {
        this.connections = connections;
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
            connections.close(connection);
        }
    }

    private Connection connect(@Nullable IdempotencyKey key) {
        try {
            return connections.open(key);
        } catch (IdempotencyException e) {
            throw e;
        } catch (SQLException | RuntimeException e) {
            throw errors.connecting(key, e);
        }
    }
}
