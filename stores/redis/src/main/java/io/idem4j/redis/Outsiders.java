package io.idem4j.redis;

import io.idem4j.IdempotencyKey;
import io.idem4j.InconsistentStateException;
import java.util.List;
import java.util.Optional;

/** Keys that a scan found: any may be none of ours, and hold anything. */
final class Outsiders {
    private Outsiders() {}

    static Optional<Seen> seen(String id, List<Object> answer) {
        IdempotencyKey key;
        try {
            key = IdempotencyKey.ofId(id);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        try {
            return Optional.of(Calls.seen(key, answer));
        } catch (InconsistentStateException e) {
            return Optional.empty();
        }
    }
}
