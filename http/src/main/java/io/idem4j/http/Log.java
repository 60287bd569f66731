package io.idem4j.http;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoreException;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * What is logged: kinds and places, never the text of an exception, which may quote what a client sent (E-13). Only a store's is
 * held to that rule itself, and says which table or right is missing.
 */
final class Log {
    private static final System.Logger LOG = System.getLogger("io.idem4j.http");

    private Log() {}

    static void hookFailed(String hook, String consequence, Throwable failure) {
        LOG.log(Level.ERROR, "The hook \"" + hook + "\" failed; " + consequence + ": " + described(failure));
    }

    static void refused(String why, Throwable failure) {
        LOG.log(Level.ERROR, "A request was refused, nothing ran: " + why + ": " + described(failure));
    }

    static void unavailable(Throwable failure) {
        LOG.log(Level.WARNING, "A request was refused, nothing ran: the store does not answer: " + described(failure));
    }

    static void unrecorded(@Nullable IdempotencyKey key, String what) {
        LOG.log(Level.WARNING, "The handler ran for " + key + " and its response is sent, but " + what);
    }

    static void undescribed(@Nullable IdempotencyKey key, int status, Throwable failure) {
        LOG.log(
                Level.ERROR,
                "The handler ran for " + key + " and gave a response that can't be recorded, with the status " + status
                        + "; duplicates are told that it was not kept: " + described(failure));
    }

    private static String described(Throwable failure) {
        if (failure instanceof StoreException) {
            return failure.getClass().getName() + ": " + failure.getMessage();
        }
        StackTraceElement[] trace = failure.getStackTrace();
        return failure.getClass().getName() + (trace.length == 0 ? "" : " at " + trace[0]);
    }
}
