package io.idem4j.tck;

import java.util.Objects;
import org.opentest4j.TestAbortedException;

/**
 * Ends a test whose clause the store is known not to hold: thrown by the kit where {@code StoreTraits} say so. The report and the table
 * of guarantees carry its text, so that what a store lacks is read there and never only skipped. A text that begins with {@code not
 * applicable:} is about a clause, or a part of it, that means nothing for the store.
 */
public final class CapabilityGap extends TestAbortedException {
    private static final long serialVersionUID = 1L;

    /**
     * For a clause that the store does not hold.
     *
     * @param lacking what the store does instead, as a reader of the table should see it
     */
    public CapabilityGap(String lacking) {
        super(Objects.requireNonNull(lacking, "lacking"));
    }
}
