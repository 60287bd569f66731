package io.idem4j.redis;

import static org.awaitility.Awaitility.await;

import io.idem4j.testtools.RedisServer;
import io.lettuce.core.MigrateArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;

/** Three masters with a replica each, which a test moves slots between, fails over and kills. */
final class ClusterServers implements AutoCloseable {
    static final int SHARDS = 3;
    private static final int SLOTS = 16_384;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<RedisServer> servers = new ArrayList<>();
    private final RedisClient client = RedisClient.create();
    private final List<StatefulRedisConnection<String, String>> connections = new ArrayList<>();

    ClusterServers() {
        for (int i = 0; i < SHARDS * 2; i++) {
            RedisServer server = RedisServer.started(
                    "--cluster-enabled",
                    "yes",
                    "--cluster-node-timeout",
                    "700",
                    "--cluster-replica-validity-factor",
                    "0",
                    "--appendonly",
                    "no",
                    "--repl-diskless-sync",
                    "yes",
                    "--repl-diskless-sync-delay",
                    "0");
            servers.add(server);
            connections.add(client.connect(io.lettuce.core.RedisURI.create(server.uri())));
        }
        for (int i = 0; i < servers.size(); i++) {
            commands(i).clusterSetConfigEpoch(i + 1L);
        }
        for (int i = 0; i < SHARDS; i++) {
            int from = SLOTS * i / SHARDS;
            int to = SLOTS * (i + 1) / SHARDS;
            commands(i).clusterAddSlots(IntStream.range(from, to).toArray());
        }
        for (int i = 1; i < servers.size(); i++) {
            commands(i).clusterMeet("127.0.0.1", servers.get(0).port());
        }
        for (int i = SHARDS; i < SHARDS * 2; i++) {
            int replica = i;
            String master = id(i - SHARDS);
            soon().ignoreExceptions().until(() -> "OK".equals(commands(replica).clusterReplicate(master)));
        }
        awaitWhole();
    }

    /** Every node knows of every slot, and the replicas follow. */
    void awaitWhole() {
        for (int i = 0; i < servers.size(); i++) {
            int node = i;
            soon().ignoreExceptions().until(() -> {
                String info = commands(node).clusterInfo();
                return info.contains("cluster_state:ok")
                        && info.contains("cluster_slots_ok:" + SLOTS)
                        && !commands(node).info("replication").contains("master_link_status:down")
                        && commands(node)
                                        .clusterNodes()
                                        .lines()
                                        .filter(line -> line.contains("slave"))
                                        .count()
                                == SHARDS;
            });
        }
    }

    /** A wait that looks often. */
    static ConditionFactory soon() {
        return await().atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
    }

    RedisCommands<String, String> commands(int node) {
        return connections.get(node).sync();
    }

    RedisServer server(int node) {
        return servers.get(node);
    }

    private String id(int node) {
        return commands(node).clusterMyId();
    }

    String uri() {
        return servers.get(0).uri();
    }

    boolean isMaster(int node) {
        return commands(node).info("replication").contains("role:master");
    }

    /** Of the shard, whichever of its two nodes that is. */
    int master(int shard) {
        return isMaster(shard) ? shard : shard + SHARDS;
    }

    /** The shard's replica takes over in order: nothing is lost. */
    void failOver(int shard) {
        int replica = isMaster(shard) ? shard + SHARDS : shard;
        soon().ignoreExceptions().until(() -> {
            commands(replica).clusterFailover(false);
            return true;
        });
        soon().until(() -> isMaster(replica) && !isMaster(replica < SHARDS ? replica + SHARDS : replica - SHARDS));
        awaitWhole();
    }

    /** Kills the shard's master and waits until its replica has taken over. */
    void kill(int shard) {
        int master = master(shard);
        int replica = master == shard ? shard + SHARDS : shard;
        servers.get(master).kill();
        soon().until(() -> isMaster(replica));
    }

    /** With its keys, one after the other, while others work on them. */
    void moveSlot(int slot, int fromShard, int toShard) {
        int from = master(fromShard);
        int to = master(toShard);
        String fromId = id(from);
        String toId = id(to);
        commands(to).clusterSetSlotImporting(slot, fromId);
        commands(from).clusterSetSlotMigrating(slot, toId);
        for (List<String> keys = commands(from).clusterGetKeysInSlot(slot, 10);
                !keys.isEmpty();
                keys = commands(from).clusterGetKeysInSlot(slot, 10)) {
            for (String key : keys) {
                commands(from).migrate("127.0.0.1", servers.get(to).port(), 0, 5_000, MigrateArgs.Builder.key(key));
            }
        }
        commands(to).clusterSetSlotNode(slot, toId);
        commands(from).clusterSetSlotNode(slot, toId);
        for (int shard = 0; shard < SHARDS; shard++) {
            commands(master(shard)).clusterSetSlotNode(slot, toId);
        }
    }

    @Override
    public void close() {
        client.shutdown();
        servers.forEach(RedisServer::close);
    }
}
