package io.idem4j.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.io.ContentReference;

/**
 * Jackson's error without its message, which may quote the document: what kind it was, in which types, where in the
 * text, and its stack trace are kept. Nothing of the payload can reach a log through it.
 */
final class JsonFault extends JacksonException {
    private static final long serialVersionUID = 1L;

    private JsonFault(String message, @Nullable TokenStreamLocation location) {
        super(message, location, null);
    }

    static JsonFault of(JacksonException error) {
        StringBuilder message = new StringBuilder(error.getClass().getSimpleName());
        for (Reference step : error.getPath()) {
            message.append(" in ").append(typeOf(step.from()));
        }
        JsonFault fault = new JsonFault(message.toString(), whereOnly(error.getLocation()));
        fault.setStackTrace(error.getStackTrace());
        return fault;
    }

    private static String typeOf(@Nullable Object from) {
        Class<?> type = from instanceof Class<?> known ? known : from == null ? Object.class : from.getClass();
        return type.getName();
    }

    private static @Nullable TokenStreamLocation whereOnly(@Nullable TokenStreamLocation at) {
        return at == null || at.getLineNr() < 1
                ? null
                : new TokenStreamLocation(
                        ContentReference.redacted(),
                        at.getByteOffset(),
                        at.getCharOffset(),
                        at.getLineNr(),
                        at.getColumnNr());
    }
}
