package io.idem4j.tck;

import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.IdempotencyStore;
import java.time.Duration;
import java.util.function.LongSupplier;

@OnStore("memory")
class InMemoryStoreContractTest extends StoreContract {
    @Override
    protected StoreUnderTest open() {
        TestClock clock = new TestClock();
        HeldStripe held = new HeldStripe(clock);
        return new Harness(new InMemoryStore(held), clock, held);
    }

    private record Harness(IdempotencyStore store, TestClock clock, HeldStripe held) implements StoreUnderTest {
        @Override
        public Duration precision() {
            return Duration.ZERO;
        }

        @Override
        public ExpiredRecords expiredRecords() {
            return ExpiredRecords.GO_WITH_CLAIMS;
        }

        @Override
        public Hook<Interleaving> interleaving() {
            return Hook.of(held.of(store));
        }

        @Override
        public Hook<RoundTrips> roundTrips() {
            return Hook.notApplicable("in one process there are no round trips");
        }

        @Override
        public Hook<LongSupplier> writes() {
            return Hook.notApplicable("in one process there is no log of writes");
        }

        @Override
        public Hook<StoreFaults> faults() {
            return Hook.notApplicable("in one process no call fails half-way");
        }

        @Override
        public Hook<ForeignRows> foreignRows() {
            return Hook.notApplicable("no other library writes to this store");
        }
    }
}
