package io.idem4j.redis;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoreUnavailableException;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.ListableStore;
import io.idem4j.spi.StoreTraits;
import io.idem4j.spi.WatchableStore;
import io.idem4j.spi.WriteResult;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Records in Redis 6.2 or newer: one server, what Sentinel calls the master, or a cluster. Thread-safe; all threads use
 * one connection.
 *
 * <p>Each operation is one Lua script on one key, on the server's clock, and the server's own expiry removes records. A
 * claim or a result is as durable as Redis keeps it: what replication, eviction and missing persistence can lose stands
 * in the documentation of the store. Errors are those of {@link IdempotencyStore}.
 */
public final class RedisStore implements IdempotencyStore, WatchableStore, ListableStore, AutoCloseable {
    private static final byte[] NOTHING = {};

    private final Calls calls;
    private final Claims claims;
    private final Unsettled unsettled;
    private final StoreTraits traits;

    RedisStore(Calls calls, Claims claims, StoreTraits traits) {
        this.calls = calls;
        this.claims = claims;
        this.unsettled = new Unsettled(calls);
        this.traits = traits;
    }

    /**
     * Starts a configuration on a client of the store's own, which {@link #close} ends.
     *
     * @param uri as Lettuce reads it: {@code redis://user:password@host:6379/0}, {@code rediss://} for TLS,
     *     {@code redis-sentinel://host:26379/0#master}
     */
    public static RedisStoreBuilder builder(String uri) {
        return new RedisStoreBuilder(uri);
    }

    /** Starts a configuration on connections of the caller's client, which stays his to shut down. */
    public static RedisStoreBuilder builder(RedisClient client, RedisURI uri) {
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(uri, "uri");
        return new RedisStoreBuilder(new LettuceServer(client, uri, null), false);
    }

    /** The same on a cluster. */
    public static RedisStoreBuilder builder(RedisClusterClient client) {
        Objects.requireNonNull(client, "client");
        return new RedisStoreBuilder(new LettuceCluster(client, null), true);
    }

    /** Starts a configuration on a connection of the caller's, which stays his to close. Waiters poll. */
    public static RedisStoreBuilder builder(StatefulRedisConnection<byte[], byte[]> connection) {
        Objects.requireNonNull(connection, "connection");
        return new RedisStoreBuilder(new LettuceConnection(connection), false);
    }

    /** The same on a cluster. */
    public static RedisStoreBuilder builder(StatefulRedisClusterConnection<byte[], byte[]> connection) {
        Objects.requireNonNull(connection, "connection");
        return new RedisStoreBuilder(new LettuceConnection(connection), true);
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        return claims.claim(request);
    }

    @Override
    public WriteResult complete(ClaimToken claim, Completion completion) {
        IdempotencyKey key = claim.key();
        String data = completion.data();
        return result(calls.confirmed(
                Script.COMPLETE,
                key,
                List.of(
                        Pieces.token(claim.token()),
                        Texts.ascii(Records.spelled(completion.status())),
                        Pieces.millis(completion.retention()),
                        data == null ? NOTHING : Texts.data(key, Records.DATA, data, traits.maxDataBytes()),
                        calls.channel(key),
                        calls.waitsForReplicas() ? Texts.ascii("1") : NOTHING)));
    }

    @Override
    public WriteResult release(ClaimToken claim) {
        return result(calls.writing(
                Script.RELEASE, claim.key(), List.of(Pieces.token(claim.token()), calls.channel(claim.key()))));
    }

    @Override
    public WriteResult renew(ClaimToken claim, Duration leaseFor, Duration keepFor) {
        IdempotencyStore.checkRenewal(leaseFor, keepFor);
        return result(calls.writing(
                Script.RENEW,
                claim.key(),
                List.of(
                        Pieces.token(claim.token()),
                        Pieces.millis(leaseFor),
                        Pieces.millis(keepFor),
                        calls.channel(claim.key()))));
    }

    @Override
    public Optional<StoredRecord> find(IdempotencyKey key) {
        return calls.find(key).map(Seen::record).filter(record -> !record.isExpired());
    }

    @Override
    public WriteResult forget(StoredRecord seen) {
        IdempotencyKey key = seen.key();
        Token token = seen.token();
        if (token != null) {
            byte[] status = Texts.ascii(Records.spelled(seen.status()));
            List<byte[]> arguments = List.of(NOTHING, Pieces.token(token), status, calls.channel(key));
            if (Calls.isYes(calls.writing(Script.FORGET, key, arguments))) {
                return WriteResult.APPLIED;
            }
        }
        return forgetOutsiders(seen);
    }

    /** What is not laid out as ours is deleted as the very value that was found to be what was seen. */
    private WriteResult forgetOutsiders(StoredRecord seen) {
        IdempotencyKey key = seen.key();
        for (int i = 0; i < Calls.MOST_RACES; i++) {
            Optional<Seen> found = calls.find(key);
            if (found.isEmpty()) {
                return WriteResult.APPLIED;
            }
            if (!found.get().isSameOutsider(seen)) {
                return WriteResult.FENCED;
            }
            List<byte[]> arguments = List.of(found.get().value(), NOTHING, NOTHING, calls.channel(key));
            if (Calls.isYes(calls.writing(Script.FORGET, key, arguments))) {
                return WriteResult.APPLIED;
            }
        }
        throw contended(key);
    }

    static StoreUnavailableException contended(IdempotencyKey key) {
        return new StoreUnavailableException(
                key,
                "the record changed " + Calls.MOST_RACES + " times while it was asked for; nothing was written",
                null);
    }

    /** Does nothing and answers 0: Redis removes expired records by itself. */
    @Override
    public int purge(int limit) {
        requirePositive(limit);
        return 0;
    }

    /** {@inheritDoc} By SCAN over all keys of the server, of each master of a cluster: it takes its time. */
    @Override
    public List<StoredRecord> unsettled(int limit) {
        requirePositive(limit);
        return unsettled.longestSilent(limit);
    }

    private static void requirePositive(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit: must be at least 1");
        }
    }

    /** {@inheritDoc} By SUBSCRIBE on one connection for all keys. */
    @Override
    public Watch watch(IdempotencyKey key, Runnable changed) {
        return calls.watch(key, changed);
    }

    @Override
    public boolean pushes() {
        return calls.pushes();
    }

    @Override
    public StoreTraits traits() {
        return traits;
    }

    /** Whether a connection for calls stands at this moment. */
    boolean isConnected() {
        return calls.isConnected();
    }

    /** Closes the connections that the store made; its calls fail from then on. */
    @Override
    public void close() {
        calls.close();
    }

    private static WriteResult result(List<Object> answer) {
        return Calls.isYes(answer) ? WriteResult.APPLIED : WriteResult.FENCED;
    }
}
