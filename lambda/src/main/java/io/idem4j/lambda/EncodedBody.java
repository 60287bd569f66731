package io.idem4j.lambda;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A body for a response: as text, or as Base64 where the bytes are no text. */
record EncodedBody(String text, boolean base64) {
    static EncodedBody of(byte[] body) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
            return new EncodedBody(text, false);
        } catch (CharacterCodingException e) {
            return new EncodedBody(Base64.getEncoder().encodeToString(body), true);
        }
    }
}
