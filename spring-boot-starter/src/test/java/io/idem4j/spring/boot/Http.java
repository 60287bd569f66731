package io.idem4j.spring.boot;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.springframework.context.ApplicationContext;

/** Requests to an application that a test has started on a free port. */
public final class Http {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final String base;

    /** To this one. */
    public Http(ApplicationContext context) {
        this.base = "http://localhost:" + context.getEnvironment().getProperty("local.server.port");
    }

    /** A request with JSON and these headers. */
    public HttpResponse<String> send(String verb, String path, String json, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .header("Content-Type", "application/json")
                .method(verb, BodyPublishers.ofString(json));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    /** A POST under a key. */
    public HttpResponse<String> post(String path, String json, String key) throws IOException, InterruptedException {
        return send("POST", path, json, "Idempotency-Key", key);
    }
}
