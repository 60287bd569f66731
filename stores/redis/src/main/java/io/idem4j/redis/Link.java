package io.idem4j.redis;

import io.idem4j.spi.WatchableStore.Watch;
import java.util.List;
import java.util.function.Consumer;

/** What the store needs of a client of Redis; another client is another implementation. Thread-safe. */
interface Link extends AutoCloseable {
    /**
     * Runs a script on one key: by its hash, and by its text where the server does not know it. Not ended by an
     * interrupt.
     *
     * @return what the script answered, each {@code Long} or {@code byte[]}
     */
    List<Object> run(Script script, byte[] key, List<byte[]> arguments) throws LinkException;

    /**
     * The same, and then waits until replicas have confirmed what was written.
     *
     * @param confirmed told how many replicas have
     */
    List<Object> runAndWait(
            Script script, byte[] key, List<byte[]> arguments, Replicas replicas, Consumer<Long> confirmed)
            throws LinkException;

    /** Runs a script without arguments on each key, side by side. */
    List<List<Object>> runEach(Script script, List<byte[]> keys) throws LinkException;

    /** All keys of strings that a pattern fits, in pieces, each from every server that has some. */
    void scan(byte[] pattern, Consumer<List<byte[]>> piece) throws LinkException;

    /** What INFO says of memory, persistence and replication, of each server that keeps records. */
    List<String> info() throws LinkException;

    /**
     * Subscribes to a channel, without waiting for it.
     *
     * @param told at each message, and once the subscription holds
     */
    Watch subscribe(String channel, Runnable told);

    /** Whether messages are coming in. */
    boolean pushes();

    /** Whether a connection for scripts stands; where not, the next call makes one. */
    boolean isConnected();

    @Override
    void close();
}
