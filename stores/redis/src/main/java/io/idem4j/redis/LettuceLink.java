package io.idem4j.redis;

import io.idem4j.redis.LinkException.Kind;
import io.idem4j.spi.WatchableStore.Watch;
import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One connection of Lettuce for all threads, made at the first call and again where it is gone. One that did not answer
 * in time is given up, since it may lead to a server that is no more.
 */
final class LettuceLink implements Link {
    private static final int SCANNED_AT_ONCE = 1_000;

    private final LettuceServers servers;
    private final Duration timeout;
    private final LettuceWatches watches;
    private final ReentrantLock connecting = new ReentrantLock();
    private final AtomicReference<@Nullable StatefulConnection<byte[], byte[]>> current = new AtomicReference<>();
    private volatile boolean closed;

    LettuceLink(LettuceServers servers, Duration timeout) {
        this.servers = servers;
        this.timeout = timeout;
        this.watches = new LettuceWatches(servers);
    }

    @Override
    public List<Object> run(Script script, byte[] key, List<byte[]> arguments) throws LinkException {
        return uninterrupted(() -> run(connection(), script, key, arguments, connection -> {}));
    }

    @Override
    public List<Object> runAndWait(
            Script script, byte[] key, List<byte[]> arguments, Replicas replicas, Consumer<Long> confirmed)
            throws LinkException {
        return uninterrupted(() -> {
            StatefulConnection<byte[], byte[]> connection = connection();
            Waited waited = new Waited(replicas);
            List<Object> answer = run(connection, script, key, arguments, waited::send);
            confirmed.accept(waited.confirmed(connection));
            return answer;
        });
    }

    /** WAIT right after the script on the same connection: it counts for what this connection has written. */
    private final class Waited {
        private final Replicas replicas;
        private @Nullable RedisFuture<Long> sent;

        Waited(Replicas replicas) {
            this.replicas = replicas;
        }

        void send(StatefulConnection<byte[], byte[]> connection) {
            sent = servers.commands(connection)
                    .waitForReplication(replicas.count(), replicas.within().toMillis());
        }

        long confirmed(StatefulConnection<byte[], byte[]> connection) throws LinkException {
            return sent == null ? 0 : await(connection, sent, timeout.plus(replicas.within()));
        }
    }

    private List<Object> run(
            StatefulConnection<byte[], byte[]> connection,
            Script script,
            byte[] key,
            List<byte[]> arguments,
            Consumer<StatefulConnection<byte[], byte[]>> next)
            throws LinkException {
        byte[][] keys = {key};
        byte[][] values = arguments.toArray(byte[][]::new);
        try {
            return call(connection, commands -> {
                RedisFuture<List<Object>> answer =
                        commands.evalsha(script.hash(), ScriptOutputType.MULTI, keys, values);
                next.accept(connection);
                return answer;
            });
        } catch (LinkException e) {
            if (!e.code().equals("NOSCRIPT")) {
                throw e;
            }
            return call(connection, commands -> {
                RedisFuture<List<Object>> answer = commands.eval(script.source(), ScriptOutputType.MULTI, keys, values);
                next.accept(connection);
                return answer;
            });
        }
    }

    @Override
    public List<List<Object>> runEach(Script script, List<byte[]> keys) throws LinkException {
        return uninterrupted(() -> {
            StatefulConnection<byte[], byte[]> connection = connection();
            List<RedisFuture<List<Object>>> answers = new ArrayList<>();
            for (byte[] key : keys) {
                answers.add(servers.commands(connection)
                        .evalsha(script.hash(), ScriptOutputType.MULTI, new byte[][] {key}));
            }
            List<List<Object>> results = new ArrayList<>();
            for (int i = 0; i < answers.size(); i++) {
                try {
                    results.add(await(connection, answers.get(i), timeout));
                } catch (LinkException e) {
                    if (!e.code().equals("NOSCRIPT")) {
                        throw e;
                    }
                    results.add(run(connection, script, keys.get(i), List.of(), unused -> {}));
                }
            }
            return results;
        });
    }

