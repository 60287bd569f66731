package io.idem4j.redis;

import java.time.Duration;

/**
 * Replicas that have to confirm a write.
 *
 * @param count at least 1
 * @param within how long they have
 */
record Replicas(int count, Duration within) {}
