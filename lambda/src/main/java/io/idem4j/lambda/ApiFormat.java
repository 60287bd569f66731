package io.idem4j.lambda;

import io.idem4j.http.HttpAnswer;
import io.idem4j.http.HttpRun;
import io.idem4j.http.RequestView;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How API Gateway spells a request and its response. */
interface ApiFormat<E, R> {
    /** For the decision. */
    RequestView view(E event, Object context, Duration left);

    /** As the client sent it; {@code IllegalArgumentException} where the bytes make no sense. */
    byte[] body(E event);

    /** For the client. */
    R response(HttpAnswer answer);

    /** Ends the claim with what the application answered. */
    void respond(HttpRun run, R response);

    /** A body in an event or a response. */
    static byte[] bytes(@Nullable String body, boolean base64) {
        if (body == null) {
            return new byte[0];
        }
        return base64 ? Base64.getDecoder().decode(body) : body.getBytes(StandardCharsets.UTF_8);
    }

    /** Of the event and its context the one that is of the type. */
    static <T> Optional<T> unwrap(Class<T> type, Object event, Object context) {
        return Stream.of(event, context)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst();
    }

    /** Null where the bytes are no text, so that they travel as Base64. */
    static @Nullable String text(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
