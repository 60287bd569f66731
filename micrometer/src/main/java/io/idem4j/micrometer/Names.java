package io.idem4j.micrometer;

import java.util.Locale;

/** How constants are spelled in tags. */
final class Names {
    private Names() {}

    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
