package io.idem4j.spring;

import java.time.Duration;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/** The texts of an annotation, with placeholders resolved; null where nothing is said. */
final class Attributes {
    private final Place place;
    private final UnaryOperator<String> placeholders;

    Attributes(Place place, UnaryOperator<String> placeholders) {
        this.place = place;
        this.placeholders = placeholders;
    }

    @Nullable String text(String attribute, String value) {
        String resolved;
        try {
            resolved = placeholders.apply(value);
        } catch (IllegalArgumentException e) {
            throw place.wrong(attribute, "a placeholder can't be resolved: " + e.getMessage(), e);
        }
        return resolved == null || resolved.isBlank() ? null : resolved.strip();
    }

    private @Nullable Duration duration(String attribute, String value) {
        String text = text(attribute, value);
        if (text == null) {
            return null;
        }
        try {
            return DurationFormatterUtils.detectAndParse(text);
        } catch (IllegalArgumentException e) {
            throw place.wrong(attribute, "\"" + text + "\" is no duration; write 30s, 5m, 24h or PT30S", e);
        }
    }

    private @Nullable Boolean choice(String attribute, String value) {
        String text = text(attribute, value);
        if (text == null) {
            return null;
        }
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw place.wrong(attribute, "\"" + text + "\" is neither true nor false");
        };
    }

    OperationSettings settings(Idempotent annotation) {
        if (annotation.maxAttempts() < 0) {
            throw place.wrong("maxAttempts", "must be at least 1, or 0 for what the settings say");
        }
        return new OperationSettings(
                duration("lease", annotation.lease()),
                null,
                duration("retention", annotation.retention()),
                null,
                duration("waitUpTo", annotation.waitUpTo()),
                annotation.maxAttempts() == 0 ? null : annotation.maxAttempts(),
                choice("required", annotation.required()));
    }
}
