package io.idem4j.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Where the connection of the caller's transaction is. Called on the caller's thread, for each store call anew. */
@FunctionalInterface
public interface TransactionConnections {
    /**
     * The connection of the transaction in which the calling thread is, with autocommit off; it is used and left open.
     * Outside of a transaction: null, or a connection with autocommit on, which is closed unused.
     */
    @Nullable Connection current() throws SQLException;
}
