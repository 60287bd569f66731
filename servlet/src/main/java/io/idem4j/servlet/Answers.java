package io.idem4j.servlet;

import io.idem4j.http.HttpAnswer;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Sends what was decided. */
final class Answers {
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private Answers() {}

    /** Whether HTTP has no body for it, whatever is written. */
    static boolean hasNoBody(int status) {
        return status == NO_CONTENT || status == NOT_MODIFIED;
    }

    static void send(HttpAnswer answer, HttpServletResponse response) throws IOException {
        head(answer, response);
        byte[] body = answer.body();
        if (body.length > 0 && !hasNoBody(answer.status())) {
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
        }
    }

    static void head(HttpAnswer answer, HttpServletResponse response) {
        response.setStatus(answer.status());
        answer.headers().forEach((name, values) -> {
            if (name.equalsIgnoreCase("Content-Type")) {
                response.setContentType(values.get(0));
                return;
            }
            for (int i = 0; i < values.size(); i++) {
                if (i == 0) {
                    response.setHeader(name, values.get(i));
                } else {
                    response.addHeader(name, values.get(i));
                }
            }
        });
    }
}
