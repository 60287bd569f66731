package io.idem4j.redis;

import io.idem4j.spi.WatchableStore.Watch;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateAdapter;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One connection for all channels that somebody watches, taken when the first comes and given back a moment after the
 * last has gone. While there is none, or it broke, {@link #pushes} is false and waiters poll.
 */
final class LettuceWatches {
    private static final int LINGER_MILLIS = 1_000;
    private static final int RETRY_MILLIS = 1_000;

    private final LettuceServers servers;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, List<Entry>> wanted = new HashMap<>();
    private @Nullable StatefulRedisPubSubConnection<String, String> connection;
    private boolean connecting;
    private boolean closed;
    private volatile boolean pushing;

    LettuceWatches(LettuceServers servers) {
        this.servers = servers;
    }

    /** Compared by identity: the same callback may watch twice. */
    private static final class Entry {
        private final Runnable told;

        Entry(Runnable told) {
            this.told = told;
        }
    }

    boolean pushes() {
        return pushing;
    }

    Watch subscribe(String channel, Runnable told) {
        Entry entry = new Entry(told);
        lock.lock();
        try {
            wanted.computeIfAbsent(channel, unused -> new ArrayList<>()).add(entry);
            if (connection == null) {
                connect();
            } else {
                LettuceErrors.unheard(connection.async().subscribe(channel));
            }
        } finally {
            lock.unlock();
        }
        return () -> unsubscribe(channel, entry);
    }

    private void unsubscribe(String channel, Entry entry) {
        lock.lock();
        try {
            List<Entry> entries = wanted.get(channel);
            if (entries == null || !entries.remove(entry) || !entries.isEmpty()) {
                return;
            }
            wanted.remove(channel);
            if (connection != null) {
                LettuceErrors.unheard(connection.async().unsubscribe(channel));
            }
            if (wanted.isEmpty()) {
                later(LINGER_MILLIS, this::endIfUnwanted);
            }
        } finally {
            lock.unlock();
        }
    }

    private static void later(int millis, Runnable work) {
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(work);
    }

    private void endIfUnwanted() {
        lock.lock();
        try {
            if (wanted.isEmpty() && connection != null) {
                end(connection);
            }
        } finally {
            lock.unlock();
        }
    }

    /** With the lock. */
    private void connect() {
        if (connecting || closed) {
            return;
        }
        CompletionStage<StatefulRedisPubSubConnection<String, String>> made = servers.connectPubSub();
        if (made != null) {
            connecting = true;
            LettuceErrors.unheard(made.whenComplete(this::connected));
        }
    }

    private void connected(@Nullable StatefulRedisPubSubConnection<String, String> made, @Nullable Throwable failure) {
        lock.lock();
        try {
            connecting = false;
            if (made == null || failure != null) {
                later(RETRY_MILLIS, this::connectIfWanted);
                return;
            }
            if (closed || wanted.isEmpty()) {
                LettuceErrors.closed(made);
                return;
            }
            connection = made;
            made.addListener(new RedisPubSubAdapter<String, String>() {
                @Override
                public void subscribed(String channel, long count) {
                    holds(made);
                    tell(channel);
                }

                @Override
                public void message(String channel, String message) {
                    tell(channel);
                }
            });
            made.addListener(new RedisConnectionStateAdapter() {
                @Override
                public void onRedisDisconnected(RedisChannelHandler<?, ?> broken) {
                    lost(made);
                }
            });
            LettuceErrors.unheard(made.async().subscribe(wanted.keySet().toArray(String[]::new)));
            if (!made.isOpen()) {
                later(0, () -> lost(made));
            }
        } finally {
            lock.unlock();
        }
    }

    private void holds(StatefulRedisPubSubConnection<String, String> subscribed) {
        lock.lock();
        try {
            pushing = connection == subscribed;
        } finally {
            lock.unlock();
        }
    }

    private void connectIfWanted() {
        lock.lock();
        try {
            if (!wanted.isEmpty() && connection == null) {
                connect();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whoever waits asks for itself now. */
    private void lost(StatefulRedisPubSubConnection<String, String> broken) {
        List<String> channels;
        lock.lock();
        try {
            if (connection != broken) {
                return;
            }
            end(broken);
            channels = List.copyOf(wanted.keySet());
            later(RETRY_MILLIS, this::connectIfWanted);
        } finally {
            lock.unlock();
        }
        channels.forEach(this::tell);
    }

    /** With the lock. */
    private void end(StatefulRedisPubSubConnection<String, String> ended) {
        pushing = false;
        connection = null;
        LettuceErrors.closed(ended);
    }

    private void tell(String channel) {
        List<Entry> entries;
        lock.lock();
        try {
            entries = List.copyOf(wanted.getOrDefault(channel, List.of()));
        } finally {
            lock.unlock();
        }
        entries.forEach(entry -> entry.told.run());
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            if (connection != null) {
                end(connection);
            }
        } finally {
            lock.unlock();
        }
    }
}
