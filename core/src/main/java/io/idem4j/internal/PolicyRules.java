package io.idem4j.internal;

import io.idem4j.ConfigurationException;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.IdempotencyPolicy.OnStoreDown;
import java.time.Duration;

/** Settings that contradict each other, found where a policy is put to use. */
final class PolicyRules {
    /** How long leases are renewed unless the policy or the invocation's own bound says otherwise. */
    static final Duration DEFAULT_RENEWAL = Duration.ofMinutes(15);

    private PolicyRules() {}

    static void check(IdempotencyPolicy policy, boolean recovers) {
        Duration lease = policy.lease();
        boolean bounded = policy.maxAttempts() != Integer.MAX_VALUE;
        if (lease != null && policy.retention().compareTo(lease) < 0) {
            throw new ConfigurationException(
                    "retention",
                    policy.retention() + " is shorter than the lease, " + lease + "; a live claim would expire",
                    null);
        }
        if (lease != null && policy.inDoubtRetention().compareTo(lease) < 0) {
            throw new ConfigurationException(
                    "inDoubtRetention",
                    policy.inDoubtRetention() + " is shorter than the lease, " + lease + "; a live claim would expire",
                    null);
        }
        if (recovers && policy.maxAttempts() == 1) {
            throw new ConfigurationException(
                    "maxAttempts", "with 1 the recovery would never be asked; allow at least 2, or leave it out", null);
        }
        if ((recovers || bounded) && policy.onStoreDown() == OnStoreDown.RUN_UNPROTECTED) {
            throw new ConfigurationException(
                    "onStoreDown",
                    "RUN_UNPROTECTED may run beside a holder, which maxAttempts or a recovery is to prevent; use FAIL",
                    null);
        }
    }
}
