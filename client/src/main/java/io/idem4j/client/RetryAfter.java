package io.idem4j.client;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/** The header {@code Retry-After}: whole seconds, or a date (RFC 9110, section 10.2.3). */
final class RetryAfter {
    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

    private RetryAfter() {}

    /** Empty: there is none, or none that means anything. A date that is over is zero. */
    static Optional<Duration> of(Attempts.Response response, Instant now) {
        return response.header("Retry-After").map(String::strip).flatMap(value -> parse(value, now));
    }

    private static Optional<Duration> parse(String value, Instant now) {
        if (SECONDS.matcher(value).matches()) {
            return Optional.of(Duration.ofSeconds(Long.parseLong(value)));
        }
        try {
            Instant then = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Optional.of(then.isAfter(now) ? Duration.between(now, then) : Duration.ZERO);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
