package io.idem4j.internal;

import java.time.Duration;
import java.util.Objects;

/** How long a lease may be asked for. */
final class Leases {
    /** What is left of a lease without an end; also the longest that has one. */
    static final Duration NO_END = Duration.ofDays(36_500);

    private Leases() {}

    static void check(Duration leaseFor) {
        Objects.requireNonNull(leaseFor, "leaseFor");
        if (leaseFor.isNegative() || leaseFor.isZero() || leaseFor.compareTo(NO_END) > 0) {
            throw new IllegalArgumentException("leaseFor: must be positive and at most 36,500 days");
        }
    }
}
