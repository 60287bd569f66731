package io.idem4j.json;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Java objects as JSON bytes, within the bounds whatever the mapper's own are: an endless structure ends there. */
final class ValueWriter {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(CanonicalJson.MAX_DEPTH)
                    .build())
            .build();

    private ValueWriter() {}

    /** {@code ordered}: maps by key, so that those without an order of their own have one text too. */
    static byte[] bytes(JsonMapper mapper, @Nullable Object value, int maxBytes, boolean ordered) {
        Bounded out = new Bounded(maxBytes);
        try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            ObjectWriter writer = mapper.writer().without(SerializationFeature.FAIL_ON_ORDER_MAP_BY_INCOMPARABLE_KEY);
            (ordered ? writer.with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS) : writer)
                    .writeValue(generator, value);
        } catch (JacksonException e) {
            throw MalformedJsonException.of(
                    "payload: can't be written as JSON of "
                            + (value == null ? "null" : value.getClass().getName()),
                    JsonFault.of(e));
        }
        return out.toByteArray();
    }

    private static final class Bounded extends ByteArrayOutputStream {
        private final int maxBytes;

        Bounded(int maxBytes) {
            this.maxBytes = maxBytes;
        }

        @Override
        public synchronized void write(int b) {
            check(1);
            super.write(b);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            check(length);
            super.write(bytes, offset, length);
        }

        private void check(int more) {
            if (count + more > maxBytes) {
                throw MalformedJsonException.tooLarge("the payload as JSON", maxBytes);
            }
        }
    }
}
