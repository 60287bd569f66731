package io.idem4j.http;

/** What a final status of a response can be. */
final class Statuses {
    private static final int LOWEST = 200;
    private static final int HIGHEST = 999;

    private Statuses() {}

    static boolean isFinal(int status) {
        return status >= LOWEST && status <= HIGHEST;
    }

    static int check(int status) {
        if (!isFinal(status)) {
            throw new IllegalArgumentException("status: must be between 200 and 999, is " + status);
        }
        return status;
    }
}
