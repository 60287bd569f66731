package io.idem4j.testtools;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Says what it heard. */
final class EchoServer implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final List<Socket> clients = new CopyOnWriteArrayList<>();
    private final String prefix;

    EchoServer(String prefix) throws IOException {
        this.prefix = prefix;
        daemon(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    List<String> heard() {
        return heard;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                clients.add(client);
                daemon(() -> answer(client));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void answer(Socket client) {
        byte[] buffer = new byte[1_000];
        try (client) {
            for (int length; (length = client.getInputStream().read(buffer)) >= 0; ) {
                String text = new String(buffer, 0, length);
                heard.add(text);
                client.getOutputStream().write((prefix + text).getBytes());
            }
        } catch (IOException e) {
            // closed
        }
    }

    private static void daemon(Runnable loop) {
        Thread thread = new Thread(loop, "echo");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket client : clients) {
            client.close();
        }
    }
}
