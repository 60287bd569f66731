package io.idem4j.benchmarks;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** A Tomcat with one endpoint under two paths, one of them behind a filter. */
final class FilterSite implements AutoCloseable {
    private static final byte[] BODY =
            "{\"item\":\"a book about books\",\"quantity\":2,\"gift\":\"false\"}".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] ANSWER = ("{\"id\":\"" + "7".repeat(191) + "\"}").getBytes(StandardCharsets.ISO_8859_1);

    private final Tomcat tomcat = new Tomcat();

    FilterSite(Filter filter) throws IOException, LifecycleException {
        Path base = Files.createTempDirectory("idem4j-filter");
        tomcat.setBaseDir(base.toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
        Context context = tomcat.addContext("", base.toString());
        Tomcat.addServlet(context, "endpoint", new Endpoint());
        context.addServletMappingDecoded("/*", "endpoint");
        FilterDef definition = new FilterDef();
        definition.setFilterName("filter");
        definition.setFilter(filter);
        context.addFilterDef(definition);
        FilterMap map = new FilterMap();
        map.setFilterName("filter");
        map.addURLPattern("/guarded");
        context.addFilterMap(map);
        tomcat.start();
    }

    Connection connect() throws IOException {
        return new Connection(new Socket(
                InetAddress.getLoopbackAddress(), tomcat.getConnector().getLocalPort()));
    }

    @Override
    public void close() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }

    private static final class Endpoint extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getInputStream().readAllBytes().length != BODY.length) {
                throw new IOException("another body");
            }
            response.setStatus(HttpServletResponse.SC_CREATED);
            response.setContentType("application/json");
            response.setContentLength(ANSWER.length);
            response.getOutputStream().write(ANSWER);
        }
    }

    /** One client that waits for each answer. */
    static final class Connection implements AutoCloseable {
        private final Socket socket;
        private final InputStream in;

        Connection(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedInputStream(socket.getInputStream());
            socket.setTcpNoDelay(true);
        }

        /** {@code key} empty: none. Throws if the answer is not the endpoint's. */
        void post(String path, String key) throws IOException {
            String header = key.isEmpty() ? "" : "Idempotency-Key: " + key + "\r\n";
            String head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + header
                    + "Content-Length: " + BODY.length + "\r\n\r\n";
            byte[] start = head.getBytes(StandardCharsets.ISO_8859_1);
            byte[] request = new byte[start.length + BODY.length];
            System.arraycopy(start, 0, request, 0, start.length);
            System.arraycopy(BODY, 0, request, start.length, BODY.length);
            socket.getOutputStream().write(request);
            String status = line();
            if (!status.contains(" 201")) {
                throw new IOException("answered " + status);
            }
            for (String line = line(); !line.isEmpty(); line = line()) {
                // headers are of no interest
            }
            if (in.readNBytes(ANSWER.length).length != ANSWER.length) {
                throw new IOException("another answer");
            }
        }

        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int b = in.read(); b != '\n'; b = in.read()) {
                if (b < 0) {
                    throw new IOException("closed");
                }
                if (b != '\r') {
                    line.append((char) b);
                }
            }
            return line.toString();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
