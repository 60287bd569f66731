package io.idem4j.jdbc;

import io.idem4j.IdempotencyKey;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.StoreException;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoreUnavailableException;
import java.sql.SQLException;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sorts failures by what they say about the record (S-13). A state that a server sends with an error of the statement
 * means that its transaction is undone: nothing was written. Where the connection broke, or the state is not known,
 * the phase decides: only the call that commits may have written.
 */
final class SqlErrors {
    /** Feature, cardinality, data, constraint, authorization, schema, database, syntax, access rule, limit of the program. */
    private static final Pattern NO_REPEAT_HELPS =
            Pattern.compile("0A...|2[1-3]...|28...|3D...|3F...|42...|44...|54...|90096");
    /** Of those, what passes: prepared statements that a pooler or a restarted server does not know, or knows already. */
    private static final Set<String> PASSES = Set.of("42P05");
    /** Undone: rollback, resources, state of the server or an object, a limit on waiting, input and output, recovery. */
    private static final Pattern UNDONE =
            Pattern.compile("25...|26...|34...|40...|53...|55...|57014|57P03|57P04|58...|72...|HYT00");

    private static final Set<String> NOT_KNOWN_UNDONE = Set.of("40003", "25P04");
    private static final Pattern MISSING = Pattern.compile("42P01|42703|42S..|3F000");
    private static final Pattern FORBIDDEN = Pattern.compile("42501|90096");

    /** The transaction is undone and the whole of it has to be run again. */
    private static final Set<String> RUN_AGAIN = Set.of("40001", "40P01");

    private final Dialect dialect;
    private final TableName table;
    private final boolean joined;

    SqlErrors(Dialect dialect, TableName table) {
        this(dialect, table, false);
    }

    private SqlErrors(Dialect dialect, TableName table, boolean joined) {
        this.dialect = dialect;
        this.table = table;
        this.joined = joined;
    }

    /** For statements in a transaction that the caller commits: none of them can have written for good. */
    SqlErrors joined() {
        return new SqlErrors(dialect, table, true);
    }

    /** The first SQLSTATE of a failure and its causes: pools wrap the driver's. */
    static String state(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof SQLException sql && sql.getSQLState() != null) {
                return sql.getSQLState();
            }
        }
        return "";
    }

    /** Too long for its column, or beyond a limit of the server. */
    static boolean isTooLarge(Throwable failure) {
        String state = state(failure);
        return state.equals("22001") || state.startsWith("54");
    }

    /** No connection was had, so that nothing of ours was sent, and the driver's own words are safe to keep. */
    StoreException connecting(@Nullable IdempotencyKey key, Exception failure) {
        String state = state(failure);
        if (state.startsWith("28") || state.startsWith("3D")) {
            return new StoreRejectedException(
                    key, "the database refuses the connection" + shown(state) + "; nothing was written", failure);
        }
        return new StoreUnavailableException(
                key, "no connection to the database" + shown(state) + "; nothing was written", failure);
    }

    StoreException failed(@Nullable IdempotencyKey key, Exception failure, boolean writes) {
        String state = state(failure);
        Throwable cause = Causes.withoutText(failure);
        if (NO_REPEAT_HELPS.matcher(state).matches() && !PASSES.contains(state)) {
            return new StoreRejectedException(key, rejection(state) + shown(state) + "; nothing was written", cause);
        }
        boolean undone =
                (UNDONE.matcher(state).matches() && !NOT_KNOWN_UNDONE.contains(state)) || PASSES.contains(state);
        if (joined) {
            String what = RUN_AGAIN.contains(state)
                    ? "the database could not serialize the transaction"
                    : "the database did not carry it out";
            return new StoreUnavailableException(
                    key, what + shown(state) + ": roll back, and run the whole transaction again", cause);
        }
        if (writes && !undone && failure instanceof MaybeWrittenException) {
            return new OutcomeUnknownException(
                    key,
                    "the database's answer was lost" + shown(state) + ": it may have written to " + table.qualified()
                            + "; the same call may be repeated",
                    cause);
        }
        return new StoreUnavailableException(
                key, "the database did not carry it out" + shown(state) + "; nothing was written", cause);
    }

    /** Others were faster each time; or, joined, the caller's snapshot hides a record that is there. */
    StoreUnavailableException contended(@Nullable IdempotencyKey key, int times) {
        String what = joined
                ? "the transaction can't see the record, which was committed after it began, or which changes all the time"
                        + ": roll back, and run the whole transaction again"
                : "the record changed " + times + " times while it was asked for; nothing was written";
        return new StoreUnavailableException(key, what, null);
    }

    private String rejection(String state) {
        if (MISSING.matcher(state).matches()) {
            return table.qualified() + " or a column of it is missing: apply " + dialect.schemaPath() + " from the jar";
        }
        if (FORBIDDEN.matcher(state).matches()) {
            return "the database's user needs SELECT, INSERT, UPDATE and DELETE on " + table.qualified();
        }
        return "the database refuses the statement on " + table.qualified() + ": compare it with "
                + dialect.schemaPath();
    }

    private static String shown(String state) {
        return state.isEmpty() ? "" : " (SQLSTATE " + state + ")";
    }
}
