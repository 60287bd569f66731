package io.idem4j.tck.reference;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.tck.ExpiredRecords;
import io.idem4j.tck.ForeignRows;
import io.idem4j.tck.Hook;
import io.idem4j.tck.Interleaving;
import io.idem4j.tck.RoundTrips;
import io.idem4j.tck.StoreFaults;
import io.idem4j.tck.StoreUnderTest;
import io.idem4j.tck.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The reference store, or a broken copy, with every hook that the kit knows. */
record ReferenceHarness(ReferenceStore store, TestClock clock, Duration clockSkew) implements StoreUnderTest {
    @Override
    public Duration precision() {
        return Duration.ZERO;
    }

    @Override
    public ExpiredRecords expiredRecords() {
        return ExpiredRecords.STAY;
    }

    @Override
    public Hook<RoundTrips> roundTrips() {
        return Hook.of(store.wire.roundTrips::get);
    }

    @Override
    public Hook<LongSupplier> writes() {
        return Hook.of(store.wire.writes::get);
    }

    @Override
    public Hook<StoreFaults> faults() {
        return Hook.of(new StoreFaults() {
            @Override
            public Set<Kind> kinds() {
                return EnumSet.allOf(Kind.class);
            }

            @Override
            public Runnable begin(Kind kind) {
                store.wire.fault = kind;
                return () -> store.wire.fault = null;
            }
        });
    }

    @Override
    public Hook<Interleaving> interleaving() {
        return Hook.of(new Interleaving() {
            @Override
            public <T> T during(
                    IdempotencyKey key, Function<IdempotencyStore, T> call, Consumer<IdempotencyStore> meanwhile) {
                store.wire.between.set(() -> meanwhile.accept(store));
                return call.apply(store);
            }
        });
    }

    @Override
    public Hook<ForeignRows> foreignRows() {
        return Hook.of(new ForeignRows() {
            @Override
            public void plant(
                    IdempotencyKey key,
                    RecordStatus status,
                    @Nullable Instant leaseUntil,
                    Instant expiresAt,
                    @Nullable String data) {
                Row row = new Row(key, expiresAt);
                row.status = status;
                row.leaseUntil = leaseUntil;
                row.data = data;
                store.plant(row);
            }

            @Override
            public void complete(IdempotencyKey key, String data, Instant expiresAt) {
                Row row = store.planted(key).copy();
                row.status = RecordStatus.COMPLETED;
                row.data = data;
                row.expiresAt = expiresAt;
                store.plant(row);
            }
        });
    }
}
