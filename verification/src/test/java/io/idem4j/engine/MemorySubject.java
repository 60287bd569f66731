package io.idem4j.engine;

import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.StoreUnderTest;
import io.idem4j.tck.TestClock;
import java.time.Duration;

/** A new store in memory, on a clock that the test moves. */
final class MemorySubject implements StoreUnderTest {
    private final TestClock clock = new TestClock();
    private final InMemoryStore store = new InMemoryStore(clock);

    @Override
    public IdempotencyStore store() {
        return store;
    }

    @Override
    public TestClock clock() {
        return clock;
    }

    @Override
    public Duration precision() {
        return Duration.ZERO;
    }
}
