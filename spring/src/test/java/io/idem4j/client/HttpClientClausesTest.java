package io.idem4j.client;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Through the JDK's client. */
class HttpClientClausesTest extends ClientClauses {
    @Override
    protected Reply send(ClientPolicy with, URI uri, Duration timeout) throws Exception {
        IdempotentHttpClient client = IdempotentHttpClient.on(jdk, with);
        HttpResponse<String> response = client.send(
                client.prepare(HttpRequest.newBuilder(uri)
                        .timeout(timeout)
                        .POST(BodyPublishers.ofString("an order"))
                        .build()),
                BodyHandlers.ofString());
        return new Reply(response.statusCode(), response.body());
    }
}
