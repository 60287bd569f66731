package io.idem4j.tck.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.StoreTraits;
import io.idem4j.spi.WriteResult;
import io.idem4j.tck.Fault;
import io.idem4j.tck.FaultPlan;
import io.idem4j.tck.FaultyStore;
import io.idem4j.tck.Hook;
import io.idem4j.tck.RoundTrips;
import io.idem4j.tck.StoreCall;
import io.idem4j.tck.StoreContract;
import io.idem4j.tck.StoreUnderTest;
import io.idem4j.tck.TestClaim;
import io.idem4j.tck.TestClock;
import io.idem4j.tck.reference.KitRun;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The store of the guide passes the kit. */
class WriteAStoreTest {
    @Test
    void the_store_of_the_guide_passes_the_kit() {
        KitRun run = KitRun.of(MapStoreTest.class);

        assertThat(run.failures()).isEmpty();
        assertThat(run.passed()).hasSizeGreaterThan(100);
        assertThat(run.gaps().values()).contains("not applicable: in one process there are no round trips");
    }

    // region contract
    static class MapStoreTest extends StoreContract {
        @Override
        protected StoreUnderTest open() {
            TestClock clock = new TestClock();
            return new MapStoreUnderTest(new MapStore(clock), clock);
        }
    }

    record MapStoreUnderTest(IdempotencyStore store, TestClock clock) implements StoreUnderTest {
        @Override
        public Duration precision() {
            return Duration.ZERO; // keeps instants as they are
        }

        @Override
        public Hook<RoundTrips> roundTrips() {
            return Hook.notApplicable("in one process there are no round trips");
        }
    }
    // endregion

    static final class MapStore implements IdempotencyStore {
        // region step
        private final ConcurrentMap<String, StoredRecord> records = new ConcurrentHashMap<>();
        private final InstantSource clock;

        MapStore(InstantSource clock) {
            this.clock = clock;
        }

        /** Decides on the newest record; what the decision puts is what is stored. */
        private <R> R step(IdempotencyKey key, BiFunction<Slot, Instant, R> decision) {
            AtomicReference<R> answer = new AtomicReference<>();
            records.compute(key.id(), (id, record) -> {
                Slot slot = new Slot(record);
                answer.set(decision.apply(slot, clock.instant()));
                return slot.record;
            });
            return Objects.requireNonNull(answer.get());
        }

        private static final class Slot {
            private @Nullable StoredRecord record;

            Slot(@Nullable StoredRecord record) {
                this.record = record;
            }
        }
        // endregion

        // region claim
        @Override
        public ClaimResult claim(ClaimRequest request) {
            return step(request.key(), (slot, now) -> {
                StoredRecord found = slot.record;
                if (found == null || isPast(found.expiresAt(), now)) {
                    slot.record = claimed(request, 1, request.fingerprint(), now, now);
                    return new ClaimResult.Acquired(1);
                }
                boolean mismatch =
                        request.fingerprint() != null && !request.fingerprint().equals(found.fingerprint());
                if (mismatch || found.status() != RecordStatus.IN_PROGRESS) {
                    return new ClaimResult.Existing(at(found, now));
                }
                boolean repeat = request.token().equals(found.token());
                boolean free = isPast(found.leaseUntil(), now)
                        || (request.owner() != null && request.owner().equals(found.owner()));
                if (!repeat && !(free && found.attempt() < request.takeOverBelow())) {
                    return new ClaimResult.Existing(at(found, now));
                }
                int attempt = repeat ? found.attempt() : found.attempt() + 1;
                slot.record = claimed(request, attempt, found.fingerprint(), found.createdAt(), now);
                return new ClaimResult.Acquired(attempt);
            });
        }
        // endregion

        private static StoredRecord claimed(
                ClaimRequest request,
                int attempt,
                @Nullable Fingerprint fingerprint,
                @Nullable Instant createdAt,
                Instant now) {
            return new StoredRecord(
                    request.key(),
                    RecordStatus.IN_PROGRESS,
                    request.token(),
                    request.owner(),
                    fingerprint,
                    attempt,
                    request.leaseFor() == null ? null : now.plus(request.leaseFor()),
                    now.plus(request.keepFor()),
                    createdAt,
                    null,
                    null,
                    request.claimedBy(),
                    now);
        }

        // region write
        @Override
        public WriteResult complete(ClaimToken claim, Completion completion) {
            return step(claim.key(), (slot, now) -> {
                StoredRecord found = slot.record;
                if (found == null || !claim.token().equals(found.token())) {
                    return WriteResult.FENCED;
                }
                if (found.status() == RecordStatus.IN_PROGRESS) {
                    slot.record = settled(found, completion, now);
                }
                return WriteResult.APPLIED;
            });
        }

