package io.idem4j.internal;

import io.idem4j.Execution;
import io.idem4j.IdempotencyKey;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An execution without a claim: nobody knows what ran before, and nothing can be lost. */
record Unprotected(@Nullable IdempotencyKey key) implements Execution {
    @Override
    public int attempt() {
        return 1;
    }

    @Override
    public boolean mayHaveRunBefore() {
        return true;
    }

    @Override
    public Duration leaseLeft() {
        return Leases.NO_END;
    }

    @Override
    public boolean isLeaseLost() {
        return false;
    }

    @Override
    public boolean renew(Duration leaseFor) {
        Leases.check(leaseFor);
        return true;
    }

    @Override
    public String downstreamKey(String name) {
        return DownstreamKeys.of(key, name);
    }

    @Override
    public void abandon() {
        // Nothing is claimed that could be given back.
    }
}
