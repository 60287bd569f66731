package io.idem4j.http;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A response for the adapter to send as it is: a replay or a problem. Immutable; {@link #toString()} shows the status only. */
public final class HttpAnswer {
    private final int status;
    private final Map<String, List<String>> headers;
    private final byte[] body;

    private HttpAnswer(int status, Map<String, List<String>> headers, byte[] body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    /**
     * A response with these headers and this body, both copied.
     *
     * @throws IllegalArgumentException if the status is not between 200 and 999
     */
    public static HttpAnswer of(int status, Map<String, List<String>> headers, byte[] body) {
        Statuses.check(status);
        Map<String, List<String>> copy = new LinkedHashMap<>();
        headers.forEach((name, values) -> copy.put(name, List.copyOf(values)));
        return new HttpAnswer(status, Collections.unmodifiableMap(copy), body.clone());
    }

    /**
     * What an application says with {@code sendError}, where no page of its own renders it: a problem document without a type.
     *
     * @param detail for the client; null: none
     */
    public static HttpAnswer ofError(int status, @Nullable String detail) {
        return ProblemJson.untyped(Statuses.check(status), detail);
    }

    /** The same with one header set to one value, whatever the case of the name. */
    public HttpAnswer header(String name, String value) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
        Map<String, List<String>> changed = new LinkedHashMap<>(headers);
        changed.keySet().removeIf(name::equalsIgnoreCase);
        changed.put(name, List.of(value));
        return new HttpAnswer(status, Collections.unmodifiableMap(changed), body);
    }

    /** The status, 200 to 999. */
    public int status() {
        return status;
    }

    /** In order, unmodifiable. */
    public Map<String, List<String>> headers() {
        return headers;
    }

    /** A copy; may be empty. */
    public byte[] body() {
        return body.clone();
    }

    @Override
    public String toString() {
        return "HttpAnswer[status=" + status + "]";
    }
}
