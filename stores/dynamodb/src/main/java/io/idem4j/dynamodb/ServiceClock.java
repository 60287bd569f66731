package io.idem4j.dynamodb;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The machine's clock, corrected by what the service says of its own. Thread-safe.
 *
 * <p>Each answer of DynamoDB is dated to the second. At some moment between the request's sending and the answer's
 * arrival its clock showed that second, so the difference of the two clocks lies between two bounds. The correction is moved
 * into them and no further: it starts with none, ends within a second of the truth, and a slow answer can't spoil it.
 */
final class ServiceClock implements InstantSource {
    private static final Duration DATED_TO = Duration.ofSeconds(1);

    private final InstantSource machine;
    private final boolean follows;
    private final AtomicReference<Duration> correction = new AtomicReference<>(Duration.ZERO);

    ServiceClock(InstantSource machine, boolean follows) {
        this.machine = machine;
        this.follows = follows;
    }

    @Override
    public Instant instant() {
        return machine.instant().plus(correction.get());
    }

    /** The machine's own. */
    Instant uncorrected() {
        return machine.instant();
    }

    /**
     * Learns from one answer.
     *
     * @param sent {@link #uncorrected} before the request
     * @param date its {@code Date}; null: it had none
     */
    void learn(Instant sent, @Nullable String date) {
        Instant dated = follows ? parse(date) : null;
        Instant received = machine.instant();
        if (dated == null || received.isBefore(sent)) {
            return;
        }
        Duration least = Duration.between(received, dated);
        Duration most = Duration.between(sent, dated.plus(DATED_TO));
        correction.updateAndGet(now -> {
            Duration atLeast = now.compareTo(least) < 0 ? least : now;
            return atLeast.compareTo(most) > 0 ? most : atLeast;
        });
    }

    private static @Nullable Instant parse(@Nullable String date) {
        if (date == null) {
            return null;
        }
        try {
            return DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
