package io.idem4j.redis;

import io.idem4j.ConfigurationException;
import io.idem4j.spi.StoreTraits;
import io.lettuce.core.RedisURI;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Configures a {@link RedisStore}. Not thread-safe. A setter, or {@link #build}, throws {@link ConfigurationException}
 * naming the setting that is wrong.
 */
public final class RedisStoreBuilder {
    private static final Logger LOG = System.getLogger("io.idem4j.redis");
    private static final String DEFAULT_PREFIX = "idem4j:";
    private static final int LONGEST_PREFIX = 255;
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final long DEFAULT_DATA_BYTES = 1L << 20;
    private static final long MOST_DATA_BYTES = 1L << 28;
    private static final int MOST_REPLICAS = 1_000;

    private final @Nullable LettuceServers given;
    private final @Nullable RedisURI uri;
    private boolean cluster;
    private @Nullable String keyPrefix;
    private Duration timeout = Duration.ofSeconds(1);
    private long maxDataBytes = DEFAULT_DATA_BYTES;
    private boolean notifications = true;
    private boolean checkServer = true;
    private boolean sharedWithPowertools;
    private @Nullable Replicas replicas;

    RedisStoreBuilder(LettuceServers given, boolean cluster) {
        this.given = given;
        this.uri = null;
        this.cluster = cluster;
    }

    RedisStoreBuilder(String uri) {
        this.given = null;
        try {
            this.uri = RedisURI.create(Objects.requireNonNull(uri, "uri"));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(
                    "uri", "is none that Lettuce can read; write one like redis://user:password@host:6379/0", null);
        }
    }

    /** Whether the URI names a node of a cluster; default false. Only with a URI. */
    public RedisStoreBuilder cluster(boolean isCluster) {
        if (given != null) {
            throw new ConfigurationException("cluster", "is known where a client or a connection is given", null);
        }
        this.cluster = isCluster;
        return this;
    }

    /**
     * What the keys of records begin with; default {@code idem4j:}, and nothing where they are shared with Powertools.
     *
     * @param prefix at most 255 characters, may be empty
     */
    public RedisStoreBuilder keyPrefix(String prefix) {
        if (prefix.length() > LONGEST_PREFIX) {
            throw new ConfigurationException("keyPrefix", "must have at most 255 characters", null);
        }
        this.keyPrefix = prefix;
        return this;
    }

    /**
     * How long a call waits for the server, and a connection for being made. 1 ms to 1 h; default 1 s. A write that was
     * not answered by then has an unknown outcome, and the engine repeats it on another connection. With a client of the
     * caller's, connecting takes no longer than the timeout of its URI.
     */
    public RedisStoreBuilder timeout(Duration longest) {
        this.timeout = inBounds("timeout", longest);
        return this;
    }

    /** Larger results are refused before anything is written, in UTF-8 bytes; 1 to 256 MiB, default 1 MiB. */
    public RedisStoreBuilder maxDataBytes(long largest) {
        if (largest < 1 || largest > MOST_DATA_BYTES) {
            throw new ConfigurationException("maxDataBytes", "must be from 1 to " + MOST_DATA_BYTES, null);
        }
        this.maxDataBytes = largest;
        return this;
    }

    /**
     * Whether calls that wait for a holder are told by PUBLISH when it has ended, on one more connection, held only while
     * somebody waits; default true. False: they poll, four times a second, and writes publish nothing.
     */
    public RedisStoreBuilder notifications(boolean publish) {
        this.notifications = publish;
        return this;
    }

    /**
     * Whether {@link #build} connects, and warns in the log where the server would evict records or keeps no append-only
     * file; default true. False: the server may be down, and the first call connects.
     */
    public RedisStoreBuilder checkServer(boolean check) {
        this.checkServer = check;
        return this;
    }

    /**
     * Answers a master that fails before it has sent a claim or a result to a replica: claims and completions wait (WAIT)
     * until so many replicas have it, which costs another round trip. Where they do not in time, the outcome is unknown,
     * and the call is repeated. Makes a loss less likely, not impossible: a replica without it may still be promoted.
     * Default: not at all. Not on a cluster.
     *
     * @param count 1 to 1,000
     * @param within 1 ms to 1 h; other calls on the connection wait meanwhile
     */
    public RedisStoreBuilder waitForReplicas(int count, Duration within) {
        if (count < 1 || count > MOST_REPLICAS) {
            throw new ConfigurationException("waitForReplicas", "count must be from 1 to " + MOST_REPLICAS, null);
        }
        this.replicas = new Replicas(count, inBounds("waitForReplicas", within));
        return this;
    }

    /**
     * Whether functions with Powertools for TypeScript and its cache layer use the same keys; default false. True: keys
     * have no prefix, and a takeover honours and takes the lock that Powertools takes, which costs two round trips more.
     */
    public RedisStoreBuilder sharedWithPowertools(boolean shared) {
        this.sharedWithPowertools = shared;
        return this;
    }

    private static Duration inBounds(String setting, Duration span) {
        if (span.compareTo(SHORTEST) < 0 || span.compareTo(LONGEST) > 0) {
            throw new ConfigurationException(setting, "must be from 1 ms to 1 h", null);
        }
        return span;
    }

    /**
     * The store.
     *
     * @throws io.idem4j.StoreException if {@link #checkServer} is on, and there is no connection
     */
    public RedisStore build() {
        if (replicas != null && cluster) {
            throw new ConfigurationException("waitForReplicas", "can't be had on a cluster", null);
        }
        Link link = new LettuceLink(servers(), timeout);
        if (checkServer) {
            check(link);
        }
        String prefix = keyPrefix == null ? sharedWithPowertools ? "" : DEFAULT_PREFIX : keyPrefix;
        Calls calls = new Calls(link, prefix, replicas, notifications);
        StoreTraits traits = new StoreTraits("redis", true, true, false, maxDataBytes);
        return new RedisStore(calls, new Claims(calls, sharedWithPowertools), traits);
    }

    private static void check(Link link) {
        try {
            for (String info : link.info()) {
                ServerCheck.warnings(info).forEach(warning -> LOG.log(Level.WARNING, warning));
            }
        } catch (LinkException e) {
            if (e.code().equals("NOPERM")) {
                LOG.log(Level.WARNING, "Redis may evict or lose records: its user may not ask (INFO)");
                return;
            }
            link.close();
            throw RedisErrors.failed(null, e, false);
        }
    }

    private LettuceServers servers() {
        if (given != null) {
            return given;
        }
        RedisURI own = Objects.requireNonNull(uri);
        return cluster ? LettuceClients.cluster(own, timeout) : LettuceClients.server(own, timeout);
    }
}
