package io.idem4j.jdbc;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one database does differently: each method is one atomic step, in a READ COMMITTED transaction of its own unless
 * it joins the caller's, and leaves the connection's settings as they were.
 */
interface Steps {
    /** Null: the record went away or changed in between, so that there is neither a claim nor a record; again. */
    @Nullable ClaimResult claim(Connection connection, ClaimRequest request) throws SQLException;

    Seen complete(Connection connection, ClaimToken claim, Completion completion) throws SQLException;

    Seen release(Connection connection, ClaimToken claim) throws SQLException;

    Seen renew(Connection connection, ClaimToken claim, Duration leaseFor, Duration keepFor) throws SQLException;

    Seen forget(Connection connection, IdempotencyKey key, RecordStatus status, Token token) throws SQLException;

    /** Expired or not. */
    Optional<StoredRecord> find(Connection connection, IdempotencyKey key) throws SQLException;

    int purge(Connection connection, int limit) throws SQLException;

    List<StoredRecord> unsettled(Connection connection, int limit) throws SQLException;

    /** The same steps in the caller's transaction, each in a savepoint, so that one that fails does not spoil it. */
    Steps joining();

    /** Whether a claim that fails so has waited long enough for another transaction (T-03). */
    boolean isLockTimeout(SQLException failure);

    /**
     * What a write by token met.
     *
     * @param changed it was done
     * @param status of the row before; null: there was none
     * @param token of the row before; null: there was none
     */
    record Seen(
            boolean changed,
            @Nullable RecordStatus status,
            @Nullable String token) {
        static final Seen CHANGED = new Seen(true, null, null);
        static final Seen ABSENT = new Seen(false, null, null);

        boolean isAbsent() {
            return status == null;
        }

        boolean isUnder(Token other) {
            return other.value().equals(token);
        }

        boolean isInProgressUnder(Token other) {
            return status == RecordStatus.IN_PROGRESS && isUnder(other);
        }
    }
}
