package io.idem4j.micrometer;

import io.idem4j.IdempotencyKey;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How constants and operations are spelled in tags. */
final class Names {
    private Names() {}

    /** The scope, or {@code none}. */
    static String operation(@Nullable IdempotencyKey key) {
        return key == null || key.scope().isEmpty() ? "none" : key.scope();
    }

    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
