package io.idem4j.spi;

import io.idem4j.RecordStatus;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a record is settled. Immutable; {@link #toString()} hides the data.
 *
 * @param status any but {@code IN_PROGRESS}
 * @param data the encoded result, JSON text; null: none
 * @param retention how long it replays, from completion
 */
public record Completion(RecordStatus status, @Nullable String data, Duration retention) {
    /** Throws {@code NullPointerException} or {@code IllegalArgumentException} naming the component that is wrong. */
    public Completion {
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(retention, "retention");
        if (status == RecordStatus.IN_PROGRESS) {
            throw new IllegalArgumentException("status: IN_PROGRESS does not settle a record");
        }
        if (status == RecordStatus.COMPLETED_WITHOUT_RESULT && data != null) {
            throw new IllegalArgumentException("data: COMPLETED_WITHOUT_RESULT has none");
        }
        if (retention.isNegative() || retention.isZero()) {
            throw new IllegalArgumentException("retention: must be positive");
        }
    }

    @Override
    public String toString() {
        return "Completion[status=" + status + ", retention=" + retention + "]";
    }
}
