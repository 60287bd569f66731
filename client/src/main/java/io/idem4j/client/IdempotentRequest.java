package io.idem4j.client;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Objects;

/**
 * One logical request: what is asked for, and the one key under which it is asked for, however often (C-01). Made by
 * {@link IdempotentHttpClient#prepare}. Keep it where the request may have to be sent again later: as long as it is this object,
 * or has this key, it is the same operation. Immutable and thread-safe.
 */
public final class IdempotentRequest {
    private final HttpRequest request;
    private final String header;
    private final String key;

    IdempotentRequest(HttpRequest request, String header, String key) {
        Objects.requireNonNull(request, "request");
        if (request.headers().firstValue(header).isPresent()) {
            throw new IllegalArgumentException("request: has the header " + header
                    + " already; leave it out, and give its value to prepare(request, key)");
        }
        if (!Key.isValid(key)) {
            throw new IllegalArgumentException(
                    "key: must be 1 to " + Key.MOST_CHARACTERS + " visible ASCII characters, prefix included");
        }
        this.request = request;
        this.header = header;
        this.key = key;
    }

    /** As it was given, without the key. Its body is published anew for each attempt. */
    public HttpRequest request() {
        return request;
    }

    /** The value of the header. It may be a secret: whoever knows it can ask for the response. */
    public String key() {
        return key;
    }

    /** With the key, and with no more time than is left. */
    HttpRequest asSent(Duration left) {
        Duration timeout =
                request.timeout().filter(own -> own.compareTo(left) < 0).orElse(left);
        return HttpRequest.newBuilder(request, (name, value) -> true)
                .setHeader(header, key)
                .timeout(timeout)
                .build();
    }

    /** Method and host; neither key nor path. */
    @Override
    public String toString() {
        return "IdempotentRequest[" + request.method() + " " + request.uri().getHost() + "]";
    }
}
