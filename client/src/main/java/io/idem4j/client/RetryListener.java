package io.idem4j.client;

import java.net.URI;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * Is told of each further attempt before its wait, on a thread of the HTTP client or on the caller's. It must not block; what it
 * throws is ignored (C-05).
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
     * @param method of the request
     * @param key the value of the header. It may be a secret: whoever knows it can ask for the response
     * @param number of the attempt that ended, from 1
     * @param status of its response, empty if there was none
     * @param delay until the next one
     */
    record Retry(String method, URI uri, String key, int number, Reason reason, OptionalInt status, Duration delay) {
        /** What may be logged: neither key nor path. */
        @Override
        public String toString() {
            String with = status.isPresent() ? " " + status.getAsInt() : "";
            return "attempt " + number + " of " + method + " to " + uri.getHost() + ": " + reason + with + ", again in "
                    + delay.toMillis() + " ms";
        }
    }

    /** A request is sent again after a wait. */
    void retrying(Retry retry);
}
