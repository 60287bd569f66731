package io.idem4j.spring.boot;

import io.idem4j.redis.RedisStore;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Records in Redis, on connections of their own.
 *
 * @param uri Where Redis is, such as redis://user:password@host:6379/0. Default: what spring.data.redis says.
 * @param cluster Whether the URI names a node of a cluster.
 * @param keyPrefix What the keys of records begin with.
 * @param timeout How long a call waits for the server.
 * @param maxDataSize The largest result that is kept.
 * @param notifications Whether waiting calls are told by PUBLISH instead of polling.
 */
@ConfigurationProperties("idem4j.redis")
public record RedisProperties(
        @Nullable String uri,
        @DefaultValue("false") boolean cluster,
        @DefaultValue("idem4j:") String keyPrefix,
        @DefaultValue("1s") Duration timeout,
        @DefaultValue("1MB") DataSize maxDataSize,
        @DefaultValue("true") boolean notifications) {

    /**
     * No user and no password.
     *
     * @param springs where Redis is, unless {@link #uri} says so
     * @param source what says that
     */
    String place(Supplier<SpringRedis> springs, String source) {
        RedisURI where = uri == null ? springs.get().redisUri() : SpringRedis.parsed("idem4j.redis.uri", uri);
        return "keys " + keyPrefix + "* at " + server(where) + ", as " + (uri == null ? source : "idem4j.redis.uri")
                + " says";
    }

    private static String server(RedisURI where) {
        if (where.getSentinelMasterId() != null) {
            return "the master " + where.getSentinelMasterId() + "/" + where.getDatabase();
        }
        return where.getSocket() == null
                ? where.getHost() + ":" + where.getPort() + "/" + where.getDatabase()
                : "the socket " + where.getSocket() + ", database " + where.getDatabase();
    }

    RedisStore store(Supplier<SpringRedis> springs) {
        String where = uri == null ? springs.get().uri() : uri;
        boolean isCluster = cluster || (uri == null && springs.get().isCluster());
        return IdempotencyProperties.named(
                "idem4j.redis",
                () -> RedisStore.builder(where)
                        .cluster(isCluster)
                        .keyPrefix(keyPrefix)
                        .timeout(timeout)
                        .maxDataBytes(maxDataSize.toBytes())
                        .notifications(notifications)
                        .build());
    }
}
