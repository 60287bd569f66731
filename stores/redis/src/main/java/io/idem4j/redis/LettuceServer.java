package io.idem4j.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** One server, or what Sentinel calls the master at the moment of connecting. */
final class LettuceServer extends ClientServers {
    private final RedisClient client;
    private final RedisURI uri;

    LettuceServer(RedisClient client, RedisURI uri, @Nullable Runnable end) {
        super(end);
        this.client = client;
        this.uri = uri;
    }

    @Override
    public StatefulConnection<byte[], byte[]> connect() {
        return client.connect(ByteArrayCodec.INSTANCE, uri);
    }

    @Override
    public RedisClusterAsyncCommands<byte[], byte[]> commands(StatefulConnection<byte[], byte[]> connection) {
        return ((StatefulRedisConnection<byte[], byte[]>) connection).async();
    }

    @Override
    public CompletionStage<StatefulRedisPubSubConnection<String, String>> connectPubSub() {
        return client.connectPubSubAsync(StringCodec.UTF8, uri);
    }

    @Override
    public List<Future<String>> info(StatefulConnection<byte[], byte[]> connection) {
        return List.of(commands(connection).info());
    }

    @Override
    public boolean givesUp() {
        return true;
    }
}
