package io.idem4j.micrometer;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The operations that tags tell apart, a bounded number: every one above it is {@code other} (M-05). Thread-safe. */
final class BoundedOperations {
    private static final String OTHER = "other";

    private final Set<String> known = ConcurrentHashMap.newKeySet();

    /** The name, or {@code other}. Several threads may each add one more than the bound. */
    String tag(String operation) {
        if (known.contains(operation)) {
            return operation;
        }
        if (known.size() >= IdempotencyMeters.MAX_OPERATIONS) {
            return OTHER;
        }
        known.add(operation);
        return operation;
    }
}
