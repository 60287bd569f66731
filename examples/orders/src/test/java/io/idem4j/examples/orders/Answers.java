package io.idem4j.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;

/** What tests say of answers. */
final class Answers {
    static final String KEY = "Idempotency-Key";
    static final String REPLAYED = "Idempotent-Replayed";

    private Answers() {}

    static void assertPlaced(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        assertThat(answer.headers().firstValue(REPLAYED)).isEmpty();
    }

    static void assertReplayed(HttpResponse<String> answer, HttpResponse<String> first) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        assertThat(answer.headers().firstValue(REPLAYED)).hasValue("true");
        assertThat(answer.body()).isEqualTo(first.body());
        assertThat(location(answer)).isEqualTo(location(first));
    }

    static void assertProblem(HttpResponse<String> answer, int status, String code) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.body())
                .contains("\"code\":\"" + code + "\"")
                .contains("\"type\":\"urn:idem4j:problem:" + code + "\"")
                .contains("\"status\":" + status);
    }

    static void assertRetryAfter(HttpResponse<String> answer) {
        assertThat(answer.headers().firstValue("Retry-After"))
                .hasValueSatisfying(
                        seconds -> assertThat(Integer.parseInt(seconds)).isBetween(1, 5));
    }

    static String location(HttpResponse<String> answer) {
        return answer.headers().firstValue("Location").orElseThrow();
    }
}
