package io.idem4j.redis;

import io.idem4j.IdempotencyKey;
import io.idem4j.InconsistentStateException;
import java.util.List;
import java.util.Optional;

/** Keys that a scan found: any may be none of ours, and hold anything. */
final class Outsiders {
    private Outsiders() {}

    static Optional<Seen> seen(String id, List<Object> answer) {
        try {
            return Optional.of(Calls.seen(key(id), answer));
        } catch (IllegalArgumentException | InconsistentStateException e) {
            return Optional.empty();
        }
    }

    /** The key as it was called by, where its id is written as {@link IdempotencyKey#id()} writes it, else the id as a whole. */
    static IdempotencyKey key(String id) {
        try {
            IdempotencyKey key = ofParts(id.split("#", -1));
            if (key.id().equals(id)) {
                return key;
            }
        } catch (IllegalArgumentException e) {
            // written by somebody else
        }
        return IdempotencyKey.ofId(id);
    }

    private static IdempotencyKey ofParts(String[] parts) {
        String value = text(parts[parts.length - 1]);
        String scope = parts.length == 1 ? "" : text(parts[0]);
        IdempotencyKey key = scope.isEmpty() ? IdempotencyKey.unscoped(value) : IdempotencyKey.of(scope, value);
        return parts.length == 3 ? key.forPrincipal(text(parts[1])) : key;
    }

    private static String text(String part) {
        return part.replace("%23", "#").replace("%25", "%");
    }
}
