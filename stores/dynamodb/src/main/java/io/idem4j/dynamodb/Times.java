package io.idem4j.dynamodb;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Instants to numbers and back. Another library's number may have a fraction, or be out of any calendar. */
final class Times {
    /** The first second of the year 1 and the last of the year 9999. */
    private static final Instant EARLIEST = Instant.ofEpochSecond(-62_135_596_800L);

    private static final Instant LATEST = Instant.ofEpochSecond(253_402_300_799L);
    private static final Duration LONGEST = Duration.ofDays(365L * 5_000);
    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);
    private static final long HALF = 500;
    private static final long SECOND = 1_000;

    private Times() {}

    static Instant later(Instant now, Duration by) {
        return now.plus(by.compareTo(LONGEST) > 0 ? LONGEST : by);
    }

    static AttributeValue millis(Instant instant) {
        return AttributeValue.fromN(Long.toString(instant.toEpochMilli()));
    }

    /** The nearest second, as Powertools rounds, but never before the lease ends: no live claim expires (S-18). */
    static AttributeValue seconds(Instant instant, @Nullable Instant notBefore) {
        long seconds = Math.floorDiv(instant.toEpochMilli() + HALF, SECOND);
        if (notBefore != null) {
            seconds = Math.max(seconds, Math.floorDiv(notBefore.toEpochMilli() + SECOND - 1, SECOND));
        }
        return AttributeValue.fromN(Long.toString(seconds));
    }

    /** In seconds, exactly, to compare with. */
    static AttributeValue exactSeconds(Instant instant) {
        return AttributeValue.fromN(BigDecimal.valueOf(instant.toEpochMilli(), 3)
                .stripTrailingZeros()
                .toPlainString());
    }

    static @Nullable Instant ofMillis(@Nullable AttributeValue value) {
        return ofSeconds(value, 3);
    }

    static @Nullable Instant ofSeconds(@Nullable AttributeValue value) {
        return ofSeconds(value, 0);
    }

    /** Null where there is no number. */
    private static @Nullable Instant ofSeconds(@Nullable AttributeValue value, int scale) {
        if (value == null || value.n() == null) {
            return null;
        }
        BigDecimal seconds;
        try {
            seconds = new BigDecimal(value.n()).movePointLeft(scale);
        } catch (NumberFormatException | ArithmeticException e) {
            return null;
        }
        if (seconds.compareTo(BigDecimal.valueOf(EARLIEST.getEpochSecond())) < 0) {
            return EARLIEST;
        }
        if (seconds.compareTo(BigDecimal.valueOf(LATEST.getEpochSecond())) > 0) {
            return LATEST;
        }
        BigDecimal whole = seconds.setScale(0, RoundingMode.FLOOR);
        return Instant.ofEpochSecond(
                whole.longValueExact(), seconds.subtract(whole).multiply(NANOS).longValue());
    }
}
