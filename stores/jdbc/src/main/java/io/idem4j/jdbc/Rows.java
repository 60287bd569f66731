package io.idem4j.jdbc;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.InconsistentStateException;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Rows to records. A row that makes no sense is an {@link InconsistentStateException} that quotes nothing of it. */
final class Rows {
    /** The columns of a record in the order in which {@link #record} reads them. */
    static final String COLUMNS = "principal, scope, idempotency_key, status, token, owner, fingerprint, attempt,"
            + " lease_until, expires_at, created_at, completed_at, claimed_by, data";

    /** What follows {@link #COLUMNS} in a result: the moment of the snapshot, then what else a statement answers. */
    static final int OBSERVED_AT = 15;

    private Rows() {}

    /** The same columns of one table of several. */
    static String columnsOf(String alias) {
        return alias + "." + COLUMNS.replace(", ", ", " + alias + ".");
    }

    static StoredRecord record(ResultSet row, @Nullable IdempotencyKey key, Instant observedAt) throws SQLException {
        try {
            IdempotencyKey known = key == null ? key(row.getString(1), row.getString(2), row.getString(3)) : key;
            return new StoredRecord(
                    known,
                    status(key, row.getString(4)),
                    new Token(row.getString(5)),
                    row.getString(6),
                    fingerprint(row.getString(7)),
                    row.getInt(8),
                    instant(row, 9),
                    instant(row, 10),
                    instant(row, 11),
                    instant(row, 12),
                    row.getString(14),
                    row.getString(13),
                    observedAt);
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new InconsistentStateException(
                    key, "a row has a key, token, fingerprint or attempt that can't be; nothing was written", null);
        }
    }

    static RecordStatus status(@Nullable IdempotencyKey key, String text) {
        for (RecordStatus status : RecordStatus.values()) {
            if (status.name().equals(text)) {
                return status;
            }
        }
        throw new InconsistentStateException(
                key, "a row has a status that this version does not know; nothing was written", null);
    }

    static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    private static @Nullable Fingerprint fingerprint(@Nullable String value) {
        return value == null ? null : new Fingerprint(value);
    }

    private static IdempotencyKey key(String principal, String scope, String value) {
        if (principal.isEmpty() && scope.isEmpty() && !value.strip().equals(value)) {
            return IdempotencyKey.ofId(value);
        }
        IdempotencyKey key = scope.isEmpty() ? unscoped(principal, value) : IdempotencyKey.of(scope, value);
        return principal.isEmpty() ? key : key.forPrincipal(principal);
    }

    /** An id made elsewhere stands where an unscoped key does, and may hold what a key can't. */
    private static IdempotencyKey unscoped(String principal, String value) {
        try {
            return IdempotencyKey.unscoped(value);
        } catch (IllegalArgumentException e) {
            if (principal.isEmpty()) {
                return IdempotencyKey.ofId(value);
            }
            throw e;
        }
    }
}
