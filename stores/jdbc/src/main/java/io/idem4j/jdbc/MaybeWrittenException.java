package io.idem4j.jdbc;

import java.sql.SQLException;

/** Marks a failure of the very call that commits: only the server knows how it ended. */
final class MaybeWrittenException extends SQLException {
    private static final long serialVersionUID = 1L;

    MaybeWrittenException(Exception cause) {
        super(cause);
    }
}
