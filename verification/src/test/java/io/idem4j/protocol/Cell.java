package io.idem4j.protocol;

/**
 * The record of the one key as a small number: status, token, attempt, ticks until lease and retention are over, whose result
 * it holds, and which payload was asked for. Ticks count from now; {@link #OVER} once past.
 */
final class Cell {
    static final int ABSENT = 0;
    static final int IN_PROGRESS = 1;
    static final int COMPLETED = 2;

    static final int OVER = -1;
    static final int NO_END = 2;
    static final int WIDTH = 18;

    /** Nothing is stored. */
    static final int NONE = of(ABSENT, World.NOBODY, 0, OVER, OVER, World.NOBODY, 0);

    private static final int TOKEN = 2;
    private static final int ATTEMPT = 5;
    private static final int LEASE = 8;
    private static final int KEEP = 10;
    private static final int DATA = 13;
    private static final int PAYLOAD = 16;

    private Cell() {}

    static int of(int status, int token, int attempt, int lease, int keep, int data, int payload) {
        return status
                | token << TOKEN
                | attempt << ATTEMPT
                | (lease + 1) << LEASE
                | (keep + 1) << KEEP
                | data << DATA
                | payload << PAYLOAD;
    }

    static int status(int cell) {
        return cell & 3;
    }

    static int token(int cell) {
        return cell >> TOKEN & 7;
    }

    static int attempt(int cell) {
        return cell >> ATTEMPT & 7;
    }

    static int lease(int cell) {
        return (cell >> LEASE & 3) - 1;
    }

    static int keep(int cell) {
        return (cell >> KEEP & 7) - 1;
    }

    static int data(int cell) {
        return cell >> DATA & 7;
    }

    static int payload(int cell) {
        return cell >> PAYLOAD & 3;
    }

    static boolean isHeldBy(int cell, int token) {
        return status(cell) == IN_PROGRESS && token(cell) == token;
    }

    static boolean isLapsed(int cell) {
        return status(cell) == IN_PROGRESS && lease(cell) == OVER;
    }

    static boolean isExpired(int cell) {
        return status(cell) != ABSENT && keep(cell) == OVER;
    }

    /** One tick later. */
    static int later(int cell) {
        if (status(cell) == ABSENT) {
            return cell;
        }
        int lease = lease(cell) == NO_END ? NO_END : Math.max(OVER, lease(cell) - 1);
        int keep = Math.max(OVER, keep(cell) - 1);
        return of(status(cell), token(cell), attempt(cell), lease, keep, data(cell), payload(cell));
    }

    static int renamed(int cell, int[] names) {
        return of(
                status(cell),
                World.renamed(token(cell), names),
                attempt(cell),
                lease(cell),
                keep(cell),
                World.renamed(data(cell), names),
                payload(cell));
    }
}
