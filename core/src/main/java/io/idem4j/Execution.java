package io.idem4j;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a running action knows of its claim. Thread-safe. Implemented by the library only. */
public interface Execution {
    /** As claimed; null where it was skipped. */
    @Nullable IdempotencyKey key();

    /** 1, then one more for each takeover. */
    int attempt();

    /** Whether an earlier attempt, or an earlier run with this execution id, may have had its effect. */
    boolean mayHaveRunBefore();

    /** What is left of the lease by this process's monotonic clock; zero once it is over; a claim without an end: 100 years. */
    Duration leaseLeft();

    /** Whether the claim is known, or by the local clock must be taken, to be lost: stop, the result may not be recorded (E-07). */
    boolean isLeaseLost();

    /**
     * Ends the lease this long from now; false if the claim is lost. Throws {@link StoreException} where the store does
     * not answer, and {@code IllegalArgumentException} if the duration is not positive.
     */
    boolean renew(Duration leaseFor);

    /**
     * A key for the next service in the chain: same operation and name, same key, on every attempt; a new one each time
     * where the key was skipped. 32 hex digits.
     *
     * @param name what the key is for, such as {@code "charge"}; not blank
     */
    String downstreamKey(String name);

    /** Says that there was no effect: the result is returned and the claim released (E-15). */
    void abandon();
}
