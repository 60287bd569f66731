package io.idem4j.servlet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Bytes to a server and its answer, with nothing in between. */
final class RawClient {
    private static final int PATIENCE = 30_000;

    private RawClient() {}

    record Answer(int status, Map<String, List<String>> headers, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    /** Sends, and reads the answer to the end of the connection; the request should ask for that. */
    static Answer exchange(int port, byte[]... parts) throws IOException {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(PATIENCE);
            for (byte[] part : parts) {
                socket.getOutputStream().write(part);
                socket.getOutputStream().flush();
            }
            return parse(socket.getInputStream().readAllBytes());
        }
    }

    static byte[] head(String method, String path, String... headers) {
        StringBuilder head =
                new StringBuilder(method + ' ' + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    static Answer parse(byte[] all) throws IOException {
        String text = new String(all, StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            throw new IOException("no answer: " + text);
        }
        String[] lines = text.substring(0, end).split("\r\n");
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            headers.computeIfAbsent(lines[i].substring(0, colon), unused -> new ArrayList<>())
                    .add(lines[i].substring(colon + 1).strip());
        }
        byte[] body = text.substring(end + 4).getBytes(StandardCharsets.ISO_8859_1);
        boolean chunked = headers.getOrDefault("Transfer-Encoding", List.of()).contains("chunked");
        return new Answer(Integer.parseInt(lines[0].split(" ")[1]), headers, chunked ? joined(body) : body);
    }

    private static byte[] joined(byte[] chunks) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        String text = new String(chunks, StandardCharsets.ISO_8859_1);
        int at = 0;
        while (at < chunks.length) {
            int line = text.indexOf("\r\n", at);
            int size = Integer.parseInt(text.substring(at, line).strip(), 16);
            if (size == 0) {
                break;
            }
            body.write(chunks, line + 2, size);
            at = line + 2 + size + 2;
        }
        return body.toByteArray();
    }

    static byte[] chunked(byte[] body, int chunk) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int at = 0; at < body.length; at += chunk) {
            int size = Math.min(chunk, body.length - at);
            out.writeBytes((Integer.toHexString(size) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            out.write(body, at, size);
            out.writeBytes("\r\n".getBytes(StandardCharsets.ISO_8859_1));
        }
        out.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        return out.toByteArray();
    }

    /** Reads until this text has come. */
    static String readUntil(InputStream in, String text) throws IOException {
        StringBuilder read = new StringBuilder();
        while (read.indexOf(text) < 0) {
            int b = in.read();
            if (b < 0) {
                throw new IOException("ended after: " + read);
            }
            read.append((char) b);
        }
        return read.toString();
    }
}
