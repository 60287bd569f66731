package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import io.idem4j.http.HttpAnswer;
import io.idem4j.http.HttpRun;
import io.idem4j.http.RequestView;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** How API Gateway or a load balancer spells a request and its response. */
interface ApiFormat<E, R> {
    /** For the decision. */
    RequestView view(E event, Context context, Duration margin);

    /** As the client sent it; {@code IllegalArgumentException} where the bytes make no sense. */
    byte[] body(E event);

    /** For the client that sent the event. */
    R response(E event, HttpAnswer answer);

    /** Ends the claim with what the application answered. */
    void respond(HttpRun run, R response);

    /** A body in an event or a response. */
    static byte[] bytes(@Nullable String body, boolean base64) {
        if (body == null) {
            return new byte[0];
        }
        return base64 ? Base64.getDecoder().decode(body) : body.getBytes(StandardCharsets.UTF_8);
    }
}
