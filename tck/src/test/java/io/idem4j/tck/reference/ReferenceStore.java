package io.idem4j.tck.reference;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordTooLargeException;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.StoreTraits;
import io.idem4j.spi.WriteResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One lock and a map. Each rule that a broken copy takes out is a method of its own.
 *
 * <p>A call goes through {@link #step}: what it saw when it began, then the moment at which a test may come between, then
 * the decision under the lock.
 */
class ReferenceStore implements IdempotencyStore {
    static final int MOST_BYTES = 2 << 20;

    final Wire wire = new Wire();
    final InstantSource clock;
    private final Duration skew;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Row> rows = new HashMap<>();

    ReferenceStore(InstantSource clock, Duration skew) {
        this.clock = clock;
        this.skew = skew;
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        return step(request.key(), call -> {
            Instant now = timeOfWrite(call);
            Row row = decidedOn(call);
            if (row == null || isExpired(row, now, skew)) {
                put(begin(request, now));
                return new ClaimResult.Acquired(1);
            }
            if (mismatches(row, request)) {
                return refused(row, now);
            }
            if (isRepeat(row, request)) {
                put(repeat(row.copy(), request, now));
                return new ClaimResult.Acquired(row.attempt);
            }
            if (yields(row, request, now) && belowBound(row, request)) {
                Row taken = takeOver(row.copy(), request, now);
                put(taken);
                return new ClaimResult.Acquired(taken.attempt);
            }
            return refused(row, now);
        });
    }

    @Override
    public WriteResult complete(ClaimToken claim, Completion completion) {
        checkSize(claim.key(), completion.data());
        return step(claim.key(), call -> {
            Row row = newest(call);
            if (row == null) {
                return completeAbsent(claim, completion, timeOfWrite(call));
            }
            if (holds(row, claim.token()) && row.isInProgress()) {
                put(settle(row.copy(), completion, timeOfWrite(call)));
                return WriteResult.APPLIED;
            }
            return completeAgain(row, claim, completion);
        });
    }

    @Override
    public WriteResult release(ClaimToken claim) {
        return step(claim.key(), call -> {
            Row row = newest(call);
            if (row == null) {
                return releaseAbsent();
            }
            if (mayRelease(row, claim.token())) {
                delete(row.key);
                return WriteResult.APPLIED;
            }
            return WriteResult.FENCED;
        });
    }

    @Override
    public WriteResult renew(ClaimToken claim, Duration leaseFor, Duration keepFor) {
        IdempotencyStore.checkRenewal(leaseFor, keepFor);
        return step(claim.key(), call -> {
            Row row = newest(call);
            if (row == null || !mayRenew(row, claim.token())) {
                return WriteResult.FENCED;
            }
            put(renewed(row.copy(), leaseFor, keepFor, timeOfWrite(call)));
            return WriteResult.APPLIED;
        });
    }

    @Override
    public Optional<StoredRecord> find(IdempotencyKey key) {
        return step(key, call -> {
            Instant now = clock.instant();
            Row row = newest(call);
            return row == null || hiddenFromFind(row, now) ? Optional.empty() : Optional.of(read(row, now));
        });
    }

    @Override
    public WriteResult forget(StoredRecord seen) {
        return step(seen.key(), call -> {
            Row row = newest(call);
            if (row == null) {
                return WriteResult.APPLIED;
            }
            if (!isWhatWasSeen(row, seen)) {
                return WriteResult.FENCED;
            }
            delete(row.key);
            return WriteResult.APPLIED;
        });
    }

    @Override
    public int purge(int limit) {
        Instant begun = clock.instant();
        List<String> chosen = under(() -> rows.entrySet().stream()
                .filter(entry -> isPurgeable(entry.getValue(), begun))
                .map(Map.Entry::getKey)
                .limit(limit)
                .toList());
        return wire.send(
                null,
                () -> under(() -> {
                    int purged = 0;
                    for (String id : chosen) {
                        Row row = rows.get(id);
                        if (row != null && isStillPurgeable(row, clock.instant())) {
                            rows.remove(id);
                            wire.wrote();
                            purged++;
                        }
                    }
                    return purged;
                }));
    }

    @Override
    public StoreTraits traits() {
        return new StoreTraits("reference", false, true, false, MOST_BYTES);
    }

    // The rules.

    String id(IdempotencyKey key) {
        return key.id();
    }

    @Nullable Row decidedOn(Call call) {
        return newest(call);
    }

    Instant timeOfWrite(Call call) {
        return clock.instant();
    }

    boolean isExpired(Row row, Instant now, Duration late) {
        return now.isAfter(row.expiresAt.plus(late));
    }

    boolean isLapsed(Row row, Instant now, Duration late) {
        return row.leaseUntil != null && now.isAfter(row.leaseUntil.plus(late));
    }

    boolean hiddenFromFind(Row row, Instant now) {
        return isExpired(row, now, Duration.ZERO);
    }

    boolean isPurgeable(Row row, Instant now) {
        return isExpired(row, now, Duration.ZERO);
    }

    boolean isStillPurgeable(Row row, Instant now) {
        return isPurgeable(row, now);
    }

    Row begin(ClaimRequest request, Instant now) {
        return Row.of(request, now);
    }

    boolean mismatches(Row row, ClaimRequest request) {
        return request.fingerprint() != null && !request.fingerprint().equals(row.fingerprint);
    }

    boolean isRepeat(Row row, ClaimRequest request) {
        return row.isInProgress() && holds(row, request.token());
    }

    Row repeat(Row row, ClaimRequest request, Instant now) {
        return extended(row, request.leaseFor(), request.keepFor(), now);
    }

    boolean yields(Row row, ClaimRequest request, Instant now) {
        return row.isInProgress() && (isLapsed(row, now, skew) || isOfSameOwner(row, request));
    }

    boolean isOfSameOwner(Row row, ClaimRequest request) {
        return request.owner() != null && request.owner().equals(row.owner);
    }

    boolean belowBound(Row row, ClaimRequest request) {
        return row.attempt < request.takeOverBelow();
    }

    Row takeOver(Row row, ClaimRequest request, Instant now) {
        row.token = request.token();
        row.owner = request.owner();
        row.claimedBy = request.claimedBy();
        row.attempt++;
        return extended(row, request.leaseFor(), request.keepFor(), now);
    }

    Row renewed(Row row, Duration leaseFor, Duration keepFor, Instant now) {
        return extended(row, leaseFor, keepFor, now);
    }

    Row extended(Row row, @Nullable Duration leaseFor, Duration keepFor, Instant now) {
        if (leaseFor == null) {
            row.leaseUntil = null;
        } else {
            row.leaseUntil = leaseFor.isZero() ? endedLease(now) : now.plus(leaseFor);
        }
        row.expiresAt = now.plus(keepFor);
        return row;
    }

    Instant endedLease(Instant now) {
        return now.minus(skew).minusNanos(1);
    }

    ClaimResult refused(Row row, Instant now) {
        return new ClaimResult.Existing(read(row, now));
    }

    StoredRecord read(Row row, Instant now) {
        return row.seen(now);
    }

    boolean holds(Row row, Token token) {
        return token.equals(row.token);
    }

    Row settle(Row row, Completion completion, Instant now) {
        row.status = completion.status();
        row.data = completion.data();
        row.completedAt = now;
        row.expiresAt = now.plus(completion.retention());
        return row;
    }

    /** A row that another library settled has our token perhaps, but no {@code completedAt}. */
    WriteResult completeAgain(Row row, ClaimToken claim, Completion completion) {
        return holds(row, claim.token()) && row.completedAt != null ? WriteResult.APPLIED : WriteResult.FENCED;
    }

    WriteResult completeAbsent(ClaimToken claim, Completion completion, Instant now) {
        return WriteResult.FENCED;
    }

    WriteResult releaseAbsent() {
        return WriteResult.APPLIED;
    }

    boolean mayRelease(Row row, Token token) {
        return row.isInProgress() && holds(row, token);
    }

    boolean mayRenew(Row row, Token token) {
        return row.isInProgress() && holds(row, token);
    }

    boolean isWhatWasSeen(Row row, StoredRecord seen) {
        boolean same = row.status == seen.status() && Objects.equals(row.token, seen.token());
        return same && (row.token != null || isSameForeignRow(row, seen));
    }

    boolean isSameForeignRow(Row row, StoredRecord seen) {
        return Objects.equals(row.leaseUntil, seen.leaseUntil()) && row.expiresAt.equals(seen.expiresAt());
    }

    void checkSize(IdempotencyKey key, @Nullable String data) {
        int bytes = data == null ? 0 : data.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_BYTES) {
            throw new RecordTooLargeException(key, bytes, MOST_BYTES);
        }
    }

    // How a call is carried out.

    /** What a call knows of its row. {@code looked}: as it was when the call began. */
    record Call(IdempotencyKey key, @Nullable Row looked, Instant begun) {}

    <T> T step(IdempotencyKey key, Function<Call, T> decision) {
        Call call = new Call(key, under(() -> rows.get(id(key))), clock.instant());
        pauseAfterTheLook();
        return wire.send(key, () -> under(() -> decision.apply(call)));
    }

    void pauseAfterTheLook() {}

    @Nullable Row newest(Call call) {
        return rows.get(id(call.key));
    }

    void put(Row row) {
        rows.put(id(row.key), row);
        wire.wrote();
    }

    void delete(IdempotencyKey key) {
        rows.remove(id(key));
        wire.wrote();
    }

    /** Past the rules, for rows of other libraries. */
    void plant(Row row) {
        under(() -> rows.put(id(row.key), row));
    }

    /** As a server does that expires records by itself. */
    void dropExpired() {
        under(() -> rows.values().removeIf(row -> isExpired(row, clock.instant(), Duration.ZERO)));
    }

    Row planted(IdempotencyKey key) {
        return Objects.requireNonNull(under(() -> rows.get(id(key))));
    }

    private <T extends @Nullable Object> T under(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
