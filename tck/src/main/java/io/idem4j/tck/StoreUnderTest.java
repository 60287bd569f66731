package io.idem4j.tck;

import io.idem4j.spi.IdempotencyStore;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A store in the hands of the kit: the store itself, what the kit must know of it, and hooks for what can't be seen
 * through it. What a hook's absence leaves untested is reported as not applicable, with the hook's reason.
 *
 * <p>The kit never uses a key twice, so one store may serve all tests, one after another. Nobody else may purge it.
 */
public interface StoreUnderTest extends AutoCloseable {
    /** The store. */
    IdempotencyStore store();

    /** The clock that the store was given; null where it runs on its server's. */
    @Nullable TestClock clock();

    /** By how much a claim is taken over, and an expired record claimed, late (S-23). */
    default Duration clockSkew() {
        return Duration.ZERO;
    }

    /** Smallest step of the instants that the store keeps; what it stores may differ from what was asked by this much. */
    default Duration precision() {
        return Duration.ofMillis(1);
    }

    /** What becomes of expired records. */
    default ExpiredRecords expiredRecords() {
        return ExpiredRecords.STAY;
    }

    /** Whether a text that was read is the JSON value that was written; asked only where texts may differ (S-09). */
    default boolean sameJson(String written, String read) {
        return written.equals(read);
    }

    /** S-16. */
    default Hook<RoundTrips> roundTrips() {
        return Hook.notApplicable("the harness counts no round trips");
    }

    /** S-17: how many writes the server has seen so far (rows written, transaction ids assigned). */
    default Hook<LongSupplier> writes() {
        return Hook.notApplicable("the harness counts no writes");
    }

    /** S-24. */
    default Hook<ForeignRows> foreignRows() {
        return Hook.notApplicable("no other library writes to this store");
    }

    /** S-13. */
    default Hook<StoreFaults> faults() {
        return Hook.notApplicable("the harness can't make the store fail");
    }

    /** S-01, S-03, S-14, S-19. */
    default Hook<Interleaving> interleaving() {
        return Hook.notApplicable("the harness can't hold a call before its write");
    }

    /** S-19; another one only where a store's times are known not to be those of its writes. */
    default Hook<Interleaving> waitingWrites() {
        return interleaving();
    }

    /**
     * Tests of many rounds make one in so many: by how much a call is slower than one to a database on this machine, or more
     * than 1 for a variant of a store whose other tests make them all.
     */
    default int slowness() {
        return 1;
    }

    /** After each test. */
    @Override
    default void close() {}
}