        @Override
        public WriteResult release(ClaimToken claim) {
            return step(claim.key(), (slot, now) -> {
                if (slot.record != null && !isHeldBy(slot.record, claim)) {
                    return WriteResult.FENCED;
                }
                slot.record = null;
                return WriteResult.APPLIED;
            });
        }
        // endregion

        @Override
        public WriteResult renew(ClaimToken claim, Duration leaseFor, Duration keepFor) {
            IdempotencyStore.checkRenewal(leaseFor, keepFor);
            return step(claim.key(), (slot, now) -> {
                StoredRecord found = slot.record;
                if (found == null || !isHeldBy(found, claim)) {
                    return WriteResult.FENCED;
                }
                Instant leaseUntil = leaseFor.isZero() ? now.minusNanos(1) : now.plus(leaseFor);
                slot.record = with(found, found.status(), leaseUntil, now.plus(keepFor), null, null, now);
                return WriteResult.APPLIED;
            });
        }

        @Override
        public Optional<StoredRecord> find(IdempotencyKey key) {
            return step(
                    key,
                    (slot, now) -> Optional.ofNullable(slot.record)
                            .filter(found -> !isPast(found.expiresAt(), now))
                            .map(found -> at(found, now)));
        }

        @Override
        public WriteResult forget(StoredRecord seen) {
            return step(seen.key(), (slot, now) -> {
                StoredRecord found = slot.record;
                boolean changed = found != null
                        && (found.status() != seen.status() || !Objects.equals(found.token(), seen.token()));
                if (changed) {
                    return WriteResult.FENCED;
                }
                slot.record = null;
                return WriteResult.APPLIED;
            });
        }

        // region purge
        @Override
        public int purge(int limit) {
            AtomicInteger purged = new AtomicInteger();
            for (String id : records.keySet()) {
                if (purged.get() == limit) {
                    break;
                }
                records.computeIfPresent(id, (same, newest) -> {
                    boolean expired = isPast(newest.expiresAt(), clock.instant());
                    purged.addAndGet(expired ? 1 : 0);
                    return expired ? null : newest;
                });
            }
            return purged.get();
        }

        @Override
        public StoreTraits traits() {
            return new StoreTraits("map", false, true, false, Long.MAX_VALUE);
        }
        // endregion

        private static boolean isPast(@Nullable Instant end, Instant now) {
            return end != null && now.isAfter(end);
        }

        private static boolean isHeldBy(StoredRecord record, ClaimToken claim) {
            return record.status() == RecordStatus.IN_PROGRESS && claim.token().equals(record.token());
        }

        private static StoredRecord settled(StoredRecord found, Completion completion, Instant now) {
            Instant expiresAt = now.plus(completion.retention());
            return with(found, completion.status(), found.leaseUntil(), expiresAt, now, completion.data(), now);
        }

        private static StoredRecord at(StoredRecord found, Instant now) {
            return with(
                    found,
                    found.status(),
                    found.leaseUntil(),
                    Objects.requireNonNull(found.expiresAt()),
                    found.completedAt(),
                    found.data(),
                    now);
        }

        private static StoredRecord with(
                StoredRecord found,
                RecordStatus status,
                @Nullable Instant leaseUntil,
                Instant expiresAt,
                @Nullable Instant completedAt,
                @Nullable String data,
                Instant observedAt) {
            return new StoredRecord(
                    found.key(),
                    status,
                    found.token(),
                    found.owner(),
                    found.fingerprint(),
                    found.attempt(),
                    leaseUntil,
                    expiresAt,
                    found.createdAt(),
                    completedAt,
                    data,
                    found.claimedBy(),
                    observedAt);
        }
    }

    @Test
    void a_completion_whose_reply_is_lost_is_repeated_without_harm() {
        IdempotencyStore store = new MapStore(new TestClock());
        // region faulty
        FaultyStore faulty = new FaultyStore(store, FaultPlan.at(StoreCall.Complete.class, 0, new Fault.LoseReply()));
        ClaimRequest request =
                TestClaim.of(IdempotencyKey.of("orders.place", "o-1")).request();
        ClaimToken claim = new ClaimToken(request.key(), request.token());
        Completion completion = new Completion(RecordStatus.COMPLETED, "\"done\"", Duration.ofDays(1));

        faulty.claim(request);
        assertThatThrownBy(() -> faulty.complete(claim, completion)).isInstanceOf(OutcomeUnknownException.class);
        assertThat(faulty.complete(claim, completion)).isEqualTo(WriteResult.APPLIED);
        // endregion
        assertThat(faulty.reached()).hasSize(3);
    }
}
