package io.idem4j.jdbc;

import io.idem4j.IdempotencyKey;
import io.idem4j.spi.WatchableStore.Watch;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * One connection for all that is waited for in this process, taken when the first waiter comes and given back a moment
 * after the last has gone. While there is none, or it broke, {@link #pushes} is false and waiters poll.
 */
final class PostgresWatches implements Watches {
    private static final int LISTEN_MILLIS = 10;
    private static final int LINGER_SECONDS = 1;
    private static final int RETRY_SECONDS = 1;
    private static final int LOCK_WAIT_MILLIS = 1_000;

    private final DataSource dataSource;
    private final PostgresSignal signal;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Integer, List<Entry>> wanted = new HashMap<>();
    private @Nullable Thread listener;
    private volatile boolean listening;

    PostgresWatches(DataSource dataSource, PostgresSignal signal) {
        this.dataSource = dataSource;
        this.signal = signal;
    }

    /** Compared by identity: the same callback may watch twice. */
    private static final class Entry {
        private final Runnable changed;

        Entry(Runnable changed) {
            this.changed = changed;
        }
    }

    @Override
    public boolean pushes() {
        return listening;
    }

    @Override
    public Watch watch(IdempotencyKey key, Runnable told) {
        int hash = PostgresSignal.hash(key);
        Entry entry = new Entry(told);
        lock.lock();
        try {
            wanted.computeIfAbsent(hash, unused -> new ArrayList<>()).add(entry);
            if (listener == null) {
                listener = new Thread(this::run, "idem4j-postgres-listener");
                listener.setDaemon(true);
                listener.start();
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        return () -> unwatch(hash, entry);
    }

    private void unwatch(int hash, Entry entry) {
        lock.lock();
        try {
            List<Entry> entries = wanted.get(hash);
            if (entries != null && entries.remove(entry) && entries.isEmpty()) {
                wanted.remove(hash);
            }
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        boolean over = false;
        while (!over) {
            try (Connection connection = dataSource.getConnection()) {
                over = listen(connection);
            } catch (SQLException | RuntimeException | LinkageError e) {
                over = rest();
            } finally {
                listening = false;
                tellAll();
            }
        }
    }

    /** Nobody is told of changes any more: whoever waits asks for itself. */
    private void tellAll() {
        wantedNow().forEach(this::tell);
    }

    /** True once nobody waits any more. */
    private boolean listen(Connection connection) throws SQLException {
        boolean autocommit = connection.getAutoCommit();
        connection.setAutoCommit(true);
        PGConnection notified = connection.unwrap(PGConnection.class);
        Set<Integer> held = new HashSet<>();
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + signal.channel());
            statement.execute("SET lock_timeout = " + LOCK_WAIT_MILLIS);
            long last = System.nanoTime();
            while (true) {
                Set<Integer> hashes = wantedNow();
                hold(statement, held, hashes);
                listening = true;
                if (!hashes.isEmpty()) {
                    last = System.nanoTime();
                } else if (System.nanoTime() - last > TimeUnit.SECONDS.toNanos(LINGER_SECONDS) && end()) {
                    return true;
                }
                PGNotification[] notifications = notified.getNotifications(LISTEN_MILLIS);
                if (notifications != null) {
                    for (PGNotification each : notifications) {
                        tell(Integer.parseInt(each.getParameter()));
                    }
                }
            }
        } finally {
            Quietly.run(() -> giveBack(connection, autocommit));
        }
    }

    /** A waiter asks once its lock is held: what changed before was told to nobody. */
    private void hold(Statement statement, Set<Integer> held, Set<Integer> hashes) throws SQLException {
        for (int hash : hashes) {
            if (held.add(hash)) {
                statement.execute("SELECT pg_advisory_lock_shared(" + signal.space() + ", " + hash + ")");
                tell(hash);
            }
        }
        for (int hash : Set.copyOf(held)) {
            if (!hashes.contains(hash)) {
                statement.execute("SELECT pg_advisory_unlock_shared(" + signal.space() + ", " + hash + ")");
                held.remove(hash);
            }
        }
    }

    private static void giveBack(Connection connection, boolean autocommit) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("UNLISTEN *; SELECT pg_advisory_unlock_all(); RESET lock_timeout");
        } catch (SQLException e) {
            connection.abort(Runnable::run);
            throw e;
        }
        connection.setAutoCommit(autocommit);
    }

    private Set<Integer> wantedNow() {
        lock.lock();
        try {
            return Set.copyOf(wanted.keySet());
        } finally {
            lock.unlock();
        }
    }

    private void tell(int hash) {
        List<Entry> entries;
        lock.lock();
        try {
            entries = List.copyOf(wanted.getOrDefault(hash, List.of()));
        } finally {
            lock.unlock();
        }
        entries.forEach(entry -> entry.changed.run());
    }

    /** After a failure; true if nobody waits any more. */
    private boolean rest() {
        lock.lock();
        try {
            long left = TimeUnit.SECONDS.toNanos(RETRY_SECONDS);
            while (left > 0 && !wanted.isEmpty()) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        return end();
    }

    /** True, and this thread is the listener no more, if nobody waits. */
    private boolean end() {
        lock.lock();
        try {
            if (!wanted.isEmpty()) {
                return false;
            }
            listener = null;
            return true;
        } finally {
            lock.unlock();
        }
    }
}
