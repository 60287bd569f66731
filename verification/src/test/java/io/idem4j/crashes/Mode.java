package io.idem4j.crashes;

import io.idem4j.Call;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.Recovered;
import java.time.Duration;

/** What becomes of a holder that died (E-09). */
enum Mode {
    RETRY,
    AT_MOST_ONCE,
    RECOVER;

    static final Duration LEASE = Duration.ofMillis(500);

    static IdempotencyKey key(String operation) {
        return IdempotencyKey.of("payments.charge", operation);
    }

    /** The call that a worker makes, and every later one. */
    Call<String> call(Idempotency idempotency, Effects effects, String operation) {
        Call<String> call = idempotency.call(key(operation), String.class).policy(this::policy);
        return this == RECOVER
                ? call.recover(lapsed ->
                        effects.count(operation) > 0 ? Recovered.done("charged " + operation) : Recovered.notDone())
                : call;
    }

    private IdempotencyPolicy policy(IdempotencyPolicy defaults) {
        IdempotencyPolicy policy = defaults.lease(LEASE).renewFor(Duration.ZERO);
        return this == AT_MOST_ONCE ? policy.maxAttempts(1) : policy;
    }
}
