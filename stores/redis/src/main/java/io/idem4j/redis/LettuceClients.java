package io.idem4j.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Clients of the store's own: they send nothing twice, and nothing later than asked. */
final class LettuceClients {
    private static final Duration REFRESH = Duration.ofSeconds(30);
    private static final Duration REFRESH_AGAIN = Duration.ofMillis(500);
    private static final int LONGEST_RECONNECT_MILLIS = 250;

    private LettuceClients() {}

    /** A lost connection is made anew by the link. */
    static LettuceServers server(RedisURI uri, Duration timeout) {
        bound(uri, timeout);
        RedisClient client = RedisClient.create();
        client.setOptions(ClientOptions.builder()
                .autoReconnect(false)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .socketOptions(sockets(timeout))
                .build());
        return new LettuceServer(
                client, uri, () -> LettuceErrors.unheard(client.shutdownAsync(0, 0, TimeUnit.SECONDS)));
    }

    /** Lost connections to single nodes are made anew by the client. */
    static LettuceServers cluster(RedisURI uri, Duration timeout) {
        bound(uri, timeout);
        ClientResources resources = ClientResources.builder()
                .reconnectDelay(Delay.exponential(1, LONGEST_RECONNECT_MILLIS, TimeUnit.MILLISECONDS, 2))
                .build();
        RedisClusterClient client = RedisClusterClient.create(resources, uri);
        ClusterClientOptions.Builder options = ClusterClientOptions.builder()
                .topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                        .enablePeriodicRefresh(REFRESH)
                        .adaptiveRefreshTriggersTimeout(REFRESH_AGAIN)
                        .build())
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .socketOptions(sockets(timeout));
        options.replayFilter(command -> true);
        client.setOptions(options.build());
        return new LettuceCluster(
                client,
                () -> LettuceErrors.unheard(client.shutdownAsync(0, 0, TimeUnit.SECONDS)
                        .thenRun(() -> {
                            var unused = resources.shutdown(0, 0, TimeUnit.SECONDS);
                        })));
    }

    private static void bound(RedisURI uri, Duration timeout) {
        uri.setTimeout(timeout);
        uri.getSentinels().forEach(sentinel -> sentinel.setTimeout(timeout));
    }

    private static SocketOptions sockets(Duration timeout) {
        return SocketOptions.builder().connectTimeout(timeout).keepAlive(true).build();
    }
}
