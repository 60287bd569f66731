package io.idem4j.tck.reference;

import io.idem4j.tck.StoreContract;
import io.idem4j.tck.StoreUnderTest;
import io.idem4j.tck.TestClock;
import java.time.Duration;

/** The kit accepts a store that keeps every clause; here a margin of a second stands between clocks. */
class ReferenceStoreContractTest extends StoreContract {
    @Override
    protected StoreUnderTest open() {
        TestClock clock = new TestClock();
        Duration skew = Duration.ofSeconds(1);
        return new ReferenceHarness(new ReferenceStore(clock, skew), clock, skew);
    }
}
