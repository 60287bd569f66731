package io.idem4j.spring.boot;

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
        return new SpringRedis(
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
                new SpringRedis.Cluster(cluster == null ? List.of() : nodes(cluster.getNodes())));
    }

    private static List<String> nodes(List<Node> nodes) {
        return nodes.stream().map(node -> node.host() + ":" + node.port()).toList();
    }

    static boolean isLettuce(BeanFactory beans, String bean) {
        return beans.getBean(bean) instanceof LettuceConnectionFactory;
    }

    /** Whether that connection factory does, by server and database. */
    static boolean leadTo(SpringRedis redis, BeanFactory beans, String bean) {
        RedisURI uri = RedisURI.create(redis.uri());
        LettuceConnectionFactory factory = beans.getBean(bean, LettuceConnectionFactory.class);
        if (factory.getSocketConfiguration() != null) {
            return false;
        }
        RedisClusterConfiguration cluster = factory.getClusterConfiguration();
        RedisSentinelConfiguration sentinel = factory.getSentinelConfiguration();
        if (cluster != null || sentinel != null) {
            return cluster != null ? redis.isCluster() && has(cluster, uri) : has(sentinel, uri);
        }
        return !redis.isCluster()
                && uri.getSentinelMasterId() == null
                && factory.getHostName().equals(uri.getHost())
                && factory.getPort() == uri.getPort()
                && factory.getDatabase() == uri.getDatabase();
    }

    private static boolean has(RedisClusterConfiguration cluster, RedisURI uri) {
        return cluster.getClusterNodes().stream()
                .anyMatch(node -> uri.getHost().equals(node.getHost()) && node.getPortOr(0) == uri.getPort());
    }

    private static boolean has(@Nullable RedisSentinelConfiguration sentinel, RedisURI uri) {
        return sentinel != null
                && sentinel.getMaster() != null
                && String.valueOf(sentinel.getMaster().getName()).equals(uri.getSentinelMasterId())
                && sentinel.getDatabase() == uri.getDatabase();
    }
}
