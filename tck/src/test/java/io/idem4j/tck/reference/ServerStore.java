package io.idem4j.tck.reference;

import io.idem4j.spi.StoreTraits;
import io.idem4j.tck.ExpiredRecords;
import io.idem4j.tck.ForeignRows;
import io.idem4j.tck.Hook;
import io.idem4j.tck.Interleaving;
import io.idem4j.tck.RoundTrips;
import io.idem4j.tck.StoreFaults;
import io.idem4j.tck.StoreUnderTest;
import io.idem4j.tck.TestClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The reference store as one whose server has a clock, shared by all tests of a run. */
class ServerStore extends ReferenceStore {
    ServerStore() {
        super(InstantSource.system(), Duration.ZERO);
    }

    @Override
    public StoreTraits traits() {
        StoreTraits traits = super.traits();
        return new StoreTraits("server", true, traits.exactText(), traits.joinsTransaction(), traits.maxDataBytes());
    }

    StoreUnderTest open(ExpiredRecords expired) {
        return new Harness(this, expired, new ReferenceHarness(this, new TestClock(), Duration.ZERO));
    }

    private record Harness(ServerStore store, ExpiredRecords expiredRecords, ReferenceHarness hooks)
            implements StoreUnderTest {
        @Override
        public @Nullable TestClock clock() {
            return null;
        }

        @Override
        public Duration precision() {
            return Duration.ofNanos(1_000);
        }

        @Override
        public Hook<RoundTrips> roundTrips() {
            return hooks.roundTrips();
        }

        @Override
        public Hook<LongSupplier> writes() {
            return hooks.writes();
        }

        @Override
        public Hook<StoreFaults> faults() {
            return hooks.faults();
        }

        @Override
        public Hook<Interleaving> interleaving() {
            return hooks.interleaving();
        }

        @Override
        public Hook<ForeignRows> foreignRows() {
            return hooks.foreignRows();
        }
    }
}
