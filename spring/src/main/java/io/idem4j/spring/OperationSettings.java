package io.idem4j.spring;

import io.idem4j.IdempotencyPolicy;
import io.idem4j.IdempotencyPolicy.MissingKey;
import java.time.Duration;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What one operation sets otherwise; null: as before. Immutable.
 *
 * @param lease as {@link IdempotencyPolicy#lease(Duration)}
 * @param renewFor as {@link IdempotencyPolicy#renewFor(Duration)}
 * @param retention as {@link IdempotencyPolicy#retention(Duration)}
 * @param inDoubtRetention as {@link IdempotencyPolicy#inDoubtRetention(Duration)}
 * @param waitUpTo as {@link IdempotencyPolicy#waitUpTo(Duration)}
 * @param maxAttempts as {@link IdempotencyPolicy#maxAttempts(int)}
 * @param required whether a call without a key is refused
 */
public record OperationSettings(
        @Nullable Duration lease,
        @Nullable Duration renewFor,
        @Nullable Duration retention,
        @Nullable Duration inDoubtRetention,
        @Nullable Duration waitUpTo,
        @Nullable Integer maxAttempts,
        @Nullable Boolean required) {

    /** Sets nothing. */
    public static final OperationSettings NONE = new OperationSettings(null, null, null, null, null, null, null);

    /** The policy with what is set here; throws {@link io.idem4j.ConfigurationException} as its setters do. */
    public IdempotencyPolicy applyTo(IdempotencyPolicy policy) {
        IdempotencyPolicy changed = set(policy, lease, IdempotencyPolicy::lease);
        changed = set(changed, renewFor, IdempotencyPolicy::renewFor);
        changed = set(changed, retention, IdempotencyPolicy::retention);
        changed = set(changed, inDoubtRetention, IdempotencyPolicy::inDoubtRetention);
        changed = set(changed, waitUpTo, IdempotencyPolicy::waitUpTo);
        changed = set(changed, maxAttempts, IdempotencyPolicy::maxAttempts);
        return set(changed, required, (before, is) -> before.missingKey(is ? MissingKey.THROW : MissingKey.SKIP));
    }

    private static <V> IdempotencyPolicy set(
            IdempotencyPolicy policy, @Nullable V value, BiFunction<IdempotencyPolicy, V, IdempotencyPolicy> setter) {
        return value == null ? policy : setter.apply(policy, value);
    }
}
