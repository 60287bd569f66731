package io.idem4j.spring.client;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.support.HttpRequestWrapper;

/** One attempt's request: with headers of its own, so that what an interceptor behind adds is not added to the next attempt too. */
final class KeyedRequest extends HttpRequestWrapper {
    private final HttpHeaders headers = new HttpHeaders();

    KeyedRequest(HttpRequest request, String header, String key) {
        super(request);
        headers.addAll(request.getHeaders());
        if (!headers.containsHeader(header)) {
            headers.set(header, key);
        }
    }

    @Override
    public HttpHeaders getHeaders() {
        return headers;
    }
}
