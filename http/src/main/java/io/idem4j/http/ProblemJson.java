package io.idem4j.http;

import io.idem4j.json.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Problems as {@code application/problem+json}. */
final class ProblemJson {
    static final String CONTENT_TYPE = "application/problem+json";
    private static final JsonCodec CODEC = new JsonCodec();

    private ProblemJson() {}

    static HttpAnswer render(HttpProblem problem) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", problem.type().toString());
        members.put("title", problem.title());
        members.put("status", problem.status());
        members.put("detail", problem.detail());
        members.put("code", problem.code());
        members.putAll(problem.metadata());
        Map<String, List<String>> headers = new LinkedHashMap<>();
        headers.put("Content-Type", List.of(CONTENT_TYPE));
        headers.put("Cache-Control", List.of("no-store"));
        if (problem.retryAfter() != null) {
            headers.put("Retry-After", List.of(Long.toString(problem.retryAfter())));
        }
        return HttpAnswer.of(problem.status(), headers, bytes(members));
    }

    static HttpAnswer untyped(int status, @Nullable String detail) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", "about:blank");
        members.put("status", status);
        if (detail != null) {
            members.put("detail", detail);
        }
        return HttpAnswer.of(status, Map.of("Content-Type", List.of(CONTENT_TYPE)), bytes(members));
    }

    private static byte[] bytes(Map<String, Object> members) {
        return CODEC.encode(members, Map.class).getBytes(StandardCharsets.UTF_8);
    }
}
