package io.idem4j.jdbc;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Failures without their words: a driver quotes values, a server's detail and context too (E-13). Type, state, code,
 * stack and causes stay.
 */
final class Causes {
    private Causes() {}

    static @Nullable Throwable withoutText(Throwable failure) {
        Set<Throwable> copied = Collections.newSetFromMap(new IdentityHashMap<>());
        Throwable first = failure instanceof MaybeWrittenException ? failure.getCause() : failure;
        return copy(first, copied);
    }

    private static @Nullable Throwable copy(@Nullable Throwable failure, Set<Throwable> copied) {
        if (failure == null || !copied.add(failure)) {
            return null;
        }
        Throwable copy;
        if (failure instanceof IOException) {
            copy = new IOException(failure.toString());
        } else if (failure instanceof SQLException sql) {
            copy = new SQLException(failure.getClass().getName(), sql.getSQLState(), sql.getErrorCode());
        } else {
            copy = new SQLException(failure.getClass().getName());
        }
        copy.setStackTrace(failure.getStackTrace());
        Throwable cause = copy(failure.getCause(), copied);
        if (cause != null) {
            copy.initCause(cause);
        }
        return copy;
    }
}
