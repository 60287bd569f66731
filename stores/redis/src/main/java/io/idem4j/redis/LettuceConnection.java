package io.idem4j.redis;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A connection of the caller's, to one server or to a cluster: it stays the caller's to open and close. */
final class LettuceConnection implements LettuceServers {
    private final StatefulConnection<byte[], byte[]> given;

    LettuceConnection(StatefulConnection<byte[], byte[]> given) {
        this.given = given;
    }

    @Override
    public StatefulConnection<byte[], byte[]> connect() {
        return given;
    }

    @Override
    public RedisClusterAsyncCommands<byte[], byte[]> commands(StatefulConnection<byte[], byte[]> connection) {
        return connection instanceof StatefulRedisClusterConnection<byte[], byte[]> cluster
                ? cluster.async()
                : ((StatefulRedisConnection<byte[], byte[]>) connection).async();
    }

    @Override
    public @Nullable CompletionStage<StatefulRedisPubSubConnection<String, String>> connectPubSub() {
        return null;
    }

    @Override
    public List<Future<String>> info(StatefulConnection<byte[], byte[]> connection) {
        return connection instanceof StatefulRedisClusterConnection<byte[], byte[]> cluster
                ? LettuceCluster.infoOfMasters(cluster)
                : List.of(commands(connection).info());
    }

    @Override
    public boolean givesUp() {
        return false;
    }

    @Override
    public void close(StatefulConnection<byte[], byte[]> connection) {
        // it is the caller's
    }

    @Override
    public boolean close() {
        return false;
    }
}
