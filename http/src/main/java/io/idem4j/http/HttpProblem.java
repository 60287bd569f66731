package io.idem4j.http;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A refusal, before it is rendered. Immutable: each setter returns a new one.
 *
 * @param kind which of the library's problems it is; not changed by the setters
 * @param status the response's status
 * @param code what clients tell it by
 * @param type the same as a URI
 * @param title for people; the same for every occurrence
 * @param detail what to do about it
 * @param retryAfter seconds for the header of that name; null: no such header
 * @param metadata further members of the document: text, numbers and booleans
 */
public record HttpProblem(
        ProblemCode kind,
        int status,
        String code,
        URI type,
        String title,
        String detail,
        @Nullable Long retryAfter,
        Map<String, Object> metadata) {
    private static final Set<String> MEMBERS = Set.of("type", "title", "status", "detail", "code", "instance");

    /** Throws {@code NullPointerException} or {@code IllegalArgumentException} naming the component that is wrong. */
    public HttpProblem {
        Objects.requireNonNull(kind, "kind");
        Statuses.check(status);
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(detail, "detail");
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
        metadata.forEach(HttpProblem::checkMember);
    }

    private static void checkMember(String name, Object value) {
        if (MEMBERS.contains(name)) {
            throw new IllegalArgumentException(
                    "metadata: has a member named " + name + ", which the document has already");
        }
        if (!(value instanceof String || value instanceof Number || value instanceof Boolean)) {
            throw new IllegalArgumentException("metadata: " + name + " must be text, a number or a boolean");
        }
    }

    /** The same with another status. */
    public HttpProblem status(int changed) {
        return new HttpProblem(kind, changed, code, type, title, detail, retryAfter, metadata);
    }

    /** The same with another code, and {@code type} to go with it. */
    public HttpProblem code(String changed, URI changedType) {
        return new HttpProblem(kind, status, changed, changedType, title, detail, retryAfter, metadata);
    }

    /** The same with another title. */
    public HttpProblem title(String changed) {
        return new HttpProblem(kind, status, code, type, changed, detail, retryAfter, metadata);
    }

    /** The same with another detail. */
    public HttpProblem detail(String changed) {
        return new HttpProblem(kind, status, code, type, title, changed, retryAfter, metadata);
    }

    /** The same with another time to come back. */
    public HttpProblem retryAfter(@Nullable Long seconds) {
        return new HttpProblem(kind, status, code, type, title, detail, seconds, metadata);
    }

    /** The same with one more member. */
    public HttpProblem with(String member, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(metadata);
        more.put(member, value);
        return new HttpProblem(kind, status, code, type, title, detail, retryAfter, more);
    }
}