    @Override
    public void scan(byte[] pattern, Consumer<List<byte[]>> piece) throws LinkException {
        uninterrupted(() -> {
            StatefulConnection<byte[], byte[]> connection = connection();
            KeyScanArgs arguments = KeyScanArgs.Builder.type("string");
            arguments.match(pattern).limit(SCANNED_AT_ONCE);
            ScanCursor cursor = ScanCursor.INITIAL;
            while (!cursor.isFinished()) {
                ScanCursor from = cursor;
                KeyScanCursor<byte[]> found = call(connection, commands -> commands.scan(from, arguments));
                piece.accept(found.getKeys());
                cursor = found;
            }
            return piece;
        });
    }

    @Override
    public List<String> info() throws LinkException {
        return uninterrupted(() -> {
            StatefulConnection<byte[], byte[]> connection = connection();
            List<String> texts = new ArrayList<>();
            for (Future<String> text : servers.info(connection)) {
                texts.add(await(connection, text, timeout));
            }
            return texts;
        });
    }

    @Override
    public Watch subscribe(String channel, Runnable told) {
        return watches.subscribe(channel, told);
    }

    @Override
    public boolean pushes() {
        return watches.pushes();
    }

    @Override
    public boolean isConnected() {
        StatefulConnection<byte[], byte[]> connection = current.get();
        return connection != null && connection.isOpen();
    }

    private interface Work<T> {
        T run() throws LinkException;
    }

    /** An interrupt ends no call; the flag stands again afterwards. */
    private static <T> T uninterrupted(Work<T> work) throws LinkException {
        boolean interrupted = Thread.interrupted();
        try {
            return work.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private <T> T call(
            StatefulConnection<byte[], byte[]> connection,
            Function<RedisClusterAsyncCommands<byte[], byte[]>, RedisFuture<T>> command)
            throws LinkException {
        RedisFuture<T> answer;
        try {
            answer = command.apply(servers.commands(connection));
        } catch (RuntimeException e) {
            throw failed(connection, LettuceErrors.calling(e));
        }
        return await(connection, answer, timeout);
    }

    private <T> T await(StatefulConnection<byte[], byte[]> connection, Future<T> answer, Duration longest)
            throws LinkException {
        long end = System.nanoTime() + longest.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return answer.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw failed(connection, LettuceErrors.calling(e.getCause() == null ? e : e.getCause()));
        } catch (TimeoutException | RuntimeException e) {
            answer.cancel(true);
            throw failed(connection, new LinkException(Kind.LOST, "", null));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private StatefulConnection<byte[], byte[]> connection() throws LinkException {
        StatefulConnection<byte[], byte[]> connection = current.get();
        if (connection != null && connection.isOpen()) {
            return connection;
        }
        if (closed) {
            throw new LinkException(Kind.NOT_SENT, "", null);
        }
        return connect();
    }

    private StatefulConnection<byte[], byte[]> connect() throws LinkException {
        try {
            if (!connecting.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new LinkException(Kind.NOT_SENT, "", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LinkException(Kind.NOT_SENT, "", null);
        }
        try {
            StatefulConnection<byte[], byte[]> connection = current.get();
            if (connection != null && connection.isOpen()) {
                return connection;
            }
            if (connection != null) {
                servers.close(connection);
            }
            StatefulConnection<byte[], byte[]> made = servers.connect();
            current.set(made);
            if (closed || !made.isOpen()) {
                servers.close(made);
                throw new LinkException(Kind.NOT_SENT, "", null);
            }
            return made;
        } catch (RuntimeException e) {
            throw LettuceErrors.connecting(e);
        } finally {
            connecting.unlock();
        }
    }

    /** Of a master that became a replica, too: where Sentinel is asked again, the new one is found. */
    private LinkException failed(StatefulConnection<byte[], byte[]> connection, LinkException failure) {
        boolean refused = failure.kind() == Kind.REFUSED && !failure.code().equals("READONLY");
        if (!refused && servers.givesUp() && current.compareAndSet(connection, null)) {
            servers.close(connection);
        }
        return failure;
    }

    @Override
    public void close() {
        closed = true;
        StatefulConnection<byte[], byte[]> connection = current.get();
        watches.close();
        if (!servers.close() && connection != null) {
            servers.close(connection);
        }
    }
}
