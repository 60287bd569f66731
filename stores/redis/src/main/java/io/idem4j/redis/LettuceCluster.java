package io.idem4j.redis;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The masters of a cluster. */
final class LettuceCluster extends ClientServers {
    private final RedisClusterClient client;

    LettuceCluster(RedisClusterClient client, @Nullable Runnable end) {
        super(end);
        this.client = client;
    }

    @Override
    public StatefulConnection<byte[], byte[]> connect() {
        return client.connect(ByteArrayCodec.INSTANCE);
    }

    @Override
    public RedisClusterAsyncCommands<byte[], byte[]> commands(StatefulConnection<byte[], byte[]> connection) {
        return ((StatefulRedisClusterConnection<byte[], byte[]>) connection).async();
    }

    @Override
    public CompletionStage<StatefulRedisPubSubConnection<String, String>> connectPubSub() {
        return client.connectPubSubAsync(StringCodec.UTF8).thenApply(connection -> connection);
    }

    @Override
    public List<Future<String>> info(StatefulConnection<byte[], byte[]> connection) {
        return infoOfMasters((StatefulRedisClusterConnection<byte[], byte[]>) connection);
    }

    static List<Future<String>> infoOfMasters(StatefulRedisClusterConnection<byte[], byte[]> connection) {
        return Stream.of(connection.async().upstream().commands().info().futures())
                .<Future<String>>map(info -> info.toCompletableFuture())
                .toList();
    }

    @Override
    public boolean givesUp() {
        return false;
    }
}
