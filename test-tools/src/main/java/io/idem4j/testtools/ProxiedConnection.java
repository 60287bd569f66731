package io.idem4j.testtools;

import io.idem4j.testtools.FaultProxy.Fault;
import io.idem4j.testtools.FaultProxy.Request;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One client's connection through the proxy: a thread for each direction. */
final class ProxiedConnection {
    private static final int BUFFER = 1 << 16;

    private final FaultProxy proxy;
    private final int number;
    private final Socket client;
    private final Socket server;
    private int exchange;
    private volatile boolean answered = true;
    private volatile @Nullable Fault onAnswer;
    private volatile boolean silent;

    ProxiedConnection(FaultProxy proxy, int number, Socket client, Socket server) {
        this.proxy = proxy;
        this.number = number;
        this.client = client;
        this.server = server;
    }

    void passRequests() {
        byte[] buffer = new byte[BUFFER];
        try {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            for (int length; (length = client.getInputStream().read(buffer)) >= 0; ) {
                if (answered) {
                    answered = false;
                    exchange++;
                    proxy.began();
                }
                if (silent) {
                    continue;
                }
                String text = new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
                Fault fault = proxy.meets(new Request(number, exchange, text));
                if (fault == Fault.CUT_BEFORE) {
                    break;
                }
                if (fault == Fault.SILENT_BEFORE) {
                    silent = true;
                    continue;
                }
                if (fault != null) {
                    onAnswer = fault;
                }
                hold();
                server.getOutputStream().write(buffer, 0, length);
            }
        } catch (IOException e) {
            // one side is gone; so goes the other
        }
        close();
    }

    void passAnswers() {
        byte[] buffer = new byte[BUFFER];
        try {
            for (int length; (length = server.getInputStream().read(buffer)) >= 0; ) {
                if (onAnswer == Fault.CUT_AFTER_ANSWER) {
                    break;
                }
                if (onAnswer == Fault.SILENT_AFTER_ANSWER) {
                    silent = true;
                }
                if (!silent) {
                    hold();
                    answered = true;
                    client.getOutputStream().write(buffer, 0, length);
                }
            }
        } catch (IOException e) {
            // one side is gone; so goes the other
        }
        close();
    }

    private void hold() throws IOException {
        Duration delay = proxy.delay();
        if (!delay.isZero()) {
            try {
                Thread.sleep(delay.toMillis());
            } catch (InterruptedException e) {
                throw new IOException("interrupted", e);
            }
        }
    }

    void close() {
        proxy.closed(this);
        for (Socket socket : new Socket[] {client, server}) {
            try {
                socket.close();
            } catch (IOException e) {
                // it is gone
            }
        }
    }
}
