package io.idem4j.http;

import io.idem4j.Idempotency;
import io.idem4j.memory.InMemoryStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A request, and how it is decided. */
record Asked(
        String method,
        String path,
        @Nullable String query,
        Map<String, List<String>> all,
        @Nullable String principal) implements RequestView {
    static final byte[] BODY = "{\"item\":\"book\"}".getBytes(StandardCharsets.UTF_8);

    static Asked post(String path) {
        return new Asked("POST", path, null, new TreeMap<>(String.CASE_INSENSITIVE_ORDER), null);
    }

    static Asked withKey(String key) {
        return post("/orders").with("Idempotency-Key", key).with("Content-Type", "application/json");
    }

    Asked with(String header, String value) {
        Map<String, List<String>> more = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        more.putAll(all);
        List<String> values = new ArrayList<>(more.getOrDefault(header, List.of()));
        values.add(value);
        more.put(header, values);
        return new Asked(method, path, query, more, principal);
    }

    Asked by(String who) {
        return new Asked(method, path, query, all, who);
    }

    Asked to(String changedMethod, String changedPath, @Nullable String changedQuery) {
        return new Asked(changedMethod, changedPath, changedQuery, all, principal);
    }

    @Override
    public List<String> headers(String name) {
        return all.getOrDefault(name, List.of());
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        return type.isInstance(this) ? Optional.of(type.cast(this)) : Optional.empty();
    }

    static Idempotency onMemory() {
        return Idempotency.builder(new InMemoryStore()).build();
    }

    static HttpDecision begin(HttpIdempotency http, RequestView request, byte[] body) {
        HttpDecision decision = http.decide(request);
        return decision instanceof HttpDecision.Guarded guarded ? guarded.begin(body) : decision;
    }

    static HttpDecision begin(HttpIdempotency http, RequestView request) {
        return begin(http, request, BODY);
    }

    static HttpDecision.Running run(HttpIdempotency http, RequestView request) {
        return (HttpDecision.Running) begin(http, request);
    }

    static HttpAnswer answered(HttpIdempotency http, RequestView request) {
        return answered(begin(http, request));
    }

    static HttpAnswer answered(HttpDecision decision) {
        return ((HttpDecision.Answered) decision).answer();
    }

    static void created(HttpDecision.Running run) {
        run.respond(
                201,
                Map.of("Content-Type", List.of("text/plain"), "Set-Cookie", List.of("s=1"), "X-Other", List.of("o")),
                "done".getBytes(StandardCharsets.UTF_8));
    }

    static String text(HttpAnswer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }
}
