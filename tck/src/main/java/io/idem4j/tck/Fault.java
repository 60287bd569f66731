package io.idem4j.tck;

/** How a call of a {@link FaultyStore} goes. Immutable. */
public sealed interface Fault {
    /** As it should. */
    record None() implements Fault {}

    /** Fails with {@code StoreUnavailableException}; the store never hears of it. */
    record FailBefore() implements Fault {}

    /** The store carries it out; the caller gets {@code OutcomeUnknownException}. */
    record LoseReply() implements Fault {}

    /** The caller gets {@code OutcomeUnknownException} at once; the call reaches the store when the test says so. */
    record ArriveLate() implements Fault {}

    /**
     * Held back on the caller's thread, then carried out and answered.
     *
     * @param before runs first: waits for a latch, moves a clock, makes other calls
     */
    record Delay(Runnable before) implements Fault {}
}
