package io.idem4j.spring.boot;

import io.idem4j.ConfigurationException;
import io.lettuce.core.RedisURI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.env.Environment;

/** Where Redis is by the properties of Spring Data, whether that is there or not. The URL goes before the rest. */
record SpringRedis(
        @Nullable String url,
        @Nullable String host,
        @DefaultValue("6379") int port,
        @Nullable String username,
        @Nullable String password,
        @DefaultValue("0") int database,
        @DefaultValue Ssl ssl,
        @DefaultValue Sentinel sentinel,
        @DefaultValue Cluster cluster,
        @DefaultValue Masterreplica masterreplica) {
    private static final String PREFIX = "spring.data.redis";
    private static final Pattern NODE = Pattern.compile("(\\[[\\p{XDigit}:.]+]|[^\\s:,/@\\[\\]]+)(:\\d{1,5})?");

    record Ssl(
            @DefaultValue("false") boolean enabled,
            @Nullable String bundle) {}

    record Sentinel(
            @Nullable String master,
            @DefaultValue List<String> nodes,
            @Nullable String password) {}

    record Cluster(@DefaultValue List<String> nodes) {}

    record Masterreplica(@DefaultValue List<String> nodes) {}

    static SpringRedis of(Environment environment) {
        return Binder.get(environment).bindOrCreate(PREFIX, SpringRedis.class);
    }

    boolean isNamed() {
        return url != null || host != null || isSentinel() || !cluster.nodes().isEmpty();
    }

    boolean isCluster() {
        return url == null && !isSentinel() && !cluster.nodes().isEmpty();
    }

    private boolean isSentinel() {
        return url == null && sentinel.master() != null;
    }

    /** Whether the properties name one place only, so that whoever reads them comes to the same. */
    boolean isPlain() {
        boolean namesSentinel = sentinel.master() != null || !sentinel.nodes().isEmpty();
        boolean namesCluster = !cluster.nodes().isEmpty();
        return masterreplica.nodes().isEmpty()
                && (url == null ? namesSentinel == isSentinel() : !namesSentinel && !namesCluster);
    }

    RedisURI redisUri() {
        String named = url != null ? "url" : isSentinel() ? "sentinel.nodes" : isCluster() ? "cluster.nodes" : "host";
        return parsed(PREFIX + "." + named, uri());
    }

    /** The reader's own error is left out: it has the whole text, and with it the password. */
    static RedisURI parsed(String property, String uri) {
        try {
            return RedisURI.create(uri);
        } catch (IllegalArgumentException unreadable) {
            throw new ConfigurationException(
                    property,
                    "can't be read; a URL is like redis://user:password@host:6379/0, and what a URL can't have in user and"
                            + " password is encoded, such as % as %25",
                    null);
        }
    }

    /** As the store reads it; of a cluster the first node. Throws where that can't say what the properties do. */
    String uri() {
        refuse(ssl.bundle(), "ssl.bundle");
        refuse(sentinel.password(), "sentinel.password");
        refuse(masterreplica.nodes().isEmpty() ? null : "set", "masterreplica.nodes");
        if (url != null) {
            return url;
        }
        String scheme = (ssl.enabled() ? "rediss" : "redis") + (isSentinel() ? "-sentinel" : "");
        String where = isSentinel() ? sentinels() : server();
        String master = isSentinel() ? "#" + encoded(sentinel.master()) : "";
        return scheme + "://" + credentials() + where + "/" + database + master;
    }

    private String credentials() {
        return password == null ? "" : encoded(username) + ":" + encoded(password) + "@";
    }

    private String server() {
        return isCluster()
                ? node("cluster.nodes", cluster.nodes().get(0))
                : bracketed(host == null ? "localhost" : host) + ":" + port;
    }

    private String sentinels() {
        if (sentinel.nodes().isEmpty()) {
            throw new ConfigurationException(PREFIX + ".sentinel.nodes", "must name at least one", null);
        }
        return sentinel.nodes().stream()
                .map(node -> node("sentinel.nodes", node))
                .collect(Collectors.joining(","));
    }

    /** As a URI has an address of IPv6. */
    static String bracketed(String host) {
        return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    private static String node(String property, String text) {
        if (!NODE.matcher(text).matches()) {
            throw new ConfigurationException(PREFIX + "." + property, "must be like host:6379", null);
        }
        return text;
    }

    private static String encoded(@Nullable String text) {
        return text == null
                ? ""
                : URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static void refuse(@Nullable String value, String property) {
        if (value != null) {
            throw new ConfigurationException(
                    PREFIX + "." + property,
                    "can't be taken over; set idem4j.redis.uri instead, or make a bean of type IdempotencyStore on a client"
                            + " of your own",
                    null);
        }
    }
}
