package io.idem4j.spi;

import java.util.Objects;

/**
 * What the engine and the contract kit must know of a store.
 *
 * @param name short name for messages and reports
 * @param serverClock leases run on the store's own clock, not on an injected one
 * @param exactText data comes back as the same text; else as the same JSON value
 * @param joinsTransaction everything commits with the caller's transaction, which is the lease (T-02): the engine then
 *     neither renews, waits, repeats nor keeps a claim, and a failed completion is the caller's exception
 * @param completesInTransaction completions commit with the caller's transaction; implied by {@code joinsTransaction}
 * @param maxDataBytes largest {@code data} in UTF-8 bytes; {@code Long.MAX_VALUE}: unbounded
 */
public record StoreTraits(
        String name,
        boolean serverClock,
        boolean exactText,
        boolean joinsTransaction,
        boolean completesInTransaction,
        long maxDataBytes) {
    /** Throws {@code NullPointerException} or {@code IllegalArgumentException} naming the component that is wrong. */
    public StoreTraits {
        Objects.requireNonNull(name, "name");
        if (maxDataBytes < 1) {
            throw new IllegalArgumentException("maxDataBytes: must be positive");
        }
        if (joinsTransaction && !completesInTransaction) {
            throw new IllegalArgumentException("completesInTransaction: must hold where joinsTransaction does");
        }
    }

    /** A store whose claims and completions commit together: both with the caller's transaction, or neither. */
    public StoreTraits(
            String name, boolean serverClock, boolean exactText, boolean joinsTransaction, long maxDataBytes) {
        this(name, serverClock, exactText, joinsTransaction, joinsTransaction, maxDataBytes);
    }
}
