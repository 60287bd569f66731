package io.idem4j.redis;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Where a {@link LettuceLink} connects to: one server, what Sentinel calls the master, or a cluster. */
interface LettuceServers {
    /** Blocks until it is connected, and throws what Lettuce throws. */
    StatefulConnection<byte[], byte[]> connect();

    RedisClusterAsyncCommands<byte[], byte[]> commands(StatefulConnection<byte[], byte[]> connection);

    /** Null where there is nothing to connect with. */
    @Nullable CompletionStage<StatefulRedisPubSubConnection<String, String>> connectPubSub();

    /** INFO of each server that keeps records. */
    List<Future<String>> info(StatefulConnection<byte[], byte[]> connection);

    /**
     * Whether a connection that failed a call is to be closed and made anew. Not that of a cluster, which leads to several
     * servers and cares for each by itself, nor one that is the caller's.
     */
    boolean givesUp();

    /** Closes what {@link #connect} made, where it was made. */
    void close(StatefulConnection<byte[], byte[]> connection);

    /** Ends the client where it was made here, and then answers true: all connections have ended with it. */
    boolean close();
}
