package io.idem4j.spring.boot;

import io.idem4j.ConfigurationException;
import io.lettuce.core.RedisURI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Node;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** What beans of Boot's and Spring Data's types say of where Redis is. Only touched where there are some. */
final class RedisDetails {
    private RedisDetails() {}

    /** Throws where a URI can't say the same. */
    static SpringRedis read(BeanFactory beans, String bean) {
        DataRedisConnectionDetails details = beans.getBean(bean, DataRedisConnectionDetails.class);
        DataRedisConnectionDetails.Sentinel sentinel = details.getSentinel();
        if (details.getSslBundle() != null
                || details.getMasterReplica() != null
                || (sentinel != null && (sentinel.getPassword() != null || sentinel.getUsername() != null))) {
            throw OwnRedisBeans.mustBeSet("the connection details of the bean " + bean
                    + " have TLS, replicas or a password of Sentinel, which can't be taken over");
        }
        DataRedisConnectionDetails.Cluster cluster = details.getCluster();
        DataRedisConnectionDetails.Standalone server = details.getStandalone();
        if (sentinel == null && cluster == null && server == null) {
            throw OwnRedisBeans.mustBeSet("the connection details of the bean " + bean + " name no server");
        }
        int database = sentinel != null ? sentinel.getDatabase() : server != null ? server.getDatabase() : 0;
        SpringRedis read = new SpringRedis(
                null,
                server == null ? null : server.getHost(),
                server == null ? 0 : server.getPort(),
                details.getUsername(),
                details.getPassword(),
                database,
                new SpringRedis.Ssl(false, null),
                new SpringRedis.Sentinel(
                        sentinel == null ? null : sentinel.getMaster(),
                        sentinel == null ? List.of() : nodes(sentinel.getNodes()),
                        null),
                new SpringRedis.Cluster(cluster == null ? List.of() : nodes(cluster.getNodes())),
                new SpringRedis.Masterreplica(List.of()));
        try {
            read.redisUri();
        } catch (ConfigurationException unreadable) {
            throw OwnRedisBeans.mustBeSet(
                    "the connection details of the bean " + bean + " name a server that can't be read");
        }
        return read;
    }

    private static List<String> nodes(List<Node> nodes) {
        return nodes.stream()
                .map(node -> SpringRedis.bracketed(node.host()) + ":" + node.port())
                .toList();
    }

    static boolean isLettuce(BeanFactory beans, String bean) {
        return beans.getBean(bean) instanceof LettuceConnectionFactory;
    }

    /**
     * Why that connection factory may lead elsewhere, by server and database; null: it leads there.
     *
     * @param isOfProperties whether it is known to be made from what also {@code redis} was
     */
    static @Nullable String objection(
            SpringRedis redis, BeanFactory beans, String bean, boolean isOfProperties, String source) {
        LettuceConnectionFactory factory = beans.getBean(bean, LettuceConnectionFactory.class);
        RedisURI uri = redis.redisUri();
        if (!leadsTo(redis, uri, factory)) {
            return "leads elsewhere than " + source + " says, as far as can be seen";
        }
        boolean isServer = !factory.isClusterAware() && !factory.isRedisSentinelAware();
        if (!isOfProperties && isServer && isDefault(factory)) {
            return "says localhost:6379, which it also does where it leads to a master and its replicas elsewhere";
        }
        return null;
    }

    private static boolean leadsTo(SpringRedis redis, RedisURI uri, LettuceConnectionFactory factory) {
        if (factory.getSocketConfiguration() != null || uri.getSocket() != null) {
            return false;
        }
        if (factory.isClusterAware()) {
            return redis.isCluster() && has(factory.getClusterConfiguration(), uri);
        }
        if (factory.isRedisSentinelAware()) {
            return has(factory.getSentinelConfiguration(), uri);
        }
        return !redis.isCluster()
                && uri.getSentinelMasterId() == null
                && isAt(uri, factory.getHostName(), factory.getPort())
                && factory.getDatabase() == uri.getDatabase();
    }

    private static boolean isDefault(LettuceConnectionFactory factory) {
        return factory.getHostName().equals("localhost") && factory.getPort() == RedisURI.DEFAULT_REDIS_PORT;
    }

    private static boolean has(@Nullable RedisClusterConfiguration cluster, RedisURI uri) {
        return cluster != null
                && cluster.getClusterNodes().stream()
                        .anyMatch(node -> isAt(uri, node.getHost(), node.getPortOr(RedisURI.DEFAULT_REDIS_PORT)));
    }

    /** Masters of several Sentinels often have one name, so one of the Sentinels is the same too. */
    private static boolean has(@Nullable RedisSentinelConfiguration sentinel, RedisURI uri) {
        return sentinel != null
                && sentinel.getMaster() != null
                && String.valueOf(sentinel.getMaster().getName()).equals(uri.getSentinelMasterId())
                && sentinel.getDatabase() == uri.getDatabase()
                && sentinel.getSentinels().stream()
                        .anyMatch(node -> uri.getSentinels().stream()
                                .anyMatch(each ->
                                        isAt(each, node.getHost(), node.getPortOr(RedisURI.DEFAULT_SENTINEL_PORT))));
    }

    private static boolean isAt(RedisURI uri, @Nullable String host, int port) {
        return host != null
                && uri.getHost() != null
                && SpringRedis.bracketed(host).equals(SpringRedis.bracketed(uri.getHost()))
                && port == uri.getPort();
    }
}
