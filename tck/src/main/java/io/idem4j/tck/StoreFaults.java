package io.idem4j.tck;

import java.util.Set;

/** Makes a store's driver or server fail (S-13). */
public interface StoreFaults {
    /** What goes wrong. */
    enum Kind {
        /** The server can't be reached: no request leaves. */
        UNREACHABLE,
        /** The server refuses in a way that no repeat cures: a missing table, a permission. */
        REFUSED,
        /** The request is sent and carried out, its reply never comes. */
        REPLY_LOST
    }

    /** What this harness can make go wrong. */
    Set<Kind> kinds();

    /** From now on every call fails so, until the answer is run. */
    Runnable begin(Kind kind);
}
