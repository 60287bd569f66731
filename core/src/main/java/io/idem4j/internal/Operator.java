package io.idem4j.internal;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.ConfigurationException;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.RecordStatus;
import io.idem4j.Records;
import io.idem4j.StoreException;
import io.idem4j.StoredRecord;
import io.idem4j.TypeRef;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.ListableStore;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Records in an operator's hands (E-19): every step tests that the record is still as it was seen. */
final class Operator implements Records {
    private static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);

    private final Settings settings;
    private final IdempotencyStore store;
    private final IdempotencyPolicy policy;
    private final LocalCaches caches;

    Operator(Settings settings, IdempotencyPolicy policy, LocalCaches caches) {
        this.settings = settings;
        this.store = settings.store();
        this.policy = policy;
        this.caches = caches;
    }

    @Override
    public Optional<StoredRecord> find(IdempotencyKey key) {
        return store.find(Objects.requireNonNull(key, "key"));
    }

    @Override
    public List<StoredRecord> unsettled(int limit) {
        positive(limit);
        if (store instanceof ListableStore listable) {
            return listable.unsettled(limit);
        }
        throw new UnsupportedOperationException(
                "the store " + store.traits().name() + " can't list records; look keys up one by one");
    }

    @Override
    public <T extends @Nullable Object> boolean resolve(IdempotencyKey key, Class<T> type, T result) {
        return resolve(key, TypeRef.of(Objects.requireNonNull(type, "type")), result);
    }

    @Override
    public <T extends @Nullable Object> boolean resolve(IdempotencyKey key, TypeRef<T> type, T result) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(type, "type");
        String data = encoded(type, result);
        StoredRecord seen = store.find(key).orElse(null);
        if (seen == null || seen.status() != RecordStatus.IN_PROGRESS) {
            return false;
        }
        if (!seen.isLapsed()) {
            throw live(seen);
        }
        ClaimToken token = new ClaimToken(key, Tokens.next());
        Duration lease = policy.lease() == null ? DEFAULT_LEASE : policy.lease();
        Duration keepFor = policy.inDoubtRetention().compareTo(lease) >= 0 ? policy.inDoubtRetention() : lease;
        ClaimResult claimed = store.claim(new ClaimRequest(
                key, token.token(), null, seen.fingerprint(), lease, keepFor, Integer.MAX_VALUE, settings.claimedBy()));
        if (claimed instanceof ClaimResult.Existing existing) {
            refuseLive(existing.record(), seen);
        }
        if (!(claimed instanceof ClaimResult.Acquired acquired)) {
            return false;
        }
        if (acquired.attempt() != seen.attempt() + 1) {
            giveBack(token, acquired, keepFor);
            return false;
        }
        try {
            return complete(token, seen, data, keepFor);
        } finally {
            caches.forget(key);
        }
    }

    /** Unchanged and yet not given: it is lapsed by less than the store allows for clocks (S-23). */
    private static void refuseLive(StoredRecord now, StoredRecord seen) {
        boolean unchanged = now.status() == RecordStatus.IN_PROGRESS && Objects.equals(now.token(), seen.token());
        if (unchanged || isLive(now)) {
            throw live(now);
        }
    }

    /** Not the record that was seen: a new life that nobody asked for, or somebody else's lapsed attempt. */
    private void giveBack(ClaimToken token, ClaimResult.Acquired acquired, Duration keepFor) {
        if (acquired.attempt() == 1) {
            store.release(token);
        } else {
            store.renew(token, Duration.ZERO, keepFor);
        }
    }

    /**
     * Only the life that was seen: a younger one can have come to the same attempt. What fails, or is another life, leaves the
     * record lapsed, for the operator to try again.
     */
    private boolean complete(ClaimToken token, StoredRecord seen, @Nullable String data, Duration keepFor) {
        try {
            if (!isSameLife(seen)) {
                store.renew(token, Duration.ZERO, keepFor);
                return false;
            }
            return store.complete(token, new Completion(RecordStatus.COMPLETED, data, policy.retention()))
                    == WriteResult.APPLIED;
        } catch (StoreException e) {
            try {
                store.renew(token, Duration.ZERO, keepFor);
            } catch (RuntimeException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }

    private boolean isSameLife(StoredRecord seen) {
        return store.find(seen.key())
                .filter(now -> Objects.equals(now.createdAt(), seen.createdAt()))
                .isPresent();
    }

    private <T extends @Nullable Object> @Nullable String encoded(TypeRef<T> type, T result) {
        if (result == null) {
            return null;
        }
        try {
            return settings.codec().encode(result, type.type());
        } catch (Throwable e) {
            throw new ConfigurationException("codec", "can't encode a result of type " + type, null);
        }
    }

    @Override
    public boolean forget(StoredRecord seen) {
        Objects.requireNonNull(seen, "seen");
        Optional<StoredRecord> now = store.find(seen.key());
        if (now.isPresent() && isLive(now.get())) {
            throw live(now.get());
        }
        return forgotten(seen);
    }

    private boolean forgotten(StoredRecord seen) {
        try {
            return store.forget(seen) == WriteResult.APPLIED;
        } finally {
            // After the store's: what another call reads in between is not kept for longer.
            caches.forget(seen.key());
        }
    }

    @Override
    public boolean forget(IdempotencyKey key, boolean force) {
        Optional<StoredRecord> now = find(key);
        if (now.isEmpty()) {
            caches.forget(key);
            return true;
        }
        if (!force && isLive(now.get())) {
            throw live(now.get());
        }
        return forgotten(now.get());
    }

    @Override
    public int purgeExpired(int limit) {
        positive(limit);
        return store.purge(limit);
    }

    private static void positive(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit: must be at least 1");
        }
    }

    private static boolean isLive(StoredRecord record) {
        return record.status() == RecordStatus.IN_PROGRESS && !record.isLapsed();
    }

    private static AlreadyInProgressException live(StoredRecord record) {
        return new AlreadyInProgressException(record.key(), Decisions.retryAfter(record));
    }
}
