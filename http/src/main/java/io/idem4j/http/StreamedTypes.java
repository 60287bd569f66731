package io.idem4j.http;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Media types whose bodies are read while they are written, maybe for ever: such a body is not held back to be kept. */
public final class StreamedTypes {
    private static final Set<String> TYPES = Set.of(
            "text/event-stream",
            "application/x-ndjson",
            "application/stream+json",
            "application/grpc",
            "multipart/x-mixed-replace");

    private StreamedTypes() {}

    /**
     * Whether a body of that type is such a one.
     *
     * @param contentType as in the header, parameters and case do not count; null: no type, and false
     */
    public static boolean contain(@Nullable String contentType) {
        if (contentType == null) {
            return false;
        }
        int end = contentType.indexOf(';');
        String type = end < 0 ? contentType : contentType.substring(0, end);
        return TYPES.contains(type.strip().toLowerCase(Locale.ROOT));
    }
}
