package io.idem4j.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** The response to the last attempt, with the user's body. */
@SuppressWarnings("NullAway") // a body may be null, which the JDK's interface does not say
record Answered<T>(HttpResponse<Answer<T>> response) implements HttpResponse<T> {
    @Override
    public int statusCode() {
        return response.statusCode();
    }

    @Override
    public HttpRequest request() {
        return response.request();
    }

    @Override
    public Optional<HttpResponse<T>> previousResponse() {
        return response.previousResponse().map(Answered::new);
    }

    @Override
    public HttpHeaders headers() {
        return response.headers();
    }

    @Override
    public @Nullable T body() {
        return response.body() instanceof Answer.Final<T> answer ? answer.body() : null;
    }

    @Override
    public Optional<SSLSession> sslSession() {
        return response.sslSession();
    }

    @Override
    public URI uri() {
        return response.uri();
    }

    @Override
    public HttpClient.Version version() {
        return response.version();
    }
}
