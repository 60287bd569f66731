package io.idem4j.examples.orders;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The service in this process, on a port of its own and with tables of its own, spoken to over HTTP. */
final class RunningService implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final ConfigurableApplicationContext context;
    private final URI base;

    private RunningService(ConfigurableApplicationContext context) {
        this.context = context;
        this.base = URI.create("http://localhost:" + context.getEnvironment().getProperty("local.server.port"));
    }

    static RunningService start(List<String> arguments, Class<?>... extraConfiguration) {
        List<String> all = new ArrayList<>(arguments);
        all.add("--server.port=0");
        all.add("--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return new RunningService(new SpringApplicationBuilder(OrdersApplication.class)
                .sources(extraConfiguration)
                .run(all.toArray(String[]::new)));
    }

    <B> B bean(Class<B> type) {
        return context.getBean(type);
    }

    URI base() {
        return base;
    }

    HttpRequest.Builder order(String json) {
        return HttpRequest.newBuilder(base.resolve("/orders"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json));
    }

    HttpResponse<String> place(String key, String json) {
        return send(order(json).header(Answers.KEY, key));
    }

    HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(base.resolve(path)));
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    /** What the business table holds, whatever the key. */
    List<PlacedOrder> placed() {
        return bean(OrderTable.class).newest(Integer.MAX_VALUE);
    }

    @Override
    public void close() {
        context.close();
    }
}
