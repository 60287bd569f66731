package io.idem4j.examples.orders.story;

import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What came back, as far as the story tells it. */
record Answer(int status, boolean replayed, String body, int retryAfter) {
    private static final Pattern CODE = Pattern.compile("\"code\":\"([a-z_]+)\"");

    static Answer of(HttpResponse<String> response) {
        return new Answer(
                response.statusCode(),
                response.headers().firstValue("Idempotent-Replayed").isPresent(),
                response.body(),
                response.headers()
                        .firstValue("Retry-After")
                        .map(Integer::parseInt)
                        .orElse(0));
    }

    boolean isOrder() {
        return status == 201;
    }

    /** Of a problem its stable code, of an order what happened. */
    String meaning() {
        if (isOrder()) {
            return replayed ? "replayed" : "placed";
        }
        Matcher code = CODE.matcher(body);
        return code.find() ? code.group(1) : "unexpected";
    }

    @Override
    public String toString() {
        return isOrder() ? "%d %-9s %s".formatted(status, meaning(), body) : status + " " + meaning();
    }
}
