package io.idem4j.client;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * Is told of each further attempt before its wait, on a thread of the HTTP client. It must not block; what it throws is ignored
 * (C-05).
 */
@FunctionalInterface
public interface RetryListener {
    /** Why a request is sent again. */
    enum Reason {
        /** No response: the connection failed, or the time for an answer was over. */
        NO_RESPONSE,
        /** The server is at it: 409 with the code, or with {@code Retry-After}. */
        IN_PROGRESS,
        /** 425, 429, 502, 503 or 504. */
        NOT_NOW
    }

    /**
     * A further attempt.
     *
     * @param number of the attempt that ended, from 1
     * @param status of its response, empty if there was none
     * @param delay until the next one
     */
    record Retry(int number, Reason reason, OptionalInt status, Duration delay) {}

    /** A request is sent again after a wait. */
    void retrying(IdempotentRequest request, Retry retry);
}
