package io.idem4j.testtools;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a client and a server on this machine, passes everything on, and fails where a test says. A request is
 * what a client sends before the server answers, an exchange a request with its answer. Thread-safe.
 */
public final class FaultProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private final List<Armed> armed = new CopyOnWriteArrayList<>();
    private final AtomicLong exchanges = new AtomicLong();
    private final AtomicInteger accepted = new AtomicInteger();
    private volatile InetSocketAddress server;
    private volatile Duration delay = Duration.ZERO;
    private volatile boolean refusing;

    /** What goes wrong with a request. */
    public enum Fault {
        /** Both sides are closed; the server never sees the request. */
        CUT_BEFORE,
        /** The server answers, the client's side is closed before it hears of it. */
        CUT_AFTER_ANSWER,
        /** The server never sees the request, and the client is left to wait. */
        SILENT_BEFORE,
        /** The server answers, and the client is left to wait. */
        SILENT_AFTER_ANSWER
    }

    /**
     * Bytes on their way to the server.
     *
     * @param connection counts from 1
     * @param exchange of its connection, counts from 1
     * @param text each byte as one character
     */
    public record Request(int connection, int exchange, String text) {}

    /** A fault that waits for its request and hits once. */
    public static final class Armed {
        private final Fault fault;
        private final Predicate<Request> where;
        private final AtomicInteger hits = new AtomicInteger();

        private Armed(Fault fault, Predicate<Request> where) {
            this.fault = fault;
            this.where = where;
        }

        /** Whether it has. */
        public boolean hasHit() {
            return hits.get() > 0;
        }
    }

    private FaultProxy(InetSocketAddress server) throws IOException {
        this.server = server;
        this.listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    }

    /** Listens on a free port. */
    public static FaultProxy to(int serverPort) {
        try {
            FaultProxy proxy = new FaultProxy(local(serverPort));
            proxy.daemon("accepts", proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where clients connect to. */
    public int port() {
        return listener.getLocalPort();
    }

    /** New connections go to another server: a failover. */
    public void switchTo(int serverPort) {
        server = local(serverPort);
    }

    /** Fails the first request, from now on, that fits. */
    public Armed arm(Fault fault, Predicate<Request> where) {
        Armed one = new Armed(fault, where);
        armed.add(one);
        return one;
    }

    /** Fails the next request. */
    public Armed arm(Fault fault) {
        return arm(fault, request -> true);
    }

    /** Nothing waits to hit any more. */
    public void disarm() {
        armed.clear();
    }

    /** Holds each piece for so long, in each direction. */
    public void delay(Duration each) {
        delay = each;
    }

    /** Closes every connection now. */
    public void cutAll() {
        connections.forEach(ProxiedConnection::close);
    }

    /** Closes new connections at once, until {@link #admit}. */
    public void refuse() {
        refusing = true;
    }

    /** Ends {@link #refuse}. */
    public void admit() {
        refusing = false;
    }

    /** Requests that began, of all connections. */
    public long exchanges() {
        return exchanges.get();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cutAll();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                if (refusing) {
                    client.close();
                } else {
                    open(client);
                }
            } catch (IOException e) {
                // the listener was closed, or the client went away at once
            }
        }
    }

    private void open(Socket client) throws IOException {
        Socket upstream = new Socket();
        try {
            upstream.connect(server, 5_000);
        } catch (IOException e) {
            client.close();
            return;
        }
        ProxiedConnection connection = new ProxiedConnection(this, accepted.incrementAndGet(), client, upstream);
        connections.add(connection);
        daemon("requests", connection::passRequests);
        daemon("answers", connection::passAnswers);
    }

    void closed(ProxiedConnection connection) {
        connections.remove(connection);
    }

    void began() {
        exchanges.incrementAndGet();
    }

    Duration delay() {
        return delay;
    }

    /** The fault that this request meets; null: none. */
    @Nullable Fault meets(Request request) {
        for (Armed one : armed) {
            if (one.where.test(request) && one.hits.compareAndSet(0, 1)) {
                armed.remove(one);
                return one.fault;
            }
        }
        return null;
    }

    private void daemon(String what, Runnable loop) {
        Thread thread = new Thread(loop, "fault-proxy-" + port() + "-" + what);
        thread.setDaemon(true);
        thread.start();
    }

    private static InetSocketAddress local(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
}
