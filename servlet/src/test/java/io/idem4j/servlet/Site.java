package io.idem4j.servlet;

import io.idem4j.Idempotency;
import io.idem4j.http.HttpIdempotency;
import io.idem4j.http.HttpPolicy;
import io.idem4j.memory.InMemoryStore;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** An application with handlers by path behind the filter, and clients for it. */
final class Site implements AutoCloseable {
    static final String KEY = "Idempotency-Key";

    private final Map<String, Handler> handlers = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Container container;
    private final Idempotency memory = Idempotency.builder(new InMemoryStore()).build();

    private volatile Filter filter;

    /** What an application does with a request. */
    interface Handler {
        void handle(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException;
    }

    Site(Container.Kind kind) {
        this(kind, true);
    }

    Site(Container.Kind kind, boolean async) {
        use(HttpPolicy.storeFinalAnswers());
        Filter current = new Filter() {
            @Override
            public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                    throws IOException, ServletException {
                filter.doFilter(request, response, chain);
            }
        };
        Container.Mapped mapped =
                async ? Container.Mapped.requestsAndAsync(current) : Container.Mapped.requests(current);
        container = kind.start(List.of(Container.Mapped.requests(new Users()), mapped), new App());
    }

    /** The same filter with another policy, on the same memory. */
    void use(HttpPolicy policy) {
        use(memory, policy);
    }

    void use(Idempotency idempotency, HttpPolicy policy) {
        use(new IdempotencyFilter(
                HttpIdempotency.builder(idempotency).policy(policy).build()));
    }

    void use(Filter other) {
        filter = other;
    }

    Idempotency memory() {
        return memory;
    }

    void on(String path, Handler handler) {
        handlers.put(path, handler);
        runs.put(path, new AtomicInteger());
    }

    /** How often the handler of this path was asked. */
    int runs(String path) {
        return runs.get(path).get();
    }

    int port() {
        return container.port();
    }

    HttpRequest.Builder post(String path, String key) {
        return request(path).header(KEY, key).POST(HttpRequest.BodyPublishers.noBody());
    }

    /** On a connection of its own: one that is kept may be closed by the container as the next request is sent. */
    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port() + path))
                .header("Connection", "close");
    }

    HttpResponse<byte[]> send(HttpRequest.Builder request) {
        return send(request.build());
    }

    HttpResponse<byte[]> send(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The body as it comes. */
    InputStream stream(HttpRequest.Builder request) throws IOException {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream())
                    .body();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        container.close();
        memory.close();
    }

    /** Stands for authentication. */
    private static final class Users implements Filter {
        @Override
        public void init(FilterConfig config) {}

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            String user = ((HttpServletRequest) request).getHeader("X-User");
            chain.doFilter(
                    new HttpServletRequestWrapper((HttpServletRequest) request) {
                        @Override
                        public Principal getUserPrincipal() {
                            return user == null ? null : () -> user;
                        }
                    },
                    response);
        }
    }

    private final class App extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            boolean included = request.getDispatcherType() == DispatcherType.INCLUDE;
            String path = included
                    ? (String) request.getAttribute(RequestDispatcher.INCLUDE_PATH_INFO)
                    : request.getPathInfo();
            Handler handler = handlers.get(path);
            if (handler == null) {
                response.setStatus(404);
                return;
            }
            runs.get(path).incrementAndGet();
            handler.handle(request, response);
        }
    }
}
